/** Brand names, which are not translated. */
export const providerNames = { paypal: 'PayPal', stripe: 'Stripe' } as const
