/**
 * Decides which accounts may open an order without a proof of work while other accounts need one, because the creator has many
 * unpaid orders or declined payments. A bot would need many such accounts, and each takes time or money to get.
 */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'

/**
 * Returns true for an account that is at least a week old, or gave a tip that was not returned. Every account has a confirmed email
 * address, so an attacker with many such accounts needs a mailbox for each, and a week or a payment.
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
