import type { Stripe } from '@stripe/stripe-js'
import { scriptLoader } from '../../lib/load-script.ts'
import { currentLocale } from '../../lib/locale.ts'

export interface WalletSettings {
  publishableKey: string
  accountId: string | null
  scriptUrl: string | null
}

/** Stripe's script of the release whose types the product is compiled with: https://docs.stripe.com/js/including. */
const stripeScript = 'https://js.stripe.com/endive/stripe.js'

const loadScript = scriptLoader('Stripe')

/**
 * Loads Stripe's script, once for all tip boxes, and opens it for a creator's account. Rejects if the script cannot be loaded; the
 * next call then tries again.
 */
export async function loadStripe({ publishableKey, accountId, scriptUrl }: WalletSettings): Promise<Stripe> {
  await loadScript(scriptUrl ?? stripeScript)
  if (!window.Stripe) throw new Error('Stripe’s script did not start')
  return window.Stripe(publishableKey, {
    ...(accountId !== null && { stripeAccount: accountId }),
    locale: currentLocale(),
  })
}
