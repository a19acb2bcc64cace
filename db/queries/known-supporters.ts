/** Which accounts are known well enough to be let through while others have to prove something. */
import { sql } from 'kysely'
import type { Db } from '../connection.ts'

/**
 * True for an account that is a week old, or gave a tip that was not returned. Every account has a confirmed email address. A
 * stranger who wants many such accounts needs as many mailboxes, and a week of patience or a payment for each.
 */
export async function isKnownSupporter(db: Db, uid: string): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`
    select exists (
      select from account where uid = ${uid} and created_at < now() - interval '7 days'
      union all
      select from tip where supporter_uid = ${uid} and returned_minor = 0
    ) as is_known`.execute(db)
  return rows[0]!.isKnown
}
