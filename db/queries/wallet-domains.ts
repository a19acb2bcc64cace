/** For which payout accounts a provider offers wallets (Apple Pay, Google Pay) on a domain of ours. */
import { sql } from 'kysely'
import type { Db } from '../connection.ts'
import type { Provider } from '../schema.ts'
import { findPayee } from './payees.ts'
import type { PayoutAccountKey } from './payout-accounts.ts'

/** Finds the ready payout account of a creator for which wallets are offered on the domain. */
export async function findWalletPayee(
  db: Db,
  creatorUid: string,
  provider: Provider,
  domain: string,
): Promise<string | undefined> {
  const payee = await findPayee(db, creatorUid, provider)
  return payee?.currency && payee.walletDomain === domain ? payee.payeeId : undefined
}

/**
 * Lists ready payout accounts of a provider for which the domain is not registered, and which were not tried after `since`; those that
 * were never tried come first. Reads one row per creator of the provider.
 */
export async function listWithoutDomain(
  db: Db,
  provider: Provider,
  { domain, since, limit }: { domain: string; since: Date; limit: number },
): Promise<PayoutAccountKey[]> {
  return db
    .selectFrom('payoutAccount')
    .select(['provider', 'payeeId'])
    .distinct()
    .select(sql<Date>`coalesce(wallet_tried_at, '-infinity')`.as('triedAt'))
    .where('provider', '=', provider)
    .where('isReady', '=', true)
    .where(sql<boolean>`wallet_domain is distinct from ${domain}`)
    .where((eb) => eb.or([eb('walletTriedAt', 'is', null), eb('walletTriedAt', '<', since)]))
    .orderBy('triedAt')
    .limit(limit)
    .execute()
}

/** Stores for every creator who is paid into an account whether its domain was registered; `domain` is null if it was not. */
export async function saveWalletDomain(
  db: Db,
  { provider, payeeId }: PayoutAccountKey,
  { domain, now }: { domain: string | null; now: Date },
): Promise<void> {
  await db
    .updateTable('payoutAccount')
    .set({ walletDomain: domain, walletTriedAt: now })
    .where('provider', '=', provider)
    .where('payeeId', '=', payeeId)
    .execute()
}
