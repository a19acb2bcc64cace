/** Calls for payout accounts: connecting an account at PayPal or Stripe, and the state of each. */
import * as z from 'zod/mini'
import { creatorCall } from '../call.ts'
import { isoTime } from '../entities.ts'
import { ofEach, providers } from '../providers.ts'

export const payoutProvider = z.enum(providers)

/**
 * The state of a creator's account, as its provider reports it. `off`: this site does not offer the provider. `unfinished`: the
 * creator has not completed the set-up there. `restricted`: the provider accepts no payments for the account. Only a `ready`
 * account takes tips.
 */
export const payoutState = z.enum(['off', 'not_connected', 'unfinished', 'restricted', 'ready'])

/**
 * An account that starts to take tips at `takesFrom`. It has to wait because it was connected after its creator had already been
 * paid.
 */
const waitingAccount = z.object({
  state: z.enum(['unfinished', 'restricted', 'ready']),
  email: z.nullable(z.string()),
  takesFrom: isoTime,
})

/**
 * A creator's account at one provider. `waiting` is an account that replaces it at `takesFrom`, if that account is ready then.
 * Until then tips go to the connected account, if there is one.
 */
const payoutAccount = z.object({
  state: payoutState,
  email: z.nullable(z.string()),
  waiting: z.nullable(waitingAccount),
})
const payoutAccounts = z.object({
  ...ofEach(() => payoutAccount),
  /** Whether the creator's currency cannot change: money has come in, or a payment is open. */
  isCurrencyFixed: z._default(z.boolean(), false),
  /** Whether tips are paid into the accounts of this site’s own keys, so that there is nothing to connect. */
  isOwn: z._default(z.boolean(), false),
})

/** The countries where Stripe opens accounts, as two lower-case letters. https://stripe.com/global */
export const stripeCountries =
  'ae at au be bg ca ch cy cz de dk ee es fi fr gb gi gr hk hr hu ie it jp li lt lu lv mt mx nl no nz pl pt ro se sg si sk th us'.split(
    ' ',
  )

export const getPayoutAccounts = creatorCall.get('account/payout-accounts', {
  summary: 'The state of the creator’s payout accounts, as last read from the providers.',
  response: payoutAccounts,
})

export const refreshPayoutAccount = creatorCall.post('account/refresh-payout-account', {
  summary: 'Reads the current state of the creator’s payout account from the provider.',
  costs: 'one or two calls to the platform or provider, on the own account',
  limits: ['account provider-call'],
  body: z.object({ provider: payoutProvider }),
  response: payoutAccounts,
})

export const disconnectPayoutAccount = creatorCall.post('account/disconnect-payout-account', {
  summary: 'Disconnects a payout account here; nothing changes at the provider.',
  body: z.object({
    provider: payoutProvider,
    /** Disconnects the account that does not take tips yet, instead of the one that does. */
    isWaiting: z.optional(z.boolean()),
  }),
  response: payoutAccounts,
})

export const connectStripe = creatorCall.post('stripe/connect', {
  summary:
    'Opens a Stripe account for the creator or resumes an unfinished one, and returns Stripe’s page to complete it.',
  costs: 'one or two calls to the platform or provider, on the own account',
  limits: ['account provider-call'],
  body: z.object({
    country: z.string().check(z.refine((country) => stripeCountries.includes(country))),
  }),
  response: z.object({ url: z.url() }),
})

export const connectPaypal = creatorCall.post('paypal/connect', {
  summary: 'Returns PayPal’s page on which the creator connects an account.',
  costs: 'one or two calls to the platform or provider, on the own account',
  limits: ['account provider-call'],
  response: z.object({ url: z.url() }),
})
