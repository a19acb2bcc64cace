/**
 * Refunds and disputes as their provider last reported them. A newer report replaces an older one, in whatever order they arrive.
 */
import { sql } from 'kysely'
import type { DisputeRow, NewDispute, NewRefund, RefundRow } from '../../ledger-tables.ts'
import type { Db, Trx } from '../../connection.ts'
import type { Provider } from '../../schema.ts'
import { isDue } from './failed-work.ts'
import type { WorkItem } from './failed-work.ts'

/** Of two reports with the same time, the one whose status is later in this list wins. */
const refundRank = sql`array_position(array['pending', 'completed', 'failed'],`
const disputeRank = sql`array_position(array['inquiry', 'inquiry_closed', 'open', 'won', 'lost'],`

/**
 * Stores a report of a refund and returns whether it contained anything new; older reports and repeats change nothing. PayPal
 * reports only in its webhook that a refund is a reversal, not in its API, so a refund that was once stored as a reversal stays
 * one.
 */
export async function saveRefund(db: Db, refund: NewRefund): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into provider_refund as known (provider, refund_id, capture_id, mode, kind, status, amount_minor, currency,
      platform_fee_minor, provider_fee_minor, occurred_at, as_of)
    values (${refund.provider}, ${refund.refundId}, ${refund.captureId}, ${refund.mode}, ${refund.kind}, ${refund.status},
      ${refund.amountMinor}, ${refund.currency}, ${refund.platformFeeMinor}, ${refund.providerFeeMinor ?? 0},
      ${refund.occurredAt}, ${refund.asOf})
    on conflict (provider, refund_id) do update set
      kind = case when 'reversal' in (known.kind, excluded.kind) then 'reversal' else 'refund' end,
      ${ifNewer('status', 'amount_minor', 'currency', 'platform_fee_minor', 'provider_fee_minor', 'as_of')},
      applied_at = null
    where ${isNewerRefund} or (excluded.kind = 'reversal' and known.kind = 'refund')
  `.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

const isNewerRefund = sql`((excluded.as_of, ${refundRank} excluded.status)) > (known.as_of, ${refundRank} known.status)))`

function ifNewer(...columns: string[]) {
  return sql.join(
    columns.map((name) => {
      const column = sql.ref(name)
      return sql`${column} = case when ${isNewerRefund} then excluded.${column} else known.${column} end`
    }),
  )
}

/** Stores a report of a dispute and returns whether it contained anything new; older reports and repeats change nothing. */
export async function saveDispute(db: Db, dispute: NewDispute): Promise<boolean> {
  const { status, amountMinor, takenMinor, currency, providerFeeMinor = 0, asOf } = dispute
  const { reason = '', respondBy = null } = dispute
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('dispute')
    .values(dispute)
    .onConflict((oc) =>
      oc
        .columns(['provider', 'disputeId'])
        .doUpdateSet({
          status,
          amountMinor,
          takenMinor,
          currency,
          providerFeeMinor,
          reason,
          respondBy,
          asOf,
          appliedAt: null,
          noticeDueAt: sql<Date>`now()`,
        })
        .where(
          sql<boolean>`(excluded.as_of, ${disputeRank} excluded.status), ${movedSince('excluded')})
            > (dispute.as_of, ${disputeRank} dispute.status), ${movedSince('dispute')})`,
        ),
    )
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * Orders reports of a dispute with the same time and status: first the dispute takes money, and when it is won, the money comes
 * back. A report that says nothing about that is the oldest.
 */
function movedSince(report: 'excluded' | 'dispute') {
  const taken = sql.ref(`${report}.takenMinor`)
  return sql`coalesce(case ${sql.ref(`${report}.status`)} when 'won' then -${taken} else ${taken} end, ${sql.lit(oldest)}::bigint)`
}
const oldest = '-9223372036854775808'

export interface CaptureKey {
  provider: Provider
  captureId: string
}

/** Returns the refunds and disputes of one capture. */
export async function listReports(
  db: Db,
  { provider, captureId }: CaptureKey,
): Promise<{ refunds: RefundRow[]; disputes: DisputeRow[] }> {
  const refunds = await db
    .selectFrom('providerRefund')
    .selectAll()
    .where('provider', '=', provider)
    .where('captureId', '=', captureId)
    .execute()
  const disputes = await db
    .selectFrom('dispute')
    .selectAll()
    .where('provider', '=', provider)
    .where('captureId', '=', captureId)
    .execute()
  return { refunds, disputes }
}

/** Returns the key of the stored failures to apply a capture's reports (`failed-work.ts`). */
export function reportItem({ provider, captureId }: CaptureKey): WorkItem {
  return { kind: 'report', key: `${provider} ${captureId}` }
}

/**
 * Lists recorded captures with reports that are not in the ledger yet. Captures that wait after a failure are not listed. Reads the
 * partial indexes of unapplied reports.
 */
export async function listUnappliedCaptures(db: Db, now: Date, limit: number): Promise<CaptureKey[]> {
  const { rows } = await sql<CaptureKey>`
    select t.provider, t.capture_id from (
      select provider, capture_id from provider_refund where applied_at is null
      union select provider, capture_id from dispute where applied_at is null
    ) report join tip t on t.provider = report.provider and t.capture_id = report.capture_id
    where ${isDue('report', sql`t.provider || ' ' || t.capture_id`, now)}
    limit ${limit}
  `.execute(db)
  return rows
}

/** Returns whether a capture has reports that are not in the ledger yet. */
export async function hasUnapplied(db: Db, { provider, captureId }: CaptureKey): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`/* prepared: has_unapplied */
    select exists (
      select from provider_refund where provider = ${provider} and capture_id = ${captureId} and applied_at is null
      union all select from dispute where provider = ${provider} and capture_id = ${captureId} and applied_at is null
    ) as exists
  `.execute(db)
  return rows[0]?.exists ?? false
}

/** Marks the reports of a capture as booked. Call it in the transaction that locked the tip and read the reports. */
export async function markApplied(trx: Trx, { provider, captureId }: CaptureKey): Promise<void> {
  for (const table of ['providerRefund', 'dispute'] as const)
    await trx
      .updateTable(table)
      .set({ appliedAt: sql<Date>`now()` })
      .where('provider', '=', provider)
      .where('captureId', '=', captureId)
      .where('appliedAt', 'is', null)
      .execute()
}
