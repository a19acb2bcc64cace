/** Admins, what they can change about accounts, and the append-only list of what they did. */
import type { Insertable, Updateable } from 'kysely'
import type { Db, Trx } from '../../connection.ts'
import type { PlatformTables } from '../../platform-tables.ts'
import type { Schema } from '../../schema.ts'
import { uidOfName } from '../accounts/former-names.ts'

type NewAction = Insertable<PlatformTables['adminAction']>

/** Adds an action to the list. */
export async function insertAdminAction(
  db: Db,
  {
    accountUid = null,
    subject = null,
    reason = null,
    ...action
  }: Pick<NewAction, 'adminUid' | 'action'> & Partial<NewAction>,
): Promise<void> {
  await db
    .insertInto('adminAction')
    .values({ accountUid, subject, reason, ...action })
    .execute()
}

/** Lists what admins did, the latest first, with the user names of both accounts. Reads `limit` rows by key. */
export async function listActions(db: Db, { before, limit }: { before: number | undefined; limit: number }) {
  return db
    .selectFrom('adminAction as action')
    .leftJoin('account as admin', (on) =>
      on.onRef('admin.uid', '=', 'action.adminUid').on('admin.erasedAt', 'is', null),
    )
    .leftJoin('account', (on) =>
      on.onRef('account.uid', '=', 'action.accountUid').on('account.erasedAt', 'is', null),
    )
    .select([
      'action.id',
      'action.doneAt',
      'action.action',
      'action.adminUid',
      'action.subject',
      'action.reason',
    ])
    .select(['admin.userName as adminName', 'account.userName as accountName'])
    .$if(before !== undefined, (query) => query.where('action.id', '<', before!))
    .orderBy('action.id', 'desc')
    .limit(limit)
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

const managed = [
  'uid',
  'userName',
  'displayName',
  'accountType',
  'role',
  'isVerified',
  'featuredAt',
  'suspendedAt',
  'createdAt',
] as const

export type ManagedRow = NonNullable<Awaited<ReturnType<typeof findManaged>>>

/** Finds what admins can change about an account, by current or former user name in lower case. */
export async function findManaged(db: Db, userName: string) {
  return managedAccounts(db, userName).executeTakeFirst()
}

/** Finds the same with the account's address, and locks the account until the transaction ends. */
export async function lockManaged(trx: Trx, userName: string) {
  return managedAccounts(trx, userName).select(['email', 'locale']).forNoKeyUpdate().executeTakeFirst()
}

function managedAccounts(db: Db, userName: string) {
  return db
    .selectFrom('account')
    .select(managed)
    .where('uid', '=', uidOfName(userName))
    .where('erasedAt', 'is', null)
}

/** Changes an account that is locked. */
export async function updateManaged(
  trx: Trx,
  uid: string,
  set: Updateable<Schema['account']>,
): Promise<ManagedRow> {
  return trx
    .updateTable('account')
    .set(set)
    .where('uid', '=', uid)
    .returning(managed)
    .executeTakeFirstOrThrow()
}
