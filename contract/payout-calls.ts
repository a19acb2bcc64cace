/** Where a creator is paid: connecting an account at PayPal or Stripe, and how it stands there. */
import * as z from 'zod/mini'
import { defineCall } from './call.ts'

export const payoutProvider = z.enum(['paypal', 'stripe'])
export type PayoutProvider = z.output<typeof payoutProvider>

/**
 * How a creator's account stands at its provider, by the provider's own word. `off`: this site does not offer it;
 * `unfinished`: begun at the provider; `restricted`: the provider takes no payments for it; only `ready` takes tips.
 */
export const payoutState = z.enum(['off', 'not_connected', 'unfinished', 'restricted', 'ready'])
export type PayoutStateName = z.output<typeof payoutState>

const payoutAccount = z.object({ state: payoutState, email: z.nullable(z.string()) })
const payoutAccounts = z.object({ paypal: payoutAccount, stripe: payoutAccount })

/** Where Stripe opens accounts for creators: two letters, lower case. https://stripe.com/global */
export const stripeCountries =
  'ae at au be bg ca ch cy cz de dk ee es fi fr gb gi gr hk hr hu ie it jp li lt lu lv mt mx nl no nz pl pt ro se sg si sk th us'.split(
    ' ',
  )

export const getPayoutAccounts = defineCall({
  method: 'GET',
  path: 'account/payout-accounts',
  access: 'creator',
  summary: 'How the creator’s accounts at the payment providers stand, as last read there.',
  response: payoutAccounts,
})

export const refreshPayoutAccount = defineCall({
  method: 'POST',
  path: 'account/refresh-payout-account',
  access: 'creator',
  summary: 'Reads at the provider how the creator’s account stands now.',
  body: z.object({ provider: payoutProvider }),
  response: payoutAccounts,
})

export const disconnectPayoutAccount = defineCall({
  method: 'POST',
  path: 'account/disconnect-payout-account',
  access: 'creator',
  summary: 'Forgets where the creator is paid at a provider; nothing changes at the provider itself.',
  body: z.object({ provider: payoutProvider }),
  response: payoutAccounts,
})

export const connectStripe = defineCall({
  method: 'POST',
  path: 'stripe/connect',
  access: 'creator',
  summary:
    'Opens an account for the creator, or takes up the one begun; gives the page on which Stripe finishes it.',
  body: z.object({
    country: z.string().check(z.refine((country) => stripeCountries.includes(country))),
  }),
  response: z.object({ url: z.url() }),
})

export const connectPaypal = defineCall({
  method: 'POST',
  path: 'paypal/connect',
  access: 'creator',
  summary: 'Gives the page on which PayPal connects the creator’s account.',
  response: z.object({ url: z.url() }),
})
