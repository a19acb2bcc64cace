/** Records captured payments as tips. No other code creates tips. */
import { sql } from 'kysely'
import type { TipEventJob } from '../../../contract/events.ts'
import type { Db } from '../../../db/connection.ts'
import { findPayeeOfCapture } from '../../../db/queries/payments/orders.ts'
import { insertUnmatchedPayment } from '../../../db/queries/payments/unmatched-payments.ts'
import { batchWrites } from '../../../db/write-batcher.ts'
import type { NewWebhook } from '../../../db/queries/payments/webhooks.ts'
import { toTipEventJobs } from '../../alerts/captured-event.ts'
import type { ProviderCapture } from '../provider/reports.ts'
import { recordCaptures } from './capture-statement.ts'
import type { RecordedCapture, CaptureToRecord } from './capture-statement.ts'
import type { OrderOrigin } from './order-limits.ts'
import { recordRepeat } from './repeat-statement.ts'

export interface NewTip {
  kind: 'recorded'
  tipId: string
  /** The creator, account and network for which the order limits count the order. */
  origin: OrderOrigin
  /** The jobs of the tip's events, to be published. */
  jobs: TipEventJob[]
  /** True when refunds or disputes were reported before the capture. */
  hasReports: boolean
}

export type RecordedTip =
  /** This call recorded the tip. */
  | NewTip
  /** An earlier call recorded the tip. */
  | { kind: 'known' }
  /**
   * The tip was paid already by another order of the same checkout. The payment is booked as a repeat of that tip, and `retryRefunds`
   * sends it back. Its own reports may have been stored before.
   */
  | { kind: 'repeat' }
  /**
   * The captured money does not match its order. It is stored as an unmatched payment, and an unpaid order becomes MISMATCH. The
   * operator has to look at it.
   */
  | { kind: 'mismatch' }
  | { kind: 'unknown_order' }

/**
 * Records a captured payment: tip, capture number, ledger, goal, supporter totals and outbox, all or nothing. Repeats change
 * nothing, even if several processes call this at once. Captures that arrive while others are being recorded share the next
 * statement.
 */
export async function recordTip(db: Db, capture: ProviderCapture, capturedAt?: Date): Promise<RecordedTip> {
  const recorded = toNewTip(await batcherOf(db)({ capture, capturedAt }))
  return recorded ?? explainNothingRecorded(db, { capture, capturedAt })
}

/**
 * Records a captured payment as `recordTip` does, and stores the webhook that reported it in the same statement, marked as
 * processed. If no tip is recorded, the webhook is stored unprocessed. `isNew` is true when the webhook was not stored before.
 */
export async function recordTipWithWebhook(
  db: Db,
  webhook: NewWebhook,
  capture: ProviderCapture,
): Promise<{ tip: NewTip | undefined; isNew: boolean }> {
  const recorded = await batcherOf(db)({ capture, webhook })
  return { tip: toNewTip(recorded), isNew: recorded.isWebhookNew }
}

function toNewTip({ tipId, origin, tip, hasReports }: RecordedCapture): NewTip | undefined {
  return tipId === null || origin === null || tip === null
    ? undefined
    : { kind: 'recorded', tipId, origin, jobs: toTipEventJobs(tip), hasReports }
}

/**
 * A batcher for each database connection. It records captures of different orders together, and captures of the same order one
 * after the other.
 */
const batchers = new WeakMap<Db, (capture: CaptureToRecord) => Promise<RecordedCapture>>()

function batcherOf(db: Db): (capture: CaptureToRecord) => Promise<RecordedCapture> {
  const known = batchers.get(db)
  if (known) return known
  const batcher = batchWrites((captures: CaptureToRecord[]) => recordCaptures(db, captures), {
    maxItems: 50,
    keyOf: ({ capture }) => `${capture.provider} ${capture.providerOrderId}`,
  })
  batchers.set(db, batcher)
  return batcher
}

async function explainNothingRecorded(db: Db, toRecord: CaptureToRecord): Promise<RecordedTip> {
  const { capture } = toRecord
  const { provider, providerOrderId, captureId } = capture
  const order = await db
    .selectFrom('tipOrder')
    .leftJoin('tip', 'tip.orderId', 'tipOrder.id')
    .select(['tipOrder.id', 'tipOrder.provider', 'tipOrder.creatorUid', 'tipOrder.mode', 'tip.captureId'])
    .select('tipOrder.checkoutId')
    .where('tipOrder.provider', '=', provider)
    .where('providerOrderId', '=', providerOrderId)
    .executeTakeFirst()
  if (!order) return { kind: 'unknown_order' }
  if (order.captureId === captureId) return { kind: 'known' }
  if (order.captureId === null && (await hasTip(db, order))) {
    if (await recordRepeat(db, toRecord)) return { kind: 'repeat' }
    if (await findPayeeOfCapture(db, provider, captureId)) return { kind: 'known' } // another call has recorded it meanwhile
  }
  if (order.captureId === null && (await findPayeeOfCapture(db, provider, captureId)))
    throw new Error(`capture ${captureId} is the payment of another order`)
  await insertUnmatchedPayment(db, order, capture)
  await db
    .updateTable('tipOrder')
    .set({ status: 'MISMATCH', updatedAt: sql<Date>`now()` })
    .where('id', '=', order.id)
    .where('status', '<>', 'COMPLETED')
    .execute()
  return { kind: 'mismatch' }
}

/** Returns whether a checkout has its tip. */
async function hasTip(
  db: Db,
  { creatorUid, checkoutId }: { creatorUid: string; checkoutId: string | null },
): Promise<boolean> {
  if (checkoutId === null) return false
  const paid = await db
    .selectFrom('tip')
    .select('id')
    .where('creatorUid', '=', creatorUid)
    .where('checkoutId', '=', checkoutId)
    .executeTakeFirst()
  return paid !== undefined
}
