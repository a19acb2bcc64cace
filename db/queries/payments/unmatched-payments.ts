/** Payments that providers captured and that do not match their order. They are not in any tip, nor in the ledger. */
import { sql } from 'kysely'
import type { UnmatchedPayment } from '../../../contract/payments/statement-calls.ts'
import type { Db } from '../../connection.ts'
import type { Mode, OrderRow } from '../../schema.ts'

interface Captured {
  captureId: string
  chargedMinor: number
  currency: string
}

/** Stores a capture that does not match its order. Repeats change nothing. */
export async function insertUnmatchedPayment(
  db: Db,
  { id: orderId, provider, creatorUid, mode }: Pick<OrderRow, 'id' | 'provider' | 'creatorUid' | 'mode'>,
  { captureId, chargedMinor, currency }: Captured,
): Promise<void> {
  await db
    .insertInto('unmatchedPayment')
    .values({ provider, captureId, orderId, creatorUid, mode, chargedMinor, currency })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/**
 * A payment is closed once all of it is back, by refunds or by lost disputes, or it is recorded as a tip after all, which a repeat of a
 * tip is not.
 */
const isOpen = sql<boolean>`
  not exists (select from tip t where t.provider = u.provider and t.capture_id = u.capture_id
    and t.repeats_tip_id is null)
  and coalesce((
    select sum(r.amount_minor) from provider_refund r
    where r.provider = u.provider and r.capture_id = u.capture_id and r.status = 'completed' and r.currency = u.currency
  ), 0) + coalesce((
    select sum(coalesce(d.taken_minor, d.amount_minor)) from dispute d
    where d.provider = u.provider and d.capture_id = u.capture_id and d.status = 'lost' and d.currency = u.currency
  ), 0) < u.charged_minor`

/** An unmatched payment of the contract whose `foundAt` is a Date. */
export type UnmatchedPaymentRow = Omit<UnmatchedPayment, 'foundAt'> & { foundAt: Date }

/** Lists a creator's open unmatched payments, latest first. Reads an index of the creator's unmatched payments. */
export async function listUnmatchedPayments(
  db: Db,
  { creatorUid, mode }: { creatorUid: string; mode: Mode },
  limit: number,
): Promise<UnmatchedPaymentRow[]> {
  const { rows } = await sql<UnmatchedPaymentRow>`
    select u.provider, u.capture_id as payment_id, u.found_at, u.charged_minor as paid, u.currency as paid_currency,
      o.amount_minor + o.covered_fee_minor as expected, o.currency as expected_currency
    from unmatched_payment u join tip_order o on o.id = u.order_id
    where u.creator_uid = ${creatorUid} and u.mode = ${mode} and ${isOpen}
    order by u.found_at desc limit ${limit}
  `.execute(db)
  return rows
}

/** Lists the open unmatched payments of all creators, oldest first. Reads no other payments. */
export async function listAllUnmatchedPayments(db: Db, limit: number) {
  const { rows } = await sql<Captured & Pick<OrderRow, 'provider' | 'mode'> & { orderId: string }>`
    select provider, mode, order_id, capture_id, charged_minor, currency from unmatched_payment u
    where ${isOpen} order by found_at limit ${limit}
  `.execute(db)
  return rows
}
