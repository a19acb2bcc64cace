import type { StripeConfig } from '../../config/config.ts'
import type { PaymentProvider } from '../provider/payment-provider.ts'
import { openStripeAccounts } from './accounts.ts'
import { createStripeClient, stripeLimits } from './client.ts'
import { openStripeOrders } from './orders.ts'
import { openStripeResponses } from './dispute-responses.ts'
import { openStripeRecords } from './records.ts'
import { openStripeRefunds } from './refunds-and-disputes.ts'
import { openStripeTransactions } from './transactions.ts'
import { openWalletDomains } from './wallet-domains.ts'
import { openStripeWebhooks } from './webhooks.ts'

/** Opens the payment provider Stripe for a configuration. After paying, supporters return to the pages of `publicUrl`. */
export function openStripe(config: StripeConfig, publicUrl: string, limits = stripeLimits): PaymentProvider {
  const client = createStripeClient(config, limits)
  const orders = openStripeOrders(client, publicUrl)
  const { listRefunds, ...refunds } = openStripeRefunds(client, config.mode)
  return {
    name: 'stripe',
    mode: config.mode,
    hasPlatform: config.hasPlatform,
    feeMode: config.hasPlatform ? 'split' : 'owed',
    collectsOwedFees: config.hasPlatform,
    ...orders,
    ...refunds,
    ...openStripeRecords(client),
    ...openStripeTransactions(client),
    async findPayment(order) {
      const outcome = await orders.findOutcome(order)
      if (outcome.kind !== 'captured') return { outcome, refunds: [] }
      return { outcome, refunds: await listRefunds(outcome.capture.captureId, order.payeeId) }
    },
    webhooks: openStripeWebhooks(config),
    accounts: {
      ...(config.hasPlatform ? openStripeAccounts(client) : {}),
      ...(config.publishableKey ? openWalletDomains(client) : {}),
    },
    responses: openStripeResponses(client, config.mode),
  }
}
