/** Emails about accounts: their contents are in the row of their delivery. */
import type { Db } from '../../connection.ts'
import type { AccountMail } from '../../delivery-tables.ts'

/** Enqueues an email about an account. It is sent after the caller's transaction is committed. */
export async function insertAccountMail(
  db: Db,
  { id, expiresAt, mail }: { id: string; expiresAt: Date; mail: AccountMail },
): Promise<void> {
  await db
    .insertInto('delivery')
    .values({ id, destination: 'account-mail', expiresAt, mail: JSON.stringify(mail) })
    .execute()
}

/** Returns the contents of an email about an account; undefined when its address was erased meanwhile. */
export async function findAccountMail(db: Db, id: string): Promise<AccountMail | undefined> {
  const row = await db.selectFrom('delivery').select('mail').where('id', '=', id).executeTakeFirst()
  return row?.mail ?? undefined
}
