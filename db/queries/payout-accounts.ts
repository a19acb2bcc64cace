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
  const set = { providerAccountId, email, isReady, isRestricted: false }
  await db
    .insertInto('payoutAccount')
    .values(account)
    .onConflict((oc) => oc.columns(['uid', 'provider']).doUpdateSet(set))
    .execute()
}

export interface PayoutAccountKey {
  provider: Provider
  providerAccountId: string
}

/**
 * Stores how an account stands at its provider, for every creator who is paid into it; whoever has connected another meanwhile
 * keeps that. An e-mail left out stays.
 */
export async function savePayoutState(
  db: Db,
  { provider, providerAccountId }: PayoutAccountKey,
  { state, email }: { state: 'unfinished' | 'restricted' | 'ready'; email?: string | null },
): Promise<void> {
  await db
    .updateTable('payoutAccount')
    .set({ isReady: state === 'ready', isRestricted: state === 'restricted' })
    .$if(email !== undefined, (query) => query.set({ email: email ?? null }))
    .where('provider', '=', provider)
    .where('providerAccountId', '=', providerAccountId)
    .execute()
}

/** A creator's account at a provider, ready or not. */
export async function findPayoutAccount(db: Db, uid: string, provider: Provider) {
  return db
    .selectFrom('payoutAccount')
    .select(['providerAccountId', 'email', 'isReady', 'isRestricted'])
    .where('uid', '=', uid)
    .where('provider', '=', provider)
    .executeTakeFirst()
}

/** Whether any creator has connected an account. */
export async function isConnected(
  db: Db,
  { provider, providerAccountId }: PayoutAccountKey,
): Promise<boolean> {
  const row = await db
    .selectFrom('payoutAccount')
    .select('uid')
    .where('provider', '=', provider)
    .where('providerAccountId', '=', providerAccountId)
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets a creator's account at a provider. */
export async function deletePayoutAccount(db: Db, uid: string, provider: Provider): Promise<void> {
  await db.deleteFrom('payoutAccount').where('uid', '=', uid).where('provider', '=', provider).execute()
}

/** What a creator has begun at a provider; it outlives a disconnection. */
export async function findOnboarding(db: Db, uid: string, provider: Provider): Promise<string | undefined> {
  const row = await db
    .selectFrom('payoutOnboarding')
    .select('reference')
    .where('uid', '=', uid)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.reference
}

/** Whose onboarding has a mark. */
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

/** Forgets what a creator has begun. */
export async function deleteOnboarding(db: Db, uid: string, provider: Provider): Promise<void> {
  await db.deleteFrom('payoutOnboarding').where('uid', '=', uid).where('provider', '=', provider).execute()
}

/** Remembers what a creator has begun, in place of what was begun before. */
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
