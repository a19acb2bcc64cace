/** Connects the accounts into which creators are paid. */
import { randomUUID } from 'node:crypto'
import { AppError } from '../../../contract/errors.ts'
import type { Db } from '../../../db/connection.ts'
import {
  findOnboarding,
  findPayoutAccount,
  saveOnboarding,
  savePayoutAccount,
  savePayoutState,
} from '../../../db/queries/payout-accounts.ts'
import type { Provider } from '../../../db/schema.ts'
import { orUnavailable } from '../orders/payment-context.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import type { ConnectingCreator, ProviderAccount, ReturnPages } from '../provider/account-gateway.ts'

export interface PayoutToConnect {
  provider: Provider
  creator: ConnectingCreator
  /** The creator's country, two lower-case letters; undefined where creators bring their own account. */
  country?: string | undefined
  pages: ReturnPages
}

const offTexts = { paypal: 'error_paypal_off', stripe: 'error_stripe_off' } as const

/**
 * Returns the provider's page on which the creator connects an account. Where the provider opens accounts for us, one that was
 * begun is continued. Throws AppError `unavailable` where the provider or its onboarding is off, and `payment_provider` when it
 * does not respond; the creator can simply try again.
 */
export async function connectPayout(
  ctx: PaymentContext,
  { provider, creator, country, pages }: PayoutToConnect,
): Promise<string> {
  const accounts = ctx.payments[provider]?.accounts
  if (!accounts?.startOnboarding) throw new AppError('unavailable', { text: offTexts[provider] })
  const { startOnboarding, openAccount } = accounts
  const { uid } = creator
  return orUnavailable(ctx, { uid, provider }, async () => {
    if (!openAccount || country === undefined) {
      const reference = randomUUID()
      const url = await startOnboarding(reference, creator, pages)
      await saveOnboarding(ctx.db, uid, provider, reference)
      return url
    }
    const connected = await findPayoutAccount(ctx.db, uid, provider)
    const begun = connected?.payeeId ?? (await findOnboarding(ctx.db, uid, provider))
    const account = await openAccount({ ...creator, country }, begun)
    await saveOpened(ctx.db, { uid, provider, account, connectedId: connected?.payeeId })
    return startOnboarding(account.payeeId, creator, pages)
  })
}

interface OpenedAccount {
  uid: string
  provider: Provider
  account: ProviderAccount
  connectedId: string | undefined
}

/** Stores an opened account before its onboarding starts, so that it is continued when that fails. */
async function saveOpened(db: Db, { uid, provider, account, connectedId }: OpenedAccount): Promise<void> {
  const { payeeId, email } = account
  await saveOnboarding(db, uid, provider, payeeId)
  if (connectedId !== payeeId) await savePayoutAccount(db, { uid, provider, payeeId, email, isReady: false })
  await savePayoutState(db, { provider, payeeId }, account)
}

/** Stores the account that a creator connected by logging in or by an onboarding. */
export async function saveConnectedAccount(
  { db }: Pick<PaymentContext, 'db'>,
  uid: string,
  provider: Provider,
  { payeeId, state, email }: ProviderAccount,
): Promise<void> {
  await savePayoutAccount(db, { uid, provider, payeeId, email, isReady: state === 'ready' })
  await savePayoutState(db, { provider, payeeId }, { state, email })
}
