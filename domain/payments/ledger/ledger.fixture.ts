/** Captures tips, reports refunds and disputes about them, and reads the ledger. */
import { sql } from 'kysely'
import type { Db } from '../../../db/connection.ts'
import type { NewOrder, OrderRow } from '../../../db/schema.ts'
import { buildOrder } from '../../../db/builders.fixture.ts'
import type { ProviderCapture, ProviderDispute, ProviderRefund } from '../provider/reports.ts'
import { recordTip } from '../orders/record-tip.ts'

/** Returns the capture of an order as its provider reports it. */
export function captureOf(order: OrderRow, capture: Partial<ProviderCapture> = {}): ProviderCapture {
  return {
    provider: order.provider,
    providerOrderId: order.providerOrderId!,
    captureId: `CAP-${order.id}`,
    payeeId: order.payeeId,
    chargedMinor: order.amountMinor + order.coveredFeeMinor,
    currency: order.currency,
    ...capture,
  }
}

/** Creates an order and captures it. The returned `eventIds` are in the outbox and not published. */
export async function captureTip(db: Db, creatorUid: string, order: Partial<NewOrder> = {}, at?: Date) {
  return captureOrder(db, await buildOrder(db, creatorUid, order), at)
}

export async function captureOrder(db: Db, order: OrderRow, at?: Date) {
  const recorded = await recordTip(db, captureOf(order), at)
  if (recorded.kind !== 'recorded') throw new Error(`the tip was not recorded: ${recorded.kind}`)
  const { tipId, jobs } = recorded
  return { order, tipId, jobs, eventIds: jobs.map(({ eventId }) => eventId) }
}

/** Creates and captures an order for a tip of 10.00 whose fee of 0.50 is split off. Returns the capture and the recorded tip. */
export async function buildTip(db: Db, creatorUid: string, order: Partial<NewOrder> = {}) {
  const tip = await captureTip(db, creatorUid, { amountMinor: 10_00, feeMinor: 50, ...order })
  return { ...captureOf(tip.order), tipId: tip.tipId, eventId: tip.eventIds[0]! }
}

/** Returns a completed refund of 4.00. */
export function refundOf(
  { provider, captureId, currency }: ProviderCapture,
  refund: Partial<ProviderRefund> = {},
): ProviderRefund {
  return {
    provider,
    mode: 'test',
    refundId: 'REFUND-1',
    captureId,
    kind: 'refund',
    status: 'completed',
    amountMinor: 4_00,
    currency,
    occurredAt: new Date('2026-11-01T10:00:00Z'),
    asOf: new Date('2026-11-01T10:00:00Z'),
    ...refund,
  }
}

/** Returns an open dispute over the whole capture. */
export function disputeOf(
  {
    provider,
    captureId,
    currency,
    chargedMinor: amountMinor,
  }: Omit<ProviderCapture, 'providerOrderId' | 'payeeId'>,
  dispute: Partial<ProviderDispute> = {},
): ProviderDispute {
  return {
    provider,
    mode: 'test',
    disputeId: 'DISPUTE-1',
    captureId,
    status: 'open',
    amountMinor,
    currency,
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    openedAt: new Date('2026-11-02T10:00:00Z'),
    asOf: new Date('2026-11-02T10:00:00Z'),
    ...dispute,
  }
}

/** Returns the balance of each account, without accounts at zero. */
export async function readBalances(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; amountMinor: number }>`
    select account, sum(amount_minor)::bigint as amount_minor from ledger_entry
    group by account having sum(amount_minor) <> 0
  `.execute(db)
  return Object.fromEntries(rows.map(({ account, amountMinor }) => [account, amountMinor]))
}

/** Returns the kinds of all movements, in the order of booking. */
export async function readKinds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from ledger_entry group by movement_id, kind order by min(id)
  `.execute(db)
  return rows.map(({ kind }) => kind)
}

/**
 * Inserts many paid card orders of 10.00 in one statement, each with a fee of 0.50 that the creator still owes. `db` must be
 * connected as the owner of the tables, because only the owner may run ANALYZE.
 */
export async function buildManyTips(db: Db, creatorUid: string, count: number): Promise<void> {
  await sql`
    with paid as (
      insert into tip_order (provider, provider_order_id, payee_id, mode, creator_uid, supporter_name, is_anonymous,
        is_private, message, amount_minor, fee_minor, fee_mode, currency, status)
      select 'stripe', ${creatorUid} || '-' || n, 'acct_1', 'test', ${creatorUid}, 'Grace', false,
        false, '', 1000, 50, 'owed', 'gbp', 'COMPLETED'
      from generate_series(1, ${count}::int) n
      returning *
    ), given as (
      insert into tip (order_id, provider, capture_id, mode, creator_uid, capture_no, supporter_name, is_anonymous,
        is_private, message, amount_minor, fee_minor, currency, records_due_at)
      select id, provider, 'pi_' || id, mode, creator_uid, row_number() over (), supporter_name, is_anonymous,
        is_private, message, amount_minor, fee_minor, currency, null
      from paid
      returning *
    ), counted as (
      update creator_counter set capture_no = ${count} where creator_uid = ${creatorUid}
    )
    insert into ledger_entry (movement_id, kind, tip_id, creator_uid, provider, mode, account, currency, amount_minor)
    select id, 'capture', id, creator_uid, provider, mode, account, currency, share
    from given, (values ('provider', -1000), ('creator', 1000), ('fee_owed', -50), ('platform_fee', 50)) e (account, share)
  `.execute(db)
  await sql`analyze`.execute(db)
}
