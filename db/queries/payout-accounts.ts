/** Where creators are paid. */
import type { Db } from '../connection.ts'
import type { Provider } from '../schema.ts'

export interface NewPayoutAccount {
  uid: string
  provider: Provider
  providerAccountId: string
  email: string | null
  isReady: boolean
}

/** Connects a creator's account at a provider, in place of the one that was connected. */
export async function savePayoutAccount(db: Db, account: NewPayoutAccount): Promise<void> {
  const { providerAccountId, email, isReady } = account
  await db
    .insertInto('payoutAccount')
    .values(account)
    .onConflict((oc) => oc.columns(['uid', 'provider']).doUpdateSet({ providerAccountId, email, isReady }))
    .execute()
}

/** A creator's account at a provider, ready or not. */
export async function findPayoutAccount(db: Db, uid: string, provider: Provider) {
  return db
    .selectFrom('payoutAccount')
    .select(['providerAccountId', 'email', 'isReady'])
    .where('uid', '=', uid)
    .where('provider', '=', provider)
    .executeTakeFirst()
}
