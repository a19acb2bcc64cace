/**
 * PayPal's JavaScript SDK v6, which comes from PayPal: https://developer.paypal.com/sdk/js/set-up and, for its methods,
 * https://docs.paypal.ai/reference/sdk/js/v6/reference. Its types are those of `@paypal/paypal-js/sdk-v6`.
 */
import type {
  OneTimePaymentSession,
  PayPalOneTimePaymentSessionOptions,
  PayPalV6Namespace,
} from '@paypal/paypal-js/sdk-v6'
import type { Currency } from '../../../../contract/money/money.ts'
import { scriptLoader } from '../../lib/load-script.ts'

export interface PaypalSettings {
  clientId: string
  merchantId: string | null
  scriptUrl: string | null
}

export type PaypalSession = Pick<OneTimePaymentSession, 'start' | 'destroy'>
export type PaypalCallbacks = Required<Pick<PayPalOneTimePaymentSessionOptions, 'onApprove' | 'onError'>>

const paypalScript = 'https://www.paypal.com/web-sdk/v6/core'
const loadScript = scriptLoader('PayPal')

/**
 * Opens PayPal's button for a seller and a currency; returns undefined if PayPal takes no payments of this kind, which with v6 a page has
 * to look up (https://developer.paypal.com/v5-v6). Rejects if the script cannot be loaded or does not start.
 */
export async function openPaypal(
  { clientId, merchantId, scriptUrl }: PaypalSettings,
  currency: Currency,
  callbacks: PaypalCallbacks,
): Promise<PaypalSession | undefined> {
  await loadScript(scriptUrl ?? paypalScript)
  const paypal = (window as { paypal?: PayPalV6Namespace }).paypal
  if (!paypal) throw new Error('PayPal’s script did not start')
  const components = ['paypal-payments'] as const
  const instance = await paypal.createInstance({
    clientId,
    ...(merchantId !== null && { merchantId }),
    components,
    pageType: 'checkout',
  })
  const methods = await instance.findEligibleMethods({ currencyCode: currency.toUpperCase() })
  if (!methods.isEligible('paypal')) return undefined
  return instance.createPayPalOneTimePaymentSession(callbacks)
}

/** Returns whether PayPal's script says that it could not open its window, and that the payment can go on in another way. */
export function isWindowBlocked(error: unknown): boolean {
  return error instanceof Error && 'isRecoverable' in error && error.isRecoverable === true
}
