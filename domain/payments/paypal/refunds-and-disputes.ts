/** PayPal's refunds and disputes: made, listed, and read in our words. */
import { z } from 'zod'
import { toDecimal } from '../../../contract/money.ts'
import type { PaypalConfig } from '../../config.ts'
import type { ProviderDispute } from '../ledger/record-dispute.ts'
import type { ProviderRefund } from '../ledger/record-refund.ts'
import { disputeResource, refundResource, toProviderDispute, toProviderRefund } from './reports.ts'
import { RefusedError } from '../provider/payment-provider.ts'
import type { BooksGateway, RefundRequest } from '../provider/payment-provider.ts'
import { definiteIssue, unknownOutcome } from './client.ts'
import type { PaypalClient } from './client.ts'

/** Calls with no definite answer are repeated, and are an OutcomeUnknownError in the end. */
export type AskPaypal = <T>(doing: string, work: () => Promise<{ result: T }>) => Promise<T>

export interface PaypalBooks extends Pick<BooksGateway, 'refundCapture' | 'listDisputes'> {
  /** All that went back of an order. */
  listRefunds(providerOrderId: string, payeeId: string): Promise<ProviderRefund[]>
}

/** The order's refunds; those a seller made on PayPal's own site are among them. */
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
/** PayPal lists disputes of at most 180 days. */
const listedDays = 179
const mostPages = 100

/** Opens what keeps the books in step with PayPal, with the client and the manners of the gateway. */
export function openPaypalBooks(config: PaypalConfig, client: PaypalClient, ask: AskPaypal): PaypalBooks {
  const { mode, isPartner } = config
  const { read, get, assertionFor } = openReader(config, client, ask)

  return {
    async refundCapture(refund) {
      const request = toRefundRequest(refund, assertionFor(refund.payeeId))
      try {
        const made = await read('a refund', refundResource, () =>
          client.payments().refundCapturedPayment(request),
        )
        return toProviderRefund(made, 'refund', mode)
      } catch (error) {
        const issue = definiteIssue(error)
        throw issue === undefined ? error : new RefusedError(issue)
      }
    },

    async listRefunds(providerOrderId) {
      const order = await read('a look-up', refundedOrder, () =>
        client.orders().getOrder({ id: providerOrderId }),
      )
      const refunds = order.purchase_units[0]?.payments?.refunds ?? []
      return refunds.map((refund) => toProviderRefund(refund, 'refund', mode))
    },

    async listDisputes(payeeId, since) {
      if (!isPartner) return [] // a seller's disputes are shown to the seller alone
      const disputes: ProviderDispute[] = []
      for (const id of await listDisputeIds(get, payeeId, since)) {
        const path = `/v1/customer/disputes/${encodeURIComponent(id)}`
        disputes.push(toProviderDispute(await get('a dispute', disputeResource, path, payeeId), mode))
      }
      return disputes
    },
  }
}

type Reader = ReturnType<typeof openReader>

/** Reads answers by schemas of ours, for the seller where the platform is a partner. */
function openReader({ clientId, isPartner }: PaypalConfig, client: PaypalClient, ask: AskPaypal) {
  /** What a partner says to act for a seller: unsigned, as PayPal has it. */
  function assertionFor(payeeId: string): string | undefined {
    if (!isPartner) return undefined
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    return `${part({ alg: 'none' })}.${part({ iss: clientId, payer_id: payeeId })}.`
  }

  async function read<T>(
    doing: string,
    schema: z.ZodType<T>,
    work: () => Promise<{ body: unknown }>,
  ): Promise<T> {
    return ask(doing, async () => {
      const parsed = schema.safeParse(JSON.parse(String((await work()).body)))
      if (!parsed.success) throw unknownOutcome(doing, new Error('unreadable'))
      return { result: parsed.data }
    })
  }

  async function get<T>(
    doing: string,
    schema: z.ZodType<T>,
    path: string,
    payeeId: string,
    query: Record<string, string> = {},
  ): Promise<T> {
    const assertion = assertionFor(payeeId)
    const headers: Record<string, string> = assertion ? { 'PayPal-Auth-Assertion': assertion } : {}
    return read(doing, schema, async () => ({ body: await client.get(path, query, headers) }))
  }

  return { assertionFor, read, get }
}

function toRefundRequest(refund: RefundRequest, assertion: string | undefined) {
  const { id, captureId, amountMinor, currency, platformFeeMinor, reason } = refund
  const currencyCode = currency.toUpperCase()
  const fee = { amount: { currencyCode, value: toDecimal(platformFeeMinor) } }
  return {
    captureId,
    paypalRequestId: `refund:${id}`,
    prefer: 'return=representation',
    ...(assertion ? { paypalAuthAssertion: assertion } : {}),
    body: {
      amount: { currencyCode, value: toDecimal(amountMinor) },
      customId: id,
      ...(reason ? { noteToPayer: reason } : {}),
      ...(platformFeeMinor > 0 ? { paymentInstruction: { platformFees: [fee] } } : {}),
    },
  }
}

async function listDisputeIds(get: Reader['get'], payeeId: string, since: Date): Promise<string[]> {
  const earliest = Date.now() - listedDays * 86_400_000
  const from = new Date(Math.max(since.getTime(), earliest)).toISOString()
  const ids: string[] = []
  let query: Record<string, string> | undefined = { start_time: from, page_size: '50' }
  for (let page = 0; query && page < mostPages; page += 1) {
    const path = '/v1/customer/disputes'
    const list: DisputeList = await get('disputes', disputeList, path, payeeId, query)
    ids.push(...list.items.map(({ dispute_id: id }) => id))
    const next = list.links.find(({ rel }) => rel === 'next')?.href
    query = next ? Object.fromEntries(new URL(next).searchParams) : undefined
  }
  return ids
}
