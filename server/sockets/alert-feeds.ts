/** Keeps the alert feeds of this process: one for each creator that has an overlay connected here. */
import { AppError } from '../../contract/errors.ts'
import type { Alert, ShowAlert, TipAlert } from '../../contract/alerts/alert.ts'
import { listAlertsAfter } from '../../db/queries/alerts/alerts.ts'
import { listNewer } from '../../db/queries/panel/panel.ts'
import { openFeed, pageSize, readNewAlerts, sendPublished } from './alert-feed.ts'
import type { AlertFeed, AlertsNamespace, FeedContext, ReadingCreator } from './alert-feed.ts'
import type { Connection, SocketContext } from './context.ts'

const creatorsPerPoll = 1000

export interface AlertFeeds {
  /**
   * Returns the creator's feed, which stays open until this connection and all others have closed. If `reading` has not started
   * yet, no alert published from now on is lost. Throws AppError `not_found` if there is no such creator, and `unavailable` if
   * the connection closes meanwhile.
   */
  join(creatorUid: string, conn: Connection, reading: ReadingCreator): Promise<AlertFeed>
  /** Sends the creator's alerts up to `seq`. `alerts` are the last ones of these, already parsed with the contract's schema. */
  onPublished(creatorUid: string, seq: number, alerts?: Alert[]): void
  /** Reads alerts whose pub/sub message was lost, and finds control panels that have changed. */
  pollMissedAlerts(): Promise<void>
}

type FeedsOptions = Pick<SocketContext, 'db'> & Pick<FeedContext, 'log' | 'overlayBuild' | 'noteKeyless'>

/** Opens the feeds of a process. A creator's feed opens with the first connection and closes with the last. */
export function openAlertFeeds(
  alerts: AlertsNamespace,
  { db, ...options }: FeedsOptions,
  onPanelChanged: (creatorUid: string) => void,
): AlertFeeds {
  const feeds = new Map<string, AlertFeed>()
  const ctx: FeedContext = {
    ...options,
    alerts,
    listAlerts: (creatorUid, afterSeq) => listAlerts(db, creatorUid, afterSeq),
  }

  function findOrOpen(creatorUid: string, reading: ReadingCreator): AlertFeed {
    const feed = feeds.get(creatorUid) ?? openFeed(ctx, creatorUid, reading)
    feeds.set(creatorUid, feed)
    return feed
  }

  function leave(feed: AlertFeed): void {
    feed.connections -= 1
    if (feed.connections === 0) feeds.delete(feed.creatorUid)
  }

  function onPublished(creatorUid: string, seq: number, published: Alert[] = []): void {
    const feed = feeds.get(creatorUid)
    if (!feed || seq <= feed.lastSeq) return
    if (feed.opening) return void (feed.isStale = true)
    if (sendPublished(feed, published) && feed.lastSeq === seq) return
    readNewAlerts(feed).catch((error: unknown) =>
      options.log.error({ err: error }, 'alerts could not be read and wait for the next poll'),
    )
  }

  return {
    async join(creatorUid, conn, reading) {
      const feed = findOrOpen(creatorUid, reading)
      feed.connections += 1
      try {
        await feed.opening
        if (conn.readyState === 'closed') throw new AppError('unavailable')
      } catch (error) {
        leave(feed)
        throw error
      }
      conn.once('close', () => leave(feed))
      return feed
    },
    onPublished,
    async pollMissedAlerts() {
      const sent = Array.from(feeds.values(), ({ creatorUid, lastSeq, control }) => ({
        creatorUid,
        seq: lastSeq,
        version: control?.version ?? 0,
      }))
      for (let i = 0; i < sent.length; i += creatorsPerPoll) {
        for (const { creatorUid, seq, version } of await listNewer(db, sent.slice(i, i + creatorsPerPoll))) {
          onPublished(creatorUid, seq)
          if (version > (feeds.get(creatorUid)?.control?.version ?? 0)) onPanelChanged(creatorUid)
        }
      }
    },
  }
}

async function listAlerts(db: SocketContext['db'], creatorUid: string, afterSeq: number): Promise<Alert[]> {
  return (await listAlertsAfter(db, creatorUid, afterSeq, pageSize)).map(toWire)
}

/** Copies only the contract's fields of a stored alert, which may have others. */
function toWire(alert: Alert): Alert {
  const { id, seq, isTest, name, message, locale, at, speech } = alert
  const shared = { id, seq, isTest, name, message, locale, at, ...(speech && { speech }) }
  return alert.kind === 'show' ? { ...shared, ...toWireShow(alert) } : { ...shared, ...toWireTip(alert) }
}

function toWireShow({ kind, show }: ShowAlert) {
  const { isMuted, title, quantity, unit, source } = show
  return { kind, show: { kind: show.kind, source, title, quantity, unit, ...(isMuted && { isMuted }) } }
}

function toWireTip({ goal, kind, amount, currency, worth, isFirstTip, milestone }: TipAlert) {
  return {
    kind,
    amount,
    currency,
    ...(worth && { worth: { amount: worth.amount, currency: worth.currency } }),
    goal: goal && toWireGoal(goal),
    ...(isFirstTip && { isFirstTip }),
    ...(milestone && { milestone }),
  }
}

type AlertGoal = NonNullable<TipAlert['goal']>

function toWireGoal({ title, amount, amountReceived, goalId }: AlertGoal): AlertGoal {
  return { title, amount, amountReceived, ...(goalId && { goalId }) }
}
