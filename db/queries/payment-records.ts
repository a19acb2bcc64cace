/** Which payments' records are to be read at their provider, and what is booked of them. */
import { sql } from 'kysely'
import type { Db, Trx } from '../connection.ts'
import type { Mode, TipRow } from '../schema.ts'
import type { CaptureKey } from './reports.ts'

/** The provider that books its fee and the refunds of ours apart from the payment. The index is for it alone. */
export const recordingProvider = 'stripe'
const isOfIndex = sql`provider = ${sql.lit(recordingProvider)} and records_due_at is not null`

/** After this many attempts, some two weeks, a record is given up. */
export const maxRecordAttempts = 25

/** A payment whose record is to be read now. */
export type DueRecord = Pick<TipRow, 'id' | 'captureId' | 'recordsAttempts'> & { payeeId: string }

/**
 * Claims payments whose record is due, the latest first, and puts their next attempt off: by ten seconds after the first, then twice
 * as long each time, up to a day. Reads the index of due records.
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

/** Ends a claim whose record is booked. A refund that was reported meanwhile keeps it due. */
export async function completeRecord(trx: Trx, { id, recordsAttempts }: DueRecord): Promise<void> {
  await trx
    .updateTable('tip')
    .set({ recordsDueAt: null, recordsAttempts: 0 })
    .where('id', '=', id)
    .where('recordsAttempts', '=', recordsAttempts)
    .execute()
}

/** Gives a claim up: only a refund makes it due again. */
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
 * Leaves the service fee out of refunds whose share of it was computed: it is booked from the record. They count as not applied
 * again if there were any.
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

/** Counts a creator's tips whose provider's fee is not known. Reads an index of these. */
export async function countPendingFees(db: Db, creatorUid: string, mode: Mode): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tip
    where ${isOfIndex} and provider_fee_minor is null and creator_uid = ${creatorUid} and mode = ${mode}
  `.execute(db)
  return rows[0]?.count ?? 0
}
