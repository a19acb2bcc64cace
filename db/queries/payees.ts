/** Whom a tip may go to, and what it may go toward. */
import type { Db } from '../connection.ts'
import type { Provider } from '../schema.ts'

/** A creator's payee at one provider; undefined when there is no such creator or nothing is ready there. */
export async function findPayee(db: Db, creatorUid: string, provider: Provider) {
  return db
    .selectFrom('account')
    .innerJoin('payoutAccount', 'payoutAccount.uid', 'account.uid')
    .select(['account.uid', 'account.currency', 'account.displayName', 'payoutAccount.providerAccountId'])
    .where('account.uid', '=', creatorUid)
    .where('account.accountType', '=', 1)
    .where('account.deletionDueAt', 'is', null)
    .where('payoutAccount.provider', '=', provider)
    .where('payoutAccount.isReady', '=', true)
    .executeTakeFirst()
}

/** The title of a creator's goal that takes tips now; undefined when it is another's, closed or over. */
export async function findOpenGoal(db: Db, creatorUid: string, goaluuid: string, now = new Date()) {
  return db
    .selectFrom('goal')
    .select(['goaluuid', 'title'])
    .where('goaluuid', '=', goaluuid)
    .where('creatorUid', '=', creatorUid)
    .where('status', '=', 'ACTIVE')
    .where((eb) => eb.or([eb('endDate', 'is', null), eb('endDate', '>', now)]))
    .executeTakeFirst()
}
