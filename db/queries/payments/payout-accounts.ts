import type { Insertable } from 'kysely'
import type { Db, Trx } from '../../connection.ts'
import type { AccountRow, Provider, Schema } from '../../schema.ts'

export type NewPayoutAccount = Insertable<Schema['payoutAccount']>

/** Connects an account of a creator at a provider, replacing the previous one. */
export async function savePayoutAccount(db: Db, account: NewPayoutAccount): Promise<void> {
  const { payeeId, email, isReady = false } = account
  const set = { payeeId, email, isReady, isRestricted: false, walletDomain: null, walletTriedAt: null }
  await db
    .insertInto('payoutAccount')
    .values(account)
    .onConflict((oc) => oc.columns(['uid', 'provider']).doUpdateSet(set))
    .execute()
}

export interface PayoutAccountKey {
  provider: Provider
  payeeId: string
}

/**
 * Stores the state of an account for every creator who is paid into it. A creator who has connected another account meanwhile keeps that
 * one. Without `email` the stored email stays. Returns the creators who were paid into it until now and no longer are.
 */
export async function savePayoutState(
  trx: Trx,
  { provider, payeeId }: PayoutAccountKey,
  { state, email }: { state: 'unfinished' | 'restricted' | 'ready'; email?: string | null },
): Promise<AccountRow[]> {
  const paid = await trx
    .selectFrom('payoutAccount')
    .innerJoin('account', 'account.uid', 'payoutAccount.uid')
    .selectAll('account')
    .where('payoutAccount.provider', '=', provider)
    .where('payeeId', '=', payeeId)
    .where('isReady', '=', true)
    .where('erasedAt', 'is', null)
    .forUpdate('payoutAccount')
    .execute()
  for (const table of ['payoutAccount', 'waitingPayoutAccount'] as const)
    await trx
      .updateTable(table)
      .set({ isReady: state === 'ready', isRestricted: state === 'restricted' })
      .$if(email !== undefined, (query) => query.set({ email: email ?? null }))
      .where('provider', '=', provider)
      .where('payeeId', '=', payeeId)
      .execute()
  return state === 'ready' ? [] : paid
}

/** Finds the account that a creator has connected at a provider, ready or not. */
export async function findPayoutAccount(db: Db, uid: string, provider: Provider) {
  return db
    .selectFrom('payoutAccount')
    .select(['payeeId', 'email', 'isReady', 'isRestricted'])
    .where('uid', '=', uid)
    .where('provider', '=', provider)
    .executeTakeFirst()
}

/** Returns true when at least one creator has connected the account, even if it does not receive tips yet. */
export async function isConnected(db: Db, { provider, payeeId }: PayoutAccountKey): Promise<boolean> {
  const connectedIn = (table: 'payoutAccount' | 'waitingPayoutAccount') =>
    db.selectFrom(table).select('uid').where('provider', '=', provider).where('payeeId', '=', payeeId)
  const row = await connectedIn('payoutAccount')
    .unionAll(connectedIn('waitingPayoutAccount'))
    .executeTakeFirst()
  return row !== undefined
}

/** Disconnects a creator's account at a provider. */
export async function deletePayoutAccount(db: Db, uid: string, provider: Provider): Promise<void> {
  await db.deleteFrom('payoutAccount').where('uid', '=', uid).where('provider', '=', provider).execute()
}

/** Finds the reference of an onboarding that a creator has started at a provider. Disconnecting the account does not delete it. */
export async function findOnboarding(db: Db, uid: string, provider: Provider): Promise<string | undefined> {
  const row = await db
    .selectFrom('payoutOnboarding')
    .select('reference')
    .where('uid', '=', uid)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.reference
}

/** Finds the creator whose onboarding has a reference. */
export async function findOnboardingUid(
  db: Db,
  provider: Provider,
  reference: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('payoutOnboarding')
    .select('uid')
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row?.uid
}

/** Deletes the reference of a creator's onboarding. */
export async function deleteOnboarding(db: Db, uid: string, provider: Provider): Promise<void> {
  await db.deleteFrom('payoutOnboarding').where('uid', '=', uid).where('provider', '=', provider).execute()
}

/** Stores the reference of an onboarding, replacing an earlier one. */
export async function saveOnboarding(
  db: Db,
  uid: string,
  provider: Provider,
  reference: string,
): Promise<void> {
  await db
    .insertInto('payoutOnboarding')
    .values({ uid, provider, reference })
    .onConflict((oc) => oc.columns(['uid', 'provider']).doUpdateSet({ reference }))
    .execute()
}
