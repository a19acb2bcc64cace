/**
 * Registers the domain of our pages for creators' accounts. Without it their tip boxes offer no wallets. It is done here and not when a
 * creator connects, so that accounts that were connected before, a new domain and failed attempts need nothing else.
 */
import { listWithoutDomain, saveWalletDomain } from '../../../db/queries/payments/wallet-domains.ts'
import type { PayoutAccountKey } from '../../../db/queries/payments/payout-accounts.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import type { PaymentProvider } from '../provider/payment-provider.ts'

/** In milliseconds: how long after an attempt the next one comes, for an account whose domain is not registered. */
const retryMs = 3_600_000
const maxAccounts = 50

/** Registers the domain for accounts that lack it, at most fifty per provider and call. A failed attempt is repeated after an hour. */
export async function registerDomains(ctx: PaymentContext, domain: string, now = new Date()): Promise<void> {
  const since = new Date(now.getTime() - retryMs)
  for (const provider of Object.values(ctx.payments)) {
    if (!provider?.accounts.registerDomain) continue
    const accounts = await listWithoutDomain(ctx.db, provider.name, { domain, since, limit: maxAccounts })
    for (const account of accounts) await registerDomain(ctx, provider, { account, domain, now })
  }
}

async function registerDomain(
  { db, log }: PaymentContext,
  { accounts }: PaymentProvider,
  { account, domain, now }: { account: PayoutAccountKey; domain: string; now: Date },
): Promise<void> {
  const problem = await accounts
    .registerDomain?.(account.payeeId, domain)
    .catch((error: Error) => error.message)
  if (problem !== undefined) log.warn({ ...account, domain, reason: problem }, 'no wallets for a creator')
  await saveWalletDomain(db, account, { domain: problem === undefined ? domain : null, now })
}
