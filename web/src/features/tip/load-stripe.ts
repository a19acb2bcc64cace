import type { Stripe, StripeConstructor } from '@stripe/stripe-js'
import { currentLocale } from '../../lib/locale.ts'

export interface WalletSettings {
  publishableKey: string
  accountId: string
  scriptUrl: string | null
}

/** Stripe's script of the release whose types the product is compiled with: https://docs.stripe.com/js/including. */
const stripeScript = 'https://js.stripe.com/endive/stripe.js'

let script: Promise<StripeConstructor> | undefined

/**
 * Loads Stripe's script, once for all tip boxes, and opens it for a creator's account. Rejects if the script cannot be loaded; the
 * next call then tries again.
 */
export async function loadStripe({ publishableKey, accountId, scriptUrl }: WalletSettings): Promise<Stripe> {
  script ??= insertScript(scriptUrl ?? stripeScript)
  const open = await script.catch((error: unknown) => {
    script = undefined
    throw error
  })
  return open(publishableKey, { stripeAccount: accountId, locale: currentLocale() })
}

async function insertScript(src: string): Promise<StripeConstructor> {
  const element = Object.assign(document.createElement('script'), { src, async: true })
  await new Promise<void>((resolve, reject) => {
    element.addEventListener('load', () => resolve())
    element.addEventListener('error', () => reject(new Error('Stripe’s script did not load')))
    document.head.append(element)
  })
  if (!window.Stripe) throw new Error('Stripe’s script did not start')
  return window.Stripe
}
