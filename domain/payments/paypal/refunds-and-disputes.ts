/** Makes and lists refunds at PayPal, and lists disputes. */
import { z } from 'zod'
import type { PaypalConfig } from '../../config/config.ts'
import { AccessLostError, RefundNotPermittedError, RefusedError } from '../provider/errors.ts'
import type { RefundGateway, RefundRequest } from '../provider/payment-provider.ts'
import type { ProviderDispute, ProviderRefund } from '../provider/reports.ts'
import { toMoney } from './amounts.ts'
import { openReader } from './call-paypal.ts'
import type { CallPaypal, PaypalReader } from './call-paypal.ts'
import { definiteIssue, notPermittedIssues } from './client.ts'
import type { PaypalClient } from './client.ts'
import { disputeResource, refundResource, toProviderDispute, toProviderRefund } from './reports.ts'
import { refundKeyOf } from '../provider/refund-key.ts'

export interface PaypalRefunds extends RefundGateway {
  /** Lists all refunds of an order, including those made on PayPal's own site. */
  listRefunds(providerOrderId: string): Promise<ProviderRefund[]>
}

const refundedOrder = z.object({
  purchase_units: z
    .array(z.object({ payments: z.object({ refunds: z.array(refundResource).default([]) }).optional() }))
    .min(1),
})

const disputeList = z.object({
  items: z.array(z.object({ dispute_id: z.string() })).default([]),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
})
type DisputeList = z.output<typeof disputeList>
/** PayPal lists disputes that were updated within 180 days: https://docs.paypal.ai/reference/api/rest/disputes/list-disputes. */
const listedDays = 179
const maxPages = 100

/** Opens the part of the PayPal provider that makes refunds and lists disputes. */
export function openPaypalRefunds(
  config: PaypalConfig,
  client: PaypalClient,
  callPaypal: CallPaypal,
): PaypalRefunds {
  const { mode } = config
  const readsDisputes = config.isPartner || !config.hasPlatform
  const { read, get, assertionFor } = openReader(config, client, callPaypal)

  async function readRefunds(providerOrderId: string) {
    const order = await read('a look-up', refundedOrder, () =>
      client.orders().getOrder({ id: providerOrderId }),
    )
    return order.purchase_units[0]?.payments?.refunds ?? []
  }

  async function readDispute(id: string, payeeId: string): Promise<ProviderDispute> {
    const path = `/v1/customer/disputes/${encodeURIComponent(id)}`
    return toProviderDispute(await get('a dispute', disputeResource, path, payeeId), mode)
  }

  return {
    async refundCapture(refund) {
      const body = toRefundBody(refund, assertionFor(refund.payeeId))
      const made = await read('a refund', refundResource, () =>
        client.payments().refundCapturedPayment(body),
      ).catch(throwRefusal)
      return toProviderRefund(made, 'refund', mode)
    },

    async listRefunds(providerOrderId) {
      const refunds = await readRefunds(providerOrderId)
      return refunds.map((refund) => toProviderRefund(refund, 'refund', mode))
    },

    async findRefund({ id, providerOrderId }) {
      const refunds = await readRefunds(providerOrderId).catch(throwRefusal)
      const made = refunds.find((refund) => refund.custom_id === id)
      return made && toProviderRefund(made, 'refund', mode)
    },

    async listDisputes(payeeId, since) {
      if (!readsDisputes) return [] // PayPal lets only the seller list disputes, and partners for the seller
      const disputes: ProviderDispute[] = []
      const ids = await listDisputeIds(get, payeeId, since).catch((error: unknown) => {
        const issue = definiteIssue(error)
        throw notPermittedIssues.has(issue ?? '') ? new AccessLostError(issue!) : error
      })
      for (const id of ids) disputes.push(await readDispute(id, payeeId))
      return disputes
    },

    async findDispute(disputeId, payeeId) {
      return readsDisputes ? readDispute(disputeId, payeeId) : undefined
    },
  }
}

/** Throws what a call for a refund has failed with, as RefusedError or RefundNotPermittedError if PayPal refused it. */
function throwRefusal(error: unknown): never {
  const issue = definiteIssue(error)
  if (issue === undefined) throw error
  throw notPermittedIssues.has(issue) ? new RefundNotPermittedError(issue) : new RefusedError(issue)
}

function toRefundBody(refund: RefundRequest, assertion: string | undefined) {
  const { id, captureId, amountMinor, currency, platformFeeMinor, reason } = refund
  const fee = { amount: toMoney(platformFeeMinor, currency) }
  return {
    captureId,
    paypalRequestId: refundKeyOf(refund),
    prefer: 'return=representation',
    ...(assertion ? { paypalAuthAssertion: assertion } : {}),
    body: {
      amount: toMoney(amountMinor, currency),
      customId: id,
      ...(reason ? { noteToPayer: reason } : {}),
      ...(platformFeeMinor > 0 ? { paymentInstruction: { platformFees: [fee] } } : {}),
    },
  }
}

async function listDisputeIds(get: PaypalReader['get'], payeeId: string, since: Date): Promise<string[]> {
  const earliest = Date.now() - listedDays * 86_400_000
  const from = new Date(Math.max(since.getTime(), earliest)).toISOString()
  const ids: string[] = []
  let query: Record<string, string> | undefined = { update_time_after: from, page_size: '50' }
  for (let page = 0; query && page < maxPages; page += 1) {
    const path = '/v1/customer/disputes'
    const list: DisputeList = await get('disputes', disputeList, path, payeeId, query)
    ids.push(...list.items.map(({ dispute_id: id }) => id))
    const next = list.links.find(({ rel }) => rel === 'next')?.href
    query = next ? Object.fromEntries(new URL(next).searchParams) : undefined
  }
  return ids
}
