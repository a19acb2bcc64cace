/** Mail that accounts are owed. */
import { sql } from 'kysely'
import type { Db } from '../connection.ts'
import type { AccountMailRow } from '../account-tables.ts'

export type NewAccountMail = Pick<
  AccountMailRow,
  'id' | 'kind' | 'email' | 'locale' | 'valuesSealed' | 'expiresAt'
>

/** Owes a mail; it goes out when the transaction around it has ended. */
export async function insertAccountMail(db: Db, mail: NewAccountMail): Promise<void> {
  await db.insertInto('accountMail').values(mail).execute()
}

/**
 * Takes some mails that are due, oldest first. Each is the taker's for a minute and comes back later with each attempt; no
 * two takers get the same one.
 */
export async function takeDueAccountMails(db: Db, limit: number): Promise<AccountMailRow[]> {
  const { rows } = await sql<AccountMailRow>`
    update account_mail set
      attempts = attempts + 1,
      due_at = now() + interval '1 minute' * least(attempts + 1, 10)
    where id in (
      select id from account_mail where due_at <= now() and expires_at > now()
      order by due_at limit ${limit} for update skip locked
    )
    returning *
  `.execute(db)
  return rows
}

/** Has a mail tried again after so many seconds. */
export async function delayAccountMail(db: Db, id: string, seconds: number): Promise<void> {
  await db
    .updateTable('accountMail')
    .set({ dueAt: sql<Date>`now() + ${seconds} * interval '1 second'` })
    .where('id', '=', id)
    .execute()
}

/** Ends a mail: it was sent, or never will be. */
export async function deleteAccountMail(db: Db, id: string): Promise<void> {
  await db.deleteFrom('accountMail').where('id', '=', id).execute()
}

/** Removes the mails that came too late; how many they were. */
export async function deleteExpiredAccountMails(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('accountMail')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
