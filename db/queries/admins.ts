/** Admins, and the list of what they did, to which rows are only added. */
import type { Insertable } from 'kysely'
import type { Db, Trx } from '../connection.ts'
import type { PlatformTables } from '../platform-tables.ts'

/** Gives an account the role, or takes it; undefined when no account has that user name (in lower case). */
export async function setAdmin(trx: Trx, userName: string, isAdmin: boolean): Promise<string | undefined> {
  const row = await trx
    .updateTable('account')
    .set({ role: isAdmin ? 'admin' : 'user' })
    .where('userName', '=', userName)
    .where('erasedAt', 'is', null)
    .returning('uid')
    .executeTakeFirst()
  if (!row) return undefined
  await insertAdminAction(trx, { adminUid: null, action: isAdmin ? 'grant' : 'revoke', accountUid: row.uid })
  return row.uid
}

type NewAction = Insertable<PlatformTables['adminAction']>

export async function insertAdminAction(
  db: Db,
  {
    accountUid = null,
    subject = null,
    ...action
  }: Omit<NewAction, 'accountUid' | 'subject'> & Partial<NewAction>,
): Promise<void> {
  await db
    .insertInto('adminAction')
    .values({ accountUid, subject, ...action })
    .execute()
}

/** Lists the user names of all admins. */
export async function listAdmins(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .select('userName')
    .where('role', '=', 'admin')
    .orderBy('userName')
    .execute()
  return rows.map(({ userName }) => userName)
}
