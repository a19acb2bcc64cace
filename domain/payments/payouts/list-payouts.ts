/** The state of a creator's accounts at the providers, as it was last read there. */
import type { CallResponse } from '../../../contract/call.ts'
import type { getPayoutAccounts } from '../../../contract/payout-calls.ts'
import {
  deleteOnboarding,
  deletePayoutAccount,
  findOnboarding,
  findPayoutAccount,
} from '../../../db/queries/payout-accounts.ts'
import type { Provider } from '../../../db/schema.ts'
import type { PaymentContext } from '../orders/payment-context.ts'

type PayoutViews = CallResponse<typeof getPayoutAccounts>

/** Returns a creator's account at every provider. */
export async function listPayouts(ctx: PaymentContext, uid: string): Promise<PayoutViews> {
  const [paypal, stripe] = await Promise.all([viewPayout(ctx, uid, 'paypal'), viewPayout(ctx, uid, 'stripe')])
  return { paypal, stripe }
}

async function viewPayout(
  ctx: PaymentContext,
  uid: string,
  provider: Provider,
): Promise<PayoutViews[Provider]> {
  const { accounts } = ctx.payments[provider] ?? {}
  if (!accounts) return { state: 'off', email: null }
  const account = await findPayoutAccount(ctx.db, uid, provider)
  if (account) {
    const notReady = account.isRestricted ? 'restricted' : 'unfinished'
    return { state: account.isReady ? 'ready' : notReady, email: account.email }
  }
  // Where we open no account ourselves, there is only the reference of the onboarding until it is finished.
  const isBegun = !accounts.openAccount && (await findOnboarding(ctx.db, uid, provider)) !== undefined
  return { state: isBegun ? 'unfinished' : 'not_connected', email: null }
}

/** Disconnects a creator's account here; nothing changes at the provider. An account that we opened is continued on reconnecting. */
export async function disconnectPayout(ctx: PaymentContext, uid: string, provider: Provider): Promise<void> {
  await deletePayoutAccount(ctx.db, uid, provider)
  const { accounts } = ctx.payments[provider] ?? {}
  if (accounts && !accounts.openAccount) await deleteOnboarding(ctx.db, uid, provider)
}
