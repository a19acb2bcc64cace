/** Payments that providers captured and that do not match their order. They are not in any tip, nor in the ledger. */
import { sql } from 'kysely'
import type { Unmatched } from '../../../contract/admin/settlement-calls.ts'
import type { UnmatchedPayment } from '../../../contract/payments/statement-calls.ts'
import type { Db } from '../../connection.ts'
import type { Mode, OrderRow } from '../../schema.ts'
import type { CaptureKey } from './reports.ts'

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

/** What refunds and lost disputes have not given back of an unmatched payment, in minor units. */
const left = (statuses = ['completed']) => sql<number>`(u.charged_minor - coalesce((
    select sum(r.amount_minor) from provider_refund r
    where r.provider = u.provider and r.capture_id = u.capture_id and r.status = any (${statuses}) and r.currency = u.currency
  ), 0) - coalesce((
    select sum(coalesce(d.taken_minor, d.amount_minor)) from dispute d
    where d.provider = u.provider and d.capture_id = u.capture_id and d.status = 'lost' and d.currency = u.currency
  ), 0))::bigint`

const isSettledOutside = (payment: string) => sql<boolean>`exists (
    select from payment_settlement s where s.provider = ${sql.ref(`${payment}.provider`)}
      and s.capture_id = ${sql.ref(`${payment}.captureId`)} and s.way = 'outside' and s.decision = 'settled'
  )`

/**
 * A payment is closed once all of it is back, by refunds or by lost disputes, once two admins have settled it, or if it is recorded as a
 * tip after all, which a repeat of a tip is not.
 */
const isOpen = sql<boolean>`
  u.closed_at is null
  and not exists (select from tip t where t.provider = u.provider and t.capture_id = u.capture_id
    and t.repeats_tip_id is null)
  and not ${isSettledOutside('u')} and ${left()} > 0`

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

/** Lists the open unmatched payments of all creators, oldest first. Reads the index of those that no check has closed. */
export async function listAllUnmatchedPayments(db: Db, limit: number) {
  const { rows } = await sql<Captured & Pick<OrderRow, 'provider' | 'mode'> & { orderId: string }>`
    select provider, mode, order_id, capture_id, charged_minor, currency from unmatched_payment u
    where ${isOpen} order by found_at limit ${limit}
  `.execute(db)
  return rows
}

export type UnsettledRow = Omit<Unmatched, 'foundAt'> & { foundAt: Date; creatorUid: string | null }

/**
 * Lists what admins may settle, oldest first, with `key` only that payment: open unmatched payments, and payments that differ because no
 * order of ours names them. Reads the indexes of these rows.
 */
export async function listUnsettled(db: Db, limit: number, key?: CaptureKey): Promise<UnsettledRow[]> {
  const only = (table: string) =>
    key
      ? sql`and (${sql.table(table)}.provider, ${sql.table(table)}.capture_id) = (${key.provider}, ${key.captureId})`
      : sql``
  const { rows } = await sql<UnsettledRow>`
    (select u.provider, u.mode, u.capture_id as payment_id, o.payee_id, u.creator_uid, a.user_name as creator, u.found_at,
      u.charged_minor as paid, u.currency::text, o.amount_minor + o.covered_fee_minor as expected, o.currency::text as expected_currency,
      not exists (select from tip t where t.provider = u.provider and t.capture_id = u.capture_id) as is_refundable
    from unmatched_payment u join tip_order o on o.id = u.order_id join account a on a.uid = u.creator_uid
    where ${isOpen} ${only('u')} order by u.found_at limit ${limit})
    union all
    (select c.provider, c.mode, c.capture_id, c.payee_id, null, null, c.found_at, coalesce((d.sum ->> 'providerMinor')::bigint, 0),
      coalesce(d.sum ->> 'currency', ''), null, null, false
    from payment_comparison c left join lateral (
      select sum from jsonb_array_elements(c.differences) as sum order by sum ->> 'kind' <> 'payment' limit 1
    ) d on true
    where c.found_at is not null ${only('c')}
      and not exists (select from tip t where t.provider = c.provider and t.capture_id = c.capture_id)
      and not exists (select from unmatched_payment u where u.provider = c.provider and u.capture_id = c.capture_id)
    order by c.found_at limit ${limit})
    order by found_at limit ${limit}
  `.execute(db)
  return rows
}

/** Returns whether a payment without a tip is settled: it is back in full, or two admins have settled it. */
export async function isSettled(db: Db, { provider, captureId }: CaptureKey): Promise<boolean> {
  const { rows } = await sql<{ isSettled: boolean }>`
    select not exists (select from tip t where t.provider = k.provider and t.capture_id = k.capture_id) and (
      ${isSettledOutside('k')}
      or exists (select from unmatched_payment u where u.provider = k.provider and u.capture_id = k.capture_id and ${left()} <= 0)
    ) as is_settled
    from (select ${provider}::text as provider, ${captureId}::text as capture_id) k
  `.execute(db)
  return rows[0]!.isSettled
}

/** What can be refunded of an unmatched payment, as its order needs it. */
export interface RefundableUnmatched
  extends Pick<OrderRow, 'payeeId' | 'feeMode' | 'feeMinor'>, Captured, Pick<OrderRow, 'provider'> {
  providerOrderId: string
  leftMinor: number
}

/** Returns an unmatched payment with the sum that is neither back nor on its way back; undefined for an unknown payment or a tip. */
export async function findRefundableUnmatched(
  db: Db,
  { provider, captureId }: CaptureKey,
): Promise<RefundableUnmatched | undefined> {
  const { rows } = await sql<RefundableUnmatched>`
    select u.provider, u.capture_id, u.charged_minor, u.currency, o.payee_id, o.provider_order_id, o.fee_mode, o.fee_minor,
      ${left(['completed', 'pending'])} as left_minor
    from unmatched_payment u join tip_order o on o.id = u.order_id
    where u.provider = ${provider} and u.capture_id = ${captureId}
      and not exists (select from tip t where t.provider = u.provider and t.capture_id = u.capture_id)
  `.execute(db)
  return rows[0]
}

/**
 * Closes unmatched payments that nothing is left to do about, so that later checks do not read them. The rows are locked before their
 * reports are read, because a report that comes at the same time opens them again (`reopen_unmatched_payment`).
 */
export async function closeUnmatchedPayments(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<CaptureKey>`
      select provider, capture_id from unmatched_payment u
      where closed_at is null order by found_at for no key update skip locked
    `.execute(trx)
    const [providers, captures] = [
      rows.map(({ provider }) => provider),
      rows.map(({ captureId }) => captureId),
    ]
    await sql`
      update unmatched_payment u set closed_at = now()
      from unnest(${providers}::text[], ${captures}::text[]) as k (provider, capture_id)
      where u.provider = k.provider and u.capture_id = k.capture_id and not (${isOpen})
        and not exists (
          select from tip t where t.provider = u.provider and t.capture_id = u.capture_id and (
            exists (select from provider_refund r where r.provider = t.provider and r.capture_id = t.capture_id and r.applied_at is null)
            or exists (select from dispute d where d.provider = t.provider and d.capture_id = t.capture_id and d.applied_at is null)
          )
        )
    `.execute(trx)
  })
}
