/** The payment providers. This file contains no schemas, because the pages of tips bundle it. */

/** Their proper names, which are not translated. */
export const providerNames = { paypal: 'PayPal', stripe: 'Stripe' } as const

export type PayoutProvider = keyof typeof providerNames
export const providers = Object.keys(providerNames) as [PayoutProvider, ...PayoutProvider[]]

/** Returns an object with a value for each provider. */
export function ofEach<T>(value: (provider: PayoutProvider) => T): Record<PayoutProvider, T> {
  return Object.fromEntries(providers.map((provider) => [provider, value(provider)])) as Record<
    PayoutProvider,
    T
  >
}
