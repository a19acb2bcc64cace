/** Reads from the provider how a creator's account stands. What a browser brings back from the provider's page is no proof. */
import {
  findOnboarding,
  findOnboardingUid,
  findPayoutAccount,
  isConnected,
  savePayoutState,
} from '../../../db/queries/payout-accounts.ts'
import type { Provider } from '../../../db/schema.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { connectPaypalAccount, orUnavailable } from './connect-payout.ts'

/** An event said that something about an account changed: it is read again. Accounts that nobody here has are left alone. */
export async function refreshStripeAccount(ctx: PaymentContext, accountId: string): Promise<void> {
  const { stripe } = ctx.payments
  const which = { provider: 'stripe', providerAccountId: accountId } as const
  if (!stripe || !(await isConnected(ctx.db, which))) return
  const account = await stripe.accounts.find(accountId)
  await savePayoutState(ctx.db, which, account ?? { state: 'restricted' })
}

/** PayPal said that a referral was finished: it is looked up. */
export async function refreshReferral(ctx: PaymentContext, trackingId: string): Promise<void> {
  const uid = await findOnboardingUid(ctx.db, 'paypal', trackingId)
  if (uid) await refreshPaypal(ctx, uid)
}

/** Reads how a creator's account stands now. Throws AppError `payment_provider` when the provider does not answer. */
export async function refreshPayout(ctx: PaymentContext, uid: string, provider: Provider): Promise<void> {
  const known = await findPayoutAccount(ctx.db, uid, provider)
  await orUnavailable(ctx, async () => {
    if (provider === 'paypal') await refreshPaypal(ctx, uid)
    else if (known) await refreshStripeAccount(ctx, known.providerAccountId)
  })
}

/** Only a partner may ask PayPal; without that standing an account stays as its owner's log-in has shown it. */
async function refreshPaypal({ db, ...ctx }: PaymentContext, uid: string): Promise<void> {
  const { paypal } = ctx.payments
  if (!paypal?.isPartner) return
  const trackingId = await findOnboarding(db, uid, 'paypal')
  const referred = trackingId && (await paypal.accounts.findReferred(trackingId))
  if (referred) return connectPaypalAccount({ db, ...ctx }, uid, referred)
  const known = await findPayoutAccount(db, uid, 'paypal')
  if (!known) return
  const { providerAccountId } = known
  const account = await paypal.accounts.find(providerAccountId)
  await savePayoutState(db, { provider: 'paypal', providerAccountId }, account ?? { state: 'restricted' })
}

/** Our access was taken away at the provider: nobody is paid into that account now. */
export async function losePayoutAccount(
  ctx: PaymentContext,
  provider: Provider,
  providerAccountId: string,
): Promise<void> {
  await savePayoutState(ctx.db, { provider, providerAccountId }, { state: 'restricted' })
}
