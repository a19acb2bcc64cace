/** The `/alerts` namespace: which overlays connect, where their alerts start, and whose `alert:shown` counts. */
import type { Server } from 'socket.io'
import { alertSeq, alertsHello, alertsPath } from '../../contract/sockets.ts'
import { findPublicStart, markShown, publicOldAlerts } from '../../db/queries/alerts.ts'
import { closeOnError, startSocket } from './alert-feed.ts'
import type { AlertsNamespace, AlertSocket } from './alert-feed.ts'
import { openAlertFeeds } from './alert-feeds.ts'
import type { AlertFeeds } from './alert-feeds.ts'
import { closeEndedSessions } from './close-ended-sessions.ts'
import type { ConnectionLimit } from './connection-limit.ts'
import type { SocketContext } from './context.ts'
import { connectWith, parseHello, receive } from './receive.ts'

/** The longest delay of an alert whose pub/sub message was lost. */
const pollIntervalMs = 5000

export interface AlertsChannel extends Pick<AlertFeeds, 'onPublished'> {
  /** Reads alerts whose pub/sub message was lost. Also runs every five seconds. */
  pollMissedAlerts(): void
  /** Stops polling; resolves when the polls in progress have ended. */
  stop(): Promise<void>
  /** Closes the creator's own sockets whose session has ended. They reconnect without one. */
  closeEndedSessions(uid: string): void
}

/** Opens `/alerts`. */
export function openAlerts(io: Server, connections: ConnectionLimit, ctx: SocketContext): AlertsChannel {
  const alerts: AlertsNamespace = io.of(alertsPath)
  const feeds = openAlertFeeds(alerts, ctx)

  async function openSocket(socket: AlertSocket): Promise<void> {
    const { userUID, cursor } = parseHello(alertsHello, socket.handshake.auth)
    const creatorUid = userUID.toLowerCase() // lower case, as uids are in Postgres and in pub/sub messages
    const viewer = await ctx.viewerOf(socket.handshake.headers.cookie)
    const isTrusted = viewer?.uid === creatorUid
    const feed = await feeds.join(creatorUid, socket.conn)
    const start = isTrusted ? 0 : await findStart(creatorUid, cursor ?? feed.lastSeq, feed.lastSeq)
    socket.data = { feed, cursor: Math.max(start, cursor ?? feed.lastSeq), isTrusted }
  }

  /** Who only has the address, which others have too, gets the alerts of the last ten minutes and the last five before. */
  async function findStart(creatorUid: string, cursor: number, lastSeq: number): Promise<number> {
    return lastSeq - cursor > publicOldAlerts ? findPublicStart(ctx.db, creatorUid) : 0
  }

  alerts.use(connectWith(openSocket, { connections, log: ctx.log }))
  alerts.on('connection', (socket: AlertSocket) => {
    const { feed, isTrusted } = socket.data
    const handleShown = (seq: number) => markShown(ctx.db, feed.creatorUid, seq)
    if (isTrusted) socket.on('alert:shown', receive(alertSeq, handleShown, ctx.log))
    socket.once('disconnect', () => feed.caughtUp.delete(socket))
    closeOnError(feed, socket, startSocket)
  })

  const polls = new Set<Promise<void>>() // the polls in progress: one that hangs does not delay the next ones
  function pollMissedAlerts(): void {
    const poll = feeds
      .pollMissedAlerts()
      .catch((error: unknown) => ctx.log.error({ err: error }, 'missed alerts could not be polled'))
      .finally(() => polls.delete(poll))
    polls.add(poll)
  }
  const timer = setInterval(pollMissedAlerts, pollIntervalMs)

  return {
    onPublished: feeds.onPublished,
    pollMissedAlerts,
    async stop() {
      clearInterval(timer)
      await Promise.all(polls)
    },
    closeEndedSessions(uid) {
      const own = [...alerts.sockets.values()].filter(
        ({ data }) => data.isTrusted && data.feed.creatorUid === uid,
      )
      closeEndedSessions(own, ctx, ({ conn }) => conn.close())
    },
  }
}
