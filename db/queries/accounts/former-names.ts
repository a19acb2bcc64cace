/**
 * Names that accounts have changed. Each stays its owner's for a year; after an erasure it belongs to nobody for a year. Triggers of
 * the table `account` store them and refuse them to everybody else (`docs/decisions/0038-former-names.md`).
 */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../connection.ts'

/** How many former names an account holds at most, which the triggers check. */
export const maxFormerNames = 5

/** Selects the uid of the account that has a name in lower case now, or else holds it as a former one; null if there is none. */
export function uidOfName(userName: string): RawBuilder<string | null> {
  return sql`coalesce(
    (select named.uid from account named where named.user_name = ${userName}),
    (
      select f.uid from former_name f
      where f.digest = sha256(convert_to(${userName}::text, 'UTF8')) and f.held_until > now()
    )
  )`
}

/** Returns the current name of the public creator who holds a former name, in lower case; undefined for any other name. */
export async function findCurrentName(db: Db, formerName: string): Promise<string | undefined> {
  const { rows } = await sql<{ userName: string }>`
    select a.user_name from former_name f join account a on a.uid = f.uid
    where f.digest = sha256(convert_to(${formerName}::text, 'UTF8')) and f.held_until > now()
      and a.account_type = 1 and a.deletion_due_at is null and a.suspended_at is null`.execute(db)
  return rows[0]?.userName
}

/** Deletes names whose year is over. */
export async function deleteExpiredNames(db: Db): Promise<void> {
  await sql`delete from former_name where held_until <= now()`.execute(db)
}
