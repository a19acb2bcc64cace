/**
 * Registers the domain of our pages for creators' accounts. Stripe shows Apple Pay and Google Pay only on registered domains, and a
 * platform with direct charges registers its domain for each connected account by the API.
 * https://docs.stripe.com/payments/payment-methods/pmd-registration, https://docs.stripe.com/api/payment_method_domains
 */
import type Stripe from 'stripe'
import type { AccountGateway } from '../provider/account-gateway.ts'
import { callStripe, onAccount } from './client.ts'

/** Opens the part of the Stripe provider that registers domains. It takes two calls for each account. */
export function openWalletDomains({
  paymentMethodDomains: domains,
}: Stripe): Required<Pick<AccountGateway, 'registerDomain'>> {
  return {
    async registerDomain(payeeId, domain) {
      const options = onAccount(payeeId)
      const registered = await callStripe('a domain', async () => {
        const { data } = await domains.list({ domain_name: domain, limit: 1 }, options)
        const [known] = data
        return known
          ? domains.validate(known.id, {}, options)
          : domains.create({ domain_name: domain }, options)
      })
      return findProblem(registered)
    },
  }
}

/** Returns why neither wallet is offered on a domain; undefined if one is. */
function findProblem({ enabled, apple_pay, google_pay }: Stripe.PaymentMethodDomain): string | undefined {
  if (!enabled) return 'the domain is disabled in the account'
  if ([apple_pay, google_pay].some(({ status }) => status === 'active')) return undefined
  return apple_pay.status_details?.error_message ?? google_pay.status_details?.error_message ?? 'inactive'
}
