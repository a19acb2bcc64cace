import type { PaypalConfig } from '../../config/config.ts'
import type { PaymentProvider } from '../provider/payment-provider.ts'
import { openPaypalAccounts } from './accounts.ts'
import { openCaller } from './call-paypal.ts'
import { createPaypalClient, paypalLimits } from './client.ts'
import { openPaypalResponses } from './dispute-responses.ts'
import { openPaypalOrders } from './orders.ts'
import { openPaypalRefunds } from './refunds-and-disputes.ts'
import { openPaypalTransactions } from './transactions.ts'
import { openPaypalWebhooks } from './webhooks.ts'

/** Opens the payment provider PayPal for a configuration. From PayPal's page supporters return to the pages of `publicUrl`. */
export function openPaypal(config: PaypalConfig, publicUrl: string, limits = paypalLimits): PaymentProvider {
  const client = createPaypalClient(config, limits)
  const callPaypal = openCaller(client, limits)
  const orders = openPaypalOrders({ ...config, publicUrl }, client, callPaypal)
  const { listRefunds, ...refunds } = openPaypalRefunds(config, client, callPaypal)
  return {
    name: 'paypal',
    mode: config.mode,
    hasPlatform: config.hasPlatform,
    feeMode: config.isPartner ? 'split' : 'owed',
    collectsOwedFees: false,
    ...orders,
    ...refunds,
    ...(config.searchesTransactions ? openPaypalTransactions(config, client, callPaypal) : {}),
    async findPayment(order) {
      const outcome = await orders.findOutcome(order)
      if (outcome.kind !== 'captured') return { outcome, refunds: [] }
      return { outcome, refunds: await listRefunds(order.providerOrderId) }
    },
    webhooks: openPaypalWebhooks(config),
    accounts: openPaypalAccounts(config, client, limits),
    responses: openPaypalResponses(config, client, callPaypal),
  }
}
