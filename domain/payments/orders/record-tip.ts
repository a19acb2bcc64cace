/** The one place where money becomes a tip. */
import { sql } from 'kysely'
import type { TipEventJob } from '../../../contract/events.ts'
import type { Db } from '../../../db/connection.ts'
import { batchWrites } from '../../../db/write-batcher.ts'
import type { NewWebhook } from '../../../db/queries/webhooks.ts'
import { toTipEventJobs } from '../../alerts/captured-event.ts'
import type { ProviderCapture } from '../provider/payment-provider.ts'
import { recordCaptures } from './capture-statement.ts'
import type { RecordedCapture, CaptureToRecord } from './capture-statement.ts'
import type { Payer } from './order-limits.ts'

export interface NewTip {
  kind: 'recorded'
  tipId: string
  /** Who paid, as the order knows them. */
  payer: Payer
  /** The jobs of its events, to be published. */
  jobs: TipEventJob[]
  /** Whether refunds or disputes were told of before the payment came. */
  hasReports: boolean
}

export type RecordedTip =
  /** Booked now. */
  | NewTip
  /** Booked before. */
  | { kind: 'known' }
  /** Money that is not what the order asked for: kept aside for a person to look at. */
  | { kind: 'mismatch' }
  | { kind: 'unknown_order' }

/**
 * Books a captured payment: tip, capture number, ledger, goal, supporter totals and outbox, all of it or none of it. Repeats,
 * from any number of processes at once, change nothing. What comes while others are booked is booked together next.
 */
export async function recordTip(db: Db, capture: ProviderCapture, capturedAt?: Date): Promise<RecordedTip> {
  return toNewTip(await batcherOf(db)({ capture, capturedAt })) ?? explainNothingRecorded(db, capture)
}

/**
 * As `recordTip`, and in the same statement keeps the webhook that told of it, marked as done. When there is nothing to book
 * the webhook is kept open; `isNew` says whether it was here before.
 */
export async function recordTipWithWebhook(
  db: Db,
  webhook: NewWebhook,
  capture: ProviderCapture,
): Promise<{ tip: NewTip | undefined; isNew: boolean }> {
  const recorded = await batcherOf(db)({ capture, webhook })
  return { tip: toNewTip(recorded), isNew: recorded.isWebhookNew }
}

function toNewTip({ tipId, payer, tip, hasReports }: RecordedCapture): NewTip | undefined {
  return tipId === null || payer === null || tip === null
    ? undefined
    : { kind: 'recorded', tipId, payer, jobs: toTipEventJobs(tip), hasReports }
}

/** One till for each connection: it takes one payment of an order at a time, and those of many orders together. */
const batchers = new WeakMap<Db, (capture: CaptureToRecord) => Promise<RecordedCapture>>()

function batcherOf(db: Db): (booking: CaptureToRecord) => Promise<RecordedCapture> {
  const known = batchers.get(db)
  if (known) return known
  const batcher = batchWrites((captures: CaptureToRecord[]) => recordCaptures(db, captures), {
    most: 50,
    keyOf: ({ capture }) => `${capture.provider} ${capture.providerOrderId}`,
  })
  batchers.set(db, batcher)
  return batcher
}

async function explainNothingRecorded(db: Db, capture: ProviderCapture): Promise<RecordedTip> {
  const { provider, providerOrderId, captureId } = capture
  const order = await db
    .selectFrom('tipOrder')
    .leftJoin('tip', 'tip.orderId', 'tipOrder.id')
    .select(['tipOrder.id', 'tip.captureId'])
    .where('tipOrder.provider', '=', provider)
    .where('providerOrderId', '=', providerOrderId)
    .executeTakeFirst()
  if (!order) return { kind: 'unknown_order' }
  if (order.captureId === captureId) return { kind: 'known' }
  await db
    .updateTable('tipOrder')
    .set({ status: 'MISMATCH', updatedAt: sql<Date>`now()` })
    .where('id', '=', order.id)
    .where('status', '<>', 'COMPLETED')
    .execute()
  return { kind: 'mismatch' }
}
