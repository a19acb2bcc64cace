/** Refunds that creators ask for, kept before a provider is asked. */
import { sql } from 'kysely'
import type { RefundRequestRow, RefundRow } from '../ledger-tables.ts'
import type { Db, Trx } from '../connection.ts'
import type { FeeMode, TipRow } from '../schema.ts'
import { refundable } from './statement.ts'

/** A tip of a creator as a refund of it needs it. */
export type RefundableTip = TipRow & {
  feeMode: FeeMode
  providerAccountId: string
  /** What of the charge could be given back now, and what of the platform's fee is still with it. */
  refundableMinor: number
  feeLeftMinor: number
}

/** The creator's own tip, locked; undefined when it is another's. */
export async function lockRefundableTip(
  trx: Trx,
  tipId: string,
  creatorUid: string,
): Promise<RefundableTip | undefined> {
  await sql`select from tip where id = ${tipId} and creator_uid = ${creatorUid} for no key update`.execute(
    trx,
  )
  return readRefundable(trx, sql`t.id = ${tipId} and t.creator_uid = ${creatorUid}`)
}

async function readRefundable(db: Db, which: ReturnType<typeof sql>): Promise<RefundableTip | undefined> {
  const { rows } = await sql<RefundableTip>`
    select t.*, o.fee_mode, o.provider_account_id, ${refundable} as refundable_minor,
      coalesce((select sum(l.amount_minor) from ledger_entry l
        where l.tip_id = t.id and l.account = 'platform_fee'), 0)::bigint as fee_left_minor
    from tip t join tip_order o on o.id = t.order_id where ${which}
  `.execute(db)
  return rows[0]
}

/** Keeps a request; the database lets one at a time be open for a tip. */
export async function insertRefundRequest(
  trx: Trx,
  request: { tipId: string; amountMinor: number; platformFeeMinor: number; reason: string },
): Promise<RefundRequestRow> {
  return trx
    .insertInto('refundRequest')
    .values({ ...request, refundId: null, issue: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Ends a request: with the provider's refund, or with its word for a refusal. */
export async function settleRefundRequest(
  db: Db,
  id: string,
  end: { refundId: string } | { issue: string },
): Promise<void> {
  await db
    .updateTable('refundRequest')
    .set({ ...end, status: 'refundId' in end ? 'done' : 'refused', settledAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'asked')
    .execute()
}

/**
 * Whether a refund is the one that a request of ours asked for: of its tip, over its amount, and known as its answer where the
 * answer is known.
 */
export async function isAskedRefund(
  db: Db,
  requestId: string,
  refund: Pick<RefundRow, 'provider' | 'refundId' | 'captureId' | 'amountMinor'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('refundRequest as r')
    .innerJoin('tip as t', 't.id', 'r.tipId')
    .select('r.id')
    .where((eb) => eb(eb.cast('r.id', 'text'), '=', requestId)) // it comes from outside, and may be no uuid
    .where('t.provider', '=', refund.provider)
    .where('t.captureId', '=', refund.captureId)
    .where('r.amountMinor', '=', refund.amountMinor)
    .where('r.status', '<>', 'refused')
    .where((eb) => eb.or([eb('r.refundId', 'is', null), eb('r.refundId', '=', refund.refundId)]))
    .executeTakeFirst()
  return row !== undefined
}

export interface OpenRefundRequest {
  request: RefundRequestRow
  tip: RefundableTip
}

/** Requests that were asked before `before` and have no answer, the oldest first. */
export async function listOpenRefundRequests(
  db: Db,
  before: Date,
  limit: number,
): Promise<OpenRefundRequest[]> {
  const requests = await db
    .selectFrom('refundRequest')
    .selectAll()
    .where('status', '=', 'asked')
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .limit(limit)
    .execute()
  const found = await Promise.all(
    requests.map(async (request) => ({
      request,
      tip: await readRefundable(db, sql`t.id = ${request.tipId}`),
    })),
  )
  return found.flatMap(({ request, tip }) => (tip ? [{ request, tip }] : []))
}
