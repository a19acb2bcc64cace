/** The contents of account mail; its delivery is in `deliveries.ts`. */
import type { Db } from '../connection.ts'
import type { AccountMailRow } from '../account-tables.ts'

export type NewAccountMail = Pick<
  AccountMailRow,
  'id' | 'kind' | 'email' | 'locale' | 'valuesSealed' | 'expiresAt'
>

/** Enqueues a mail; it is sent once the transaction around the call is committed. */
export async function insertAccountMail(db: Db, mail: NewAccountMail): Promise<void> {
  await db.insertInto('accountMail').values(mail).execute()
}

/** Returns a mail's contents; undefined when the address was erased meanwhile. */
export async function findAccountMail(db: Db, id: string): Promise<AccountMailRow | undefined> {
  return db.selectFrom('accountMail').selectAll().where('id', '=', id).executeTakeFirst()
}
