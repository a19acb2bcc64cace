/**
 * Opens the `/alerts` namespace, and decides which overlays may connect, which alerts they are sent first, and whose reports
 * count.
 */
import type { Server } from 'socket.io'
import type * as z from 'zod/mini'
import { AppError } from '../../contract/errors.ts'
import { alertSeq } from '../../contract/alerts/alert-seq.ts'
import { alertShown, alertsHello, alertsPath, overlayReport } from '../../contract/sockets.ts'
import { openActiveOverlays } from './active-overlays.ts'
import type { ActiveOverlays } from './active-overlays.ts'
import { closeOnError, startSocket } from './alert-feed.ts'
import type { AlertFeed, AlertsNamespace, AlertSocket, AlertSocketData } from './alert-feed.ts'
import { openAlertFeeds } from './alert-feeds.ts'
import type { AlertFeeds } from './alert-feeds.ts'
import type { ConnectionLimit } from './connection-limit.ts'
import type { SocketContext } from './context.ts'
import { checkAccess } from './overlay-access.ts'
import type { Credentials } from './overlay-access.ts'
import { openKeylessAlerts } from './keyless-alerts.ts'
import { resume } from './missed-alerts.ts'
import { batchOverlayCreators } from './overlay-creators.ts'
import type { FindOverlayCreator } from './overlay-creators.ts'
import { keepControl, openOverlayControl } from './overlay-control.ts'
import type { OverlayControlSender } from './overlay-control.ts'
import { openOverlaySounds, toLiveStyle } from './overlay-sounds.ts'
import type { OverlaySoundsSender } from './overlay-sounds.ts'
import { connectWith, parseHello, receive } from './receive.ts'

/** How often missed alerts are read, in milliseconds. An alert whose pub/sub message was lost arrives at most this much later. */
const pollIntervalMs = 5000

type Hello = z.output<typeof alertsHello>

export interface AlertsChannel extends Pick<AlertFeeds, 'onPublished'> {
  /** Reads alerts whose pub/sub message was lost. Also runs every five seconds. */
  pollMissedAlerts(): void
  /** Stops polling; resolves when the polls in progress have ended. */
  stop(): Promise<void>
  /**
   * Closes a creator's sockets, or everybody's, whose access has changed since they connected: the session has ended, or the key
   * was replaced or is now required. The overlays reconnect with the access that they have now.
   */
  checkAccess(creatorUid?: string): void
  sounds: OverlaySoundsSender
  control: OverlayControlSender
  active: ActiveOverlays
}

/** Opens `/alerts`. */
export function openAlerts(io: Server, connections: ConnectionLimit, ctx: SocketContext): AlertsChannel {
  const alerts: AlertsNamespace = io.of(alertsPath)
  const control = openOverlayControl(alerts, ctx.db, ctx.log)
  const keyless = openKeylessAlerts(ctx)
  const feeds = openAlertFeeds(alerts, { ...ctx, noteKeyless: keyless.note }, control.send)
  const findCreator = batchOverlayCreators(ctx.db)
  const active = openActiveOverlays(ctx)
  const sounds = openOverlaySounds(alerts, findCreator, ctx)
  let accessChanges = 0

  async function openSocket(socket: AlertSocket): Promise<void> {
    socket.data = await findPlace(socket, parseHello(alertsHello, socket.handshake.auth))
  }

  /**
   * Returns the alert that a socket starts after, and how the socket has proved that it is the creator's own. If access changes during the
   * reads, reads everything again, because `checkAccess` does not know this socket yet.
   */
  async function findPlace(socket: AlertSocket, hello: Hello, joined?: AlertFeed): Promise<AlertSocketData> {
    const before = accessChanges
    const credentials = credentialsOf(socket, hello)
    const { creatorUid } = credentials
    const reading = findCreator(creatorUid)
    const [feed, granted] = await Promise.all([
      joined ?? feeds.join(creatorUid, socket.conn, reading),
      checkAccess(credentials, reading, ctx.viewerOf),
    ])
    const { lastSeq } = feed
    const { trust, missedAlerts, playedSeq } = granted
    const cursor = Math.max(hello.cursor ?? lastSeq, playedSeq ?? 0) // alerts that another of the creator's overlays has played are not missed
    const resumption = await resume(ctx.db, { creatorUid, cursor, lastSeq, trust, missedAlerts })
    if (before !== accessChanges) return findPlace(socket, hello, feed)
    const { sounds, control } = granted
    const style = toLiveStyle(granted.style, ctx.publicUrl)
    return { feed, ...resumption, trust, playedSeq, sounds, control, style }
  }

  alerts.use(connectWith(openSocket, { connections, log: ctx.log }))
  alerts.on('connection', (socket: AlertSocket) => {
    const { feed, trust } = socket.data
    keepControl(socket, socket.data.control)
    if (trust) receiveReports(socket, active, ctx)
    socket.once('disconnect', () => {
      feed.caughtUp.delete(socket)
      active.leave(socket)
    })
    closeOnError(feed, socket, startSocket)
  })

  const polling = startPolling(feeds, ctx)
  return {
    onPublished: feeds.onPublished,
    active,
    sounds,
    control,
    pollMissedAlerts: polling.pollMissedAlerts,
    async stop() {
      await Promise.all([polling.stop(), active.stop(), keyless.stop()])
    },
    checkAccess(creatorUid) {
      accessChanges += 1
      for (const socket of alerts.sockets.values())
        if (creatorUid === undefined || socket.data.feed.creatorUid === creatorUid)
          closeWithoutAccess(socket, findCreator, ctx)
    },
  }
}

