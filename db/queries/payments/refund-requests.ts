/** Refund requests of creators, stored before they are sent to a provider. */
import { sql } from 'kysely'
import type { RefundRequestRow } from '../../ledger-tables.ts'
import type { Db, Trx } from '../../connection.ts'
import type { FeeMode, TipRow } from '../../schema.ts'
import { isDue } from './failed-work.ts'
import type { WorkItem } from './failed-work.ts'
import { refundable } from './statement.ts'

/** A tip with the amounts that limit a refund of it. */
export type RefundableTip = TipRow & {
  feeMode: FeeMode
  payeeId: string
  providerOrderId: string
  /** The part of the charge, in minor units, that can be refunded now. */
  refundableMinor: number
  /** The part of the charge, in minor units, that has not been given back yet. */
  leftMinor: number
  /** The part of the service fee, in minor units, that has not been given back yet. */
  remainingFeeMinor: number
}

/** Locks and returns a tip; undefined when it is not this creator's. */
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
    select t.*, o.fee_mode, o.payee_id, o.provider_order_id, ${refundable} as refundable_minor,
      -coalesce((select sum(l.amount_minor) from ledger_entry l
        where l.tip_id = t.id and l.account = 'provider'), 0)::bigint as left_minor,
      coalesce((select sum(l.amount_minor) from ledger_entry l
        where l.tip_id = t.id and l.account = 'platform_fee'), 0)::bigint as remaining_fee_minor
    from tip t join tip_order o on o.id = t.order_id where ${which}
  `.execute(db)
  return rows[0]
}

/**
 * Lists second payments that the creator still has a part of and that nobody is sending back: the refund failed after all, or was of less.
 * A payment that is disputed, or whose refund is pending or not booked yet, is not listed. Reads the unmatched payments that
 * `closeUnmatchedPayments` has not closed.
 */
export async function listUnreturnedRepeats(
  db: Db,
  limit: number,
): Promise<Pick<TipRow, 'id' | 'creatorUid'>[]> {
  const { rows } = await sql<Pick<TipRow, 'id' | 'creatorUid'>>`
    select t.id, t.creator_uid from unmatched_payment u
    join tip t on t.provider = u.provider and t.capture_id = u.capture_id and t.repeats_tip_id is not null
    where u.closed_at is null
      and not exists (select from refund_request r where r.tip_id = t.id and r.status = 'asked')
      and not exists (select from provider_refund r where r.provider = t.provider and r.capture_id = t.capture_id
        and (r.status = 'pending' or r.applied_at is null))
      and not exists (select from dispute d where d.provider = t.provider and d.capture_id = t.capture_id
        and (d.status = 'open' or d.applied_at is null))
      and (select sum(l.amount_minor) from ledger_entry l where l.tip_id = t.id and l.account = 'provider') < 0
    order by u.found_at limit ${limit}
  `.execute(db)
  return rows
}

/** Returns whether a request of a tip has no result yet. */
export async function hasOpenRequest(db: Db, tipId: string): Promise<boolean> {
  const open = await db
    .selectFrom('refundRequest')
    .select('id')
    .where('tipId', '=', tipId)
    .where('status', '=', 'asked')
    .executeTakeFirst()
  return open !== undefined
}

/** Stores a request. A unique index allows one open request per tip. */
export async function insertRefundRequest(
  trx: Trx,
  request: { tipId: string; amountMinor: number; platformFeeMinor: number; reason: string },
) {
  return trx
    .insertInto('refundRequest')
    .values({ ...request, refundId: null, issue: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Counts a refusal of a request that is to be sent again. */
export async function countRefusal(
  db: Db,
  { id, attempt }: Pick<RefundRequestRow, 'id' | 'attempt'>,
): Promise<void> {
  await db
    .updateTable('refundRequest')
    .set({ attempt: attempt + 1 })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .execute()
}

/**
 * Completes a request with the provider's refund, or with the error code of the provider's refusal. Returns false if it was completed
 * before.
 */
export async function completeRefundRequest(
  db: Db,
  id: string,
  end: { refundId: string } | { issue: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refundRequest')
    .set({ ...end, status: 'refundId' in end ? 'done' : 'refused', settledAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'asked')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface OpenRefundRequest {
  request: RefundRequestRow
  tip: RefundableTip
}

/** Returns the key of a refund request's stored failures (`failed-work.ts`). */
export function refundItem({ request }: OpenRefundRequest): WorkItem {
  return { kind: 'refund', key: request.id }
}

/**
 * Lists requests that were made at least a minute before `now` and have no result, oldest first. Requests that wait after a failure
 * are not listed, nor that of a second payment while it is disputed: no provider refunds it meanwhile, and that may take months. Reads
 * only requests without a result, and their disputes.
 */
export async function listOpenRefundRequests(db: Db, now: Date, limit: number): Promise<OpenRefundRequest[]> {
  const requests = await db
    .selectFrom('refundRequest')
    .selectAll()
    .where('status', '=', 'asked')
    .where('createdAt', '<', new Date(now.getTime() - 60_000))
    .where(isDue('refund', sql`id::text`, now))
    .where(
      sql<boolean>`not exists (
        select from tip t join dispute d on d.provider = t.provider and d.capture_id = t.capture_id
        where t.id = refund_request.tip_id and t.repeats_tip_id is not null and d.status = 'open'
      )`,
    )
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
