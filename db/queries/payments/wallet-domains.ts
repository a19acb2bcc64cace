/** The payout accounts that a provider offers wallets for (Apple Pay, Google Pay) on a domain of ours. */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../connection.ts'
import type { Provider } from '../../schema.ts'
import { findPayee } from './payees.ts'
import type { PayoutAccountKey } from './payout-accounts.ts'

/** Finds a creator's ready payout account that can take wallets on the domain. */
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
 * Lists ready payout accounts of a provider that have not registered the domain, and whose last attempt did not fail after `since`; those
 * that were never tried come first. Each part reads by the index `payout_account_wallet` only what it returns.
 */
export async function listWithoutDomain(
  db: Db,
  provider: Provider,
  { domain, since, limit }: { domain: string; since: Date; limit: number },
): Promise<PayoutAccountKey[]> {
  const part = (condition: RawBuilder<unknown>) => sql`(
    select payee_id, wallet_tried_at from payout_account
    where provider = ${provider} and is_ready and ${condition} order by wallet_domain, wallet_tried_at limit ${limit}
  )`
  const parts = [
    sql`wallet_domain is null and wallet_tried_at is null`,
    sql`wallet_domain is null and wallet_tried_at < ${since}`,
    // registered for a former domain of the site
    sql`wallet_domain < ${domain}`,
    sql`wallet_domain > ${domain}`,
  ]
  const { rows } = await sql<{ payeeId: string }>`
    select payee_id from (${sql.join(parts.map(part), sql` union all `)}) as lacking
    group by payee_id order by min(wallet_tried_at) nulls first limit ${limit}
  `.execute(db)
  return rows.map(({ payeeId }) => ({ provider, payeeId }))
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