/** Closes a socket whose access has changed since it connected. Failures are logged. */
function closeWithoutAccess(
  socket: AlertSocket,
  findCreator: FindOverlayCreator,
  { viewerOf, log }: SocketContext,
): void {
  const credentials = credentialsOf(socket, parseHello(alertsHello, socket.handshake.auth))
  checkAccess(credentials, findCreator(credentials.creatorUid), viewerOf)
    .catch((error: unknown) => {
      if (error instanceof AppError) return { trust: 'none' }
      throw error
    })
    .then(({ trust }) => trust !== socket.data.trust && socket.conn.close())
    .catch((error: unknown) => log.error({ err: error }, 'the access of an overlay was not checked'))
}

/** Handles the events that a trusted page sends. */
function receiveReports(socket: AlertSocket, active: ActiveOverlays, { log }: SocketContext): void {
  socket.on(
    'overlay:state',
    receive(overlayReport, (report) => active.report(socket, report), log),
  )
  socket.on(
    'alert:begin',
    receive(alertSeq, (seq) => active.begin(socket, seq), log),
  )
  socket.on(
    'alert:end',
    receive(alertSeq, (seq) => active.end(socket, seq), log),
  )
  socket.on(
    'alert:cut',
    receive(alertSeq, (seq) => active.cut(socket, seq), log),
  )
  socket.on(
    'alert:shown',
    receive(alertShown, (shown) => active.markShown(socket, shown), log),
  )
}

/** Reads alerts and controls whose pub/sub message was lost, every five seconds and at each call of `pollMissedAlerts`. */
function startPolling(
  feeds: AlertFeeds,
  { log }: SocketContext,
): Pick<AlertsChannel, 'pollMissedAlerts' | 'stop'> {
  const polls = new Set<Promise<void>>() // several polls may run at once, so that one that hangs does not delay the next
  function pollMissedAlerts(): void {
    const poll = feeds
      .pollMissedAlerts()
      .catch((error: unknown) => log.error({ err: error }, 'missed alerts could not be polled'))
      .finally(() => polls.delete(poll))
    polls.add(poll)
  }
  const timer = setInterval(pollMissedAlerts, pollIntervalMs)
  return {
    pollMissedAlerts,
    async stop() {
      clearInterval(timer)
      await Promise.all(polls)
    },
  }
}

/** Returns the key and cookie that the socket sent when it connected. */
function credentialsOf({ handshake }: AlertSocket, { userUID, key }: Hello): Credentials {
  // Lower case, as uids are in Postgres and in pub/sub messages.
  return { creatorUid: userUID.toLowerCase(), key, cookie: handshake.headers.cookie }
}
