/** Work on payments that failed: when it is retried, and which of it the operator has to look at. */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'
import type { FailedWorkKind } from '../../ledger-tables.ts'

/** The wait after the first failure, and the longest wait, in seconds. */
const firstWaitSeconds = 30
const maxWaitSeconds = 6 * 3600
/** With these waits, retries continue for about three days. Providers resend a webhook for about as long. */
const maxAttempts = 24

export interface WorkItem {
  kind: FailedWorkKind
  key: string
}

/**
 * A condition that an item may be worked on: it is not given up and not waiting after a failure. `key` is an SQL expression of the
 * item's key.
 */
export function isDue(kind: FailedWorkKind, key: ReturnType<typeof sql>, now: Date) {
  return sql<boolean>`not exists (
    select from failed_work f
    where f.kind = ${kind} and f.key = ${key} and (f.given_up_at is not null or f.next_attempt_at > ${now})
  )`
}

/**
 * Records that an item failed. The wait before its next attempt doubles each time, up to six hours, and a random part of up to
 * half is taken off. Returns true when the item is given up.
 */
export async function noteFailedWork(
  db: Db,
  { kind, key }: WorkItem,
  { reason, now }: { reason: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ isGivenUp: boolean }>`
    insert into failed_work as f (kind, key, attempts, reason, next_attempt_at)
    values (${kind}, ${key}, 1, ${reason.slice(0, 300)}, ${nextAttempt(sql`1`, now)})
    on conflict (kind, key) do update set
      attempts = f.attempts + 1,
      reason = excluded.reason,
      next_attempt_at = ${nextAttempt(sql`f.attempts + 1`, now)},
      given_up_at = case when f.attempts + 1 >= ${maxAttempts} then ${now}::timestamptz end
    returning given_up_at is not null as is_given_up
  `.execute(db)
  return rows[0]!.isGivenUp
}

function nextAttempt(attempts: ReturnType<typeof sql>, now: Date) {
  return sql`${now}::timestamptz + interval '1 second' * (0.5 + random() / 2)
    * least(${firstWaitSeconds} * power(2, ${attempts} - 1), ${maxWaitSeconds})`
}

/** Deletes the record of an item's failures after an attempt succeeded. */
export async function forgetFailedWork(db: Db, { kind, key }: WorkItem): Promise<void> {
  await db.deleteFrom('failedWork').where('kind', '=', kind).where('key', '=', key).execute()
}

/** Lists work that was given up, oldest first. Reads only given-up work. */
export async function listGivenUpWork(db: Db, limit: number) {
  return db
    .selectFrom('failedWork')
    .select(['kind', 'key', 'reason', 'givenUpAt'])
    .where('givenUpAt', 'is not', null)
    .orderBy('givenUpAt')
    .limit(limit)
    .execute()
}
