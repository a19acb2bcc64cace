/** Payments whose record at the provider has to be read, and the entries that are booked from it. */
import { sql } from 'kysely'
import type { Db, Trx } from '../../connection.ts'
import type { Mode, TipRow } from '../../schema.ts'
import type { CaptureKey } from './reports.ts'

/** The only provider that books its fee, and refunds of our service fee, as transactions separate from the payment. */
export const recordingProvider = 'stripe'
const isOfIndex = sql`provider = ${sql.lit(recordingProvider)} and records_due_at is not null`

/** The maximum number of attempts to read a record. They take about two weeks; then the record is given up. */
export const maxRecordAttempts = 25

/** A payment whose record is to be read at the provider now. */
export type DueRecord = Pick<TipRow, 'id' | 'captureId' | 'recordsAttempts'> & { payeeId: string }

/**
 * Claims payments whose record is due, those that became due last first, and schedules their next attempt: ten seconds after the
 * first, then twice as long each time, up to a day. Reads the index of due records.
 */
export async function claimDueRecords(db: Db, mode: Mode, now: Date, limit: number): Promise<DueRecord[]> {
  const { rows } = await sql<DueRecord>`
    with due as (
      select id from tip
      where ${isOfIndex} and records_due_at <= ${now} and mode = ${mode}
      order by records_due_at desc limit ${limit} for no key update skip locked
    )
    update tip t set records_attempts = t.records_attempts + 1,
      records_due_at = ${now}::timestamptz + least(interval '1 day', interval '10 seconds' * power(2, least(t.records_attempts, 20)))
    from due join tip d on d.id = due.id join tip_order o on o.id = d.order_id
    where t.id = due.id
    returning t.id, t.capture_id, t.records_attempts, o.payee_id
  `.execute(db)
  return rows
}

/** Marks a record as complete after it was booked. If a refund was reported meanwhile, the record stays due. */
export async function completeRecord(trx: Trx, { id, recordsAttempts }: DueRecord): Promise<void> {
  await trx
    .updateTable('tip')
    .set({ recordsDueAt: null, recordsAttempts: 0 })
    .where('id', '=', id)
    .where('recordsAttempts', '=', recordsAttempts)
    .execute()
}

/** Gives a record up. It becomes due again only if a refund is reported. */
export async function giveRecordUp(db: Db, { id, recordsAttempts }: DueRecord): Promise<void> {
  await sql`
    update tip set records_due_at = 'infinity' where id = ${id} and records_attempts = ${recordsAttempts}
  `.execute(db)
}

/** Makes the record of a tip due now. */
export async function requestRecord(
  trx: Trx,
  { id, provider }: Pick<TipRow, 'id' | 'provider'>,
): Promise<void> {
  if (provider !== recordingProvider) return
  await sql`update tip set records_due_at = now(), records_attempts = 0 where id = ${id}`.execute(trx)
}

/**
 * Removes the service fee that we had computed for refunds, because the service fee is now booked from the provider's record. Such
 * refunds become unapplied, so that their entries are corrected.
 */
export async function dropComputedFees(trx: Trx, { provider, captureId }: CaptureKey): Promise<void> {
  await trx
    .updateTable('providerRefund')
    .set({ platformFeeMinor: 0, appliedAt: null })
    .where('provider', '=', provider)
    .where('captureId', '=', captureId)
    .where('platformFeeMinor', 'is', null)
    .execute()
}

/** Counts a creator's tips whose provider fee is not known yet. Reads an index of due records. */
export async function countPendingFees(db: Db, creatorUid: string, mode: Mode): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tip
    where ${isOfIndex} and provider_fee_minor is null and creator_uid = ${creatorUid} and mode = ${mode}
  `.execute(db)
  return rows[0]?.count ?? 0
}
