/** Finds the recipients of a tip: the creator's payout account, and an open goal. */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'
import type { Provider } from '../../schema.ts'
import { wordSettingsOf } from '../moderation/word-settings.ts'

/**
 * Finds the payout account of a creator at a provider, with the creator's word settings; undefined when the account is not ready,
 * or the creator is suspended or does not exist.
 */
export async function findPayee(db: Db, creatorUid: string, provider: Provider) {
  return db
    .selectFrom('account')
    .innerJoin('payoutAccount', 'payoutAccount.uid', 'account.uid')
    .select(['account.uid', 'account.currency', 'account.displayName', 'account.userName'])
    .select(['payoutAccount.payeeId', 'payoutAccount.walletDomain'])
    .select(wordSettingsOf(sql.ref('account.uid')).as('words'))
    .where('account.uid', '=', creatorUid)
    .where('account.accountType', '=', 1)
    .where('account.deletionDueAt', 'is', null)
    .where('account.suspendedAt', 'is', null)
    .where('payoutAccount.provider', '=', provider)
    .where('payoutAccount.isReady', '=', true)
    .executeTakeFirst()
}

/**
 * Finds a goal that accepts tips now; undefined when it is closed, has ended, is hidden, or belongs to another creator.
 */
export async function findOpenGoal(db: Db, creatorUid: string, goalId: string, now = new Date()) {
  return db
    .selectFrom('goal')
    .select(['goalId', 'title'])
    .where('goalId', '=', goalId)
    .where('creatorUid', '=', creatorUid)
    .where('status', '=', 'ACTIVE')
    .where('hiddenAt', 'is', null)
    .where((eb) => eb.or([eb('endDate', 'is', null), eb('endDate', '>', now)]))
    .executeTakeFirst()
}
