import type { PayoutProvider } from '../../../contract/payout-calls.ts'

/** Proper names, which are not translated. */
export const providerNames: Record<PayoutProvider, string> = { paypal: 'PayPal', stripe: 'Stripe' }
