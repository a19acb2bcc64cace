/** How a creator's accounts at the providers stand, as they were last read there. */
import type { Provider } from '../../../db/schema.ts'
import {
  deleteOnboarding,
  deletePayoutAccount,
  findOnboarding,
  findPayoutAccount,
} from '../../../db/queries/payout-accounts.ts'
import type { PayoutState } from '../provider/payment-provider.ts'
import type { PaymentContext } from '../orders/payment-context.ts'

export interface PayoutView {
  state: 'off' | 'not_connected' | PayoutState
  email: string | null
}

/** Both providers' accounts of a creator. */
export async function listPayouts(ctx: PaymentContext, uid: string) {
  const [paypal, stripe] = await Promise.all([viewPayout(ctx, uid, 'paypal'), viewPayout(ctx, uid, 'stripe')])
  return { paypal, stripe }
}

async function viewPayout(ctx: PaymentContext, uid: string, provider: Provider): Promise<PayoutView> {
  if (!ctx.payments[provider]) return { state: 'off', email: null }
  const account = await findPayoutAccount(ctx.db, uid, provider)
  if (account) {
    const begun = account.isRestricted ? 'restricted' : 'unfinished'
    return { state: account.isReady ? 'ready' : begun, email: account.email }
  }
  // At PayPal a seller has no account with us until its page was finished.
  const isBegun = provider === 'paypal' && (await findOnboarding(ctx.db, uid, provider)) !== undefined
  return { state: isBegun ? 'unfinished' : 'not_connected', email: null }
}

/** Forgets where a creator is paid. An account that we opened at Stripe is taken up again when they connect anew. */
export async function disconnectPayout(
  { db }: PaymentContext,
  uid: string,
  provider: Provider,
): Promise<void> {
  await deletePayoutAccount(db, uid, provider)
  if (provider === 'paypal') await deleteOnboarding(db, uid, provider)
}
