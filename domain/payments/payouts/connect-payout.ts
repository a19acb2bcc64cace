/** The way of a creator to a provider's page, where an account to be paid into is connected. */
import { randomUUID } from 'node:crypto'
import { AppError } from '../../../contract/errors.ts'
import {
  findOnboarding,
  findPayoutAccount,
  saveOnboarding,
  savePayoutAccount,
  savePayoutState,
} from '../../../db/queries/payout-accounts.ts'
import { OutcomeUnknownError } from '../provider/payment-provider.ts'
import type { PaypalAccount } from '../paypal/accounts.ts'
import type { PaymentContext, StripePayments } from '../orders/payment-context.ts'

export interface ConnectingCreator {
  uid: string
  email: string
  displayName: string
}

/** Where Stripe sends the browser afterwards. Neither says anything about how the account stands. */
export interface WaysBack {
  returnUrl: string
  /** When the page's link had run out. */
  refreshUrl: string
}

/**
 * Opens an account at Stripe, or takes up the one that was begun, and gives the page on which the creator finishes it.
 * Throws AppError `unavailable` where Stripe is off, `payment_provider` when it does not answer: then nothing is lost.
 */
export async function connectStripe(
  ctx: PaymentContext,
  creator: ConnectingCreator,
  country: string,
  { returnUrl, refreshUrl }: WaysBack,
): Promise<string> {
  const { stripe } = ctx.payments
  if (!stripe) throw new AppError('unavailable', { text: 'error_stripe_off' })
  return orUnavailable(ctx, async () => {
    const accountId = await takeUpAccount(ctx, stripe, creator, country)
    return stripe.accounts.createLink(accountId, returnUrl, refreshUrl)
  })
}

async function takeUpAccount(
  { db }: PaymentContext,
  { accounts }: StripePayments,
  { uid, email, displayName }: ConnectingCreator,
  country: string,
): Promise<string> {
  const connected = await findPayoutAccount(db, uid, 'stripe')
  const begun = connected?.providerAccountId ?? (await findOnboarding(db, uid, 'stripe'))
  const known = begun && (await accounts.find(begun))
  const accountId = known
    ? begun
    : await accounts.create({ uid, email, displayName, country, replaces: begun })
  const account = known || { state: 'unfinished' as const, email }
  const whose = { uid, provider: 'stripe', providerAccountId: accountId } as const
  await saveOnboarding(db, uid, 'stripe', accountId)
  if (connected?.providerAccountId !== accountId)
    await savePayoutAccount(db, { ...whose, email: account.email, isReady: false })
  await savePayoutState(db, whose, account)
  return accountId
}

/** For a partner of PayPal's: the page on which the creator lets us take payments into their account. Throws as above. */
export async function referToPaypal(
  ctx: PaymentContext,
  { uid, email }: ConnectingCreator,
  returnUrl: string,
): Promise<string> {
  const { paypal } = ctx.payments
  if (!paypal) throw new AppError('unavailable', { text: 'error_paypal_off' })
  return orUnavailable(ctx, async () => {
    const trackingId = randomUUID()
    const url = await paypal.accounts.refer(trackingId, email, returnUrl)
    await saveOnboarding(ctx.db, uid, 'paypal', trackingId)
    return url
  })
}

/** Connects the PayPal account that somebody has logged in with, or that a referral has led to. */
export async function connectPaypalAccount(
  { db }: PaymentContext,
  uid: string,
  { merchantId, state, email }: PaypalAccount,
): Promise<void> {
  const whose = { uid, provider: 'paypal', providerAccountId: merchantId } as const
  await savePayoutAccount(db, { ...whose, email, isReady: state === 'ready' })
  await savePayoutState(db, whose, { state, email })
}

/** A provider that does not answer is told as such. */
export async function orUnavailable<T>({ log }: PaymentContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) throw error
    log.warn({ reason: error.message }, 'payout account not reached')
    throw new AppError('payment_provider')
  }
}
