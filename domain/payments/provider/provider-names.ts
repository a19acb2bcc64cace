/** The providers' own names, as people read them. */
export const providerNames = { paypal: 'PayPal', stripe: 'Stripe' } as const
