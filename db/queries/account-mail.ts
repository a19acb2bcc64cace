/** The contents of account mail; its delivery is in `deliveries.ts`. */
import type { Db } from '../connection.ts'
import type { AccountMailRow } from '../account-tables.ts'

export type NewAccountMail = Pick<
  AccountMailRow,
  'id' | 'kind' | 'email' | 'locale' | 'valuesSealed' | 'expiresAt'
>

/** Enqueues an account mail. It is sent after the caller's transaction is committed. */
export async function insertAccountMail(db: Db, mail: NewAccountMail): Promise<void> {
  await db.insertInto('accountMail').values(mail).execute()
}

/** Returns the contents of an account mail; undefined when its address was erased meanwhile. */
export async function findAccountMail(db: Db, id: string): Promise<AccountMailRow | undefined> {
  return db.selectFrom('accountMail').selectAll().where('id', '=', id).executeTakeFirst()
}
