/**
 * Lists the transactions of payments on a seller's PayPal account, for partners whom the seller lets search them.
 * https://developer.paypal.com/docs/api/transaction-search/v1/ and `reporting_transactions_v1` in
 * https://github.com/paypal/paypal-rest-api-specifications. A partner acts for a seller with the header `PayPal-Auth-Assertion`,
 * which the SDK's `TransactionSearchController` does not send, so the request is made without that controller.
 */
import { z } from 'zod'
import type { PaypalConfig } from '../../config/config.ts'
import { ListingNotPermittedError } from '../provider/errors.ts'
import type { TransactionGateway } from '../provider/payment-provider.ts'
import type { ProviderTransaction } from '../provider/reports.ts'
import { openReader } from './call-paypal.ts'
import type { CallPaypal, PaypalReader } from './call-paypal.ts'
import { definiteIssue, notPermittedIssues } from './client.ts'
import type { PaypalClient } from './client.ts'
import { offsetTime, toTransaction, transactionInfo } from './transaction-codes.ts'
import type { TransactionInfo } from './transaction-codes.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const maxSpanMs = 31 * dayMs
/** In milliseconds: how far PayPal's clock may be behind ours. PayPal lists times without milliseconds. */
const maxSkewMs = 60_000
/** In milliseconds. PayPal's documentation: "This call lists transaction for the previous three years." */
const maxAgeMs = 3 * 364 * dayMs
/**
 * PayPal's error for a search that finds more than 10,000 transactions:
 * https://docs.airbyte.com/integrations/sources/paypal-transaction.
 */
const tooLarge = 'RESULTSET_TOO_LARGE'
const minSpanMs = 60_000
const pageSize = '500'
/**
 * The event code of a refund by the seller. One that an eCheck pays is pending for days ("usually up to 6 business days":
 * https://www.paypal.com/us/smarthelp/article/what-is-an-echeck-faq1082), and moves money only then. The specification does not say by
 * which time a search finds a transaction, when it was begun or when it was last changed, nor whether a pending one is found.
 */
const refundCode = 'T1107'

/**
 * The delay is from PayPal's documentation: "It takes a maximum of three hours for executed transactions to appear in the list
 * transactions call."
 */
const listing = { delayMs: 3 * hourMs, needsPermission: true, sharesOrderId: true }

const page = z.object({
  transaction_details: z.array(z.object({ transaction_info: transactionInfo })).default([]),
  last_refreshed_datetime: offsetTime,
  total_pages: z.int().min(0).default(0),
})
type Page = z.output<typeof page>

interface Span {
  from: Date
  to: Date
}

interface Search {
  infos: TransactionInfo[]
  refreshedAt: Date
}

/** Opens the part of the PayPal provider that lists transactions. */
export function openPaypalTransactions(
  config: PaypalConfig,
  client: PaypalClient,
  callPaypal: CallPaypal,
): TransactionGateway {
  const { search, searchWhole } = openSearch(openReader(config, client, callPaypal))

  /** Finds the refunds that were begun in the 31 days before `since`, because they may have been paid after it. */
  async function findEarlierRefunds(payeeId: string, since: Date): Promise<TransactionInfo[]> {
    const found: TransactionInfo[] = []
    for (const span of spansOf(new Date(since.getTime() - maxSpanMs), since))
      found.push(...(await searchWhole(payeeId, span, { transaction_type: refundCode })).infos)
    return found
  }

  return {
    listing,

    async listTransactions(payeeId, since, until) {
      const found = await findEarlierRefunds(payeeId, since)
      let completeTo = until
      for (const span of spansOf(since, until)) {
        const { infos, refreshedAt } = await searchWhole(payeeId, span)
        found.push(...infos)
        completeTo = new Date(Math.min(span.to.getTime(), refreshedAt.getTime()))
        if (completeTo < span.to) break // PayPal refuses a search that begins after the time up to which it lists transactions
      }
      return { transactions: toTransactions(found), completeTo }
    },

    async findTransactions(payeeId, captureId, since) {
      const whole = firstSpanOf(new Date(since.getTime() - maxSkewMs))
      const { infos } = await search(payeeId, whole, { transaction_id: captureId })
      const begun = infos[0]?.transaction_initiation_date.getTime()
      if (begun === undefined) return []
      // The platform's fee is a separate transaction that begins at the same time as the payment.
      const span = { from: new Date(begun - minSpanMs), to: new Date(begun + minSpanMs) }
      return toTransactions((await searchWhole(payeeId, span)).infos)
    },
  }
}

/** Returns the functions that search an account's transactions. They throw ListingNotPermittedError. */
function openSearch({ get }: PaypalReader) {
  async function read(payeeId: string, query: Record<string, string>): Promise<Page> {
    try {
      return await get('transactions', page, '/v1/reporting/transactions', payeeId, query)
    } catch (error) {
      const issue = definiteIssue(error)
      throw notPermittedIssues.has(issue ?? '') ? new ListingNotPermittedError(issue!) : error
    }
  }

  /** Reads all pages of a span of at most 31 days. */
  async function search(payeeId: string, { from, to }: Span, filter = {}): Promise<Search> {
    const span = { start_date: from.toISOString(), end_date: to.toISOString() }
    const query = { ...span, ...filter, page_size: pageSize }
    const first = await read(payeeId, { ...query, page: '1' })
    const details = [...first.transaction_details]
    for (let number = 2; number <= first.total_pages; number += 1)
      details.push(...(await read(payeeId, { ...query, page: String(number) })).transaction_details)
    const infos = details.map(({ transaction_info: info }) => info)
    return { infos, refreshedAt: first.last_refreshed_datetime }
  }

  /** Searches a span. While PayPal finds too many transactions in it, searches its two halves instead. */
  async function searchWhole(payeeId: string, span: Span, filter = {}): Promise<Search> {
    try {
      return await search(payeeId, span, filter)
    } catch (error) {
      const length = span.to.getTime() - span.from.getTime()
      if (definiteIssue(error) !== tooLarge || length < minSpanMs) throw error
      const middle = new Date(span.from.getTime() + Math.floor(length / 2))
      const earlier = await searchWhole(payeeId, { from: span.from, to: middle }, filter)
      if (earlier.refreshedAt < middle) return earlier
      const { infos, refreshedAt } = await searchWhole(payeeId, { from: middle, to: span.to }, filter)
      return { infos: [...earlier.infos, ...infos], refreshedAt }
    }
  }

  return { search, searchWhole }
}

/**
 * Converts the transactions that belong to payments, each once: a transaction at the end of one span is also at the start of the
 * next.
 */
function toTransactions(infos: readonly TransactionInfo[]): ProviderTransaction[] {
  const found = new Map(infos.map((info) => [info.transaction_id, toTransaction(info)]))
  return [...found.values()].filter((one) => one !== undefined)
}

/** Returns the longest span that begins at `from`. */
function firstSpanOf(from: Date): Span {
  return { from, to: new Date(Math.min(Date.now(), from.getTime() + maxSpanMs)) }
}

/**
 * Cuts the time from `since` to `until` into spans of at most 31 days, from three years ago at the earliest to now at the latest.
 */
function* spansOf(since: Date, until: Date): Generator<Span> {
  const end = Math.min(until.getTime(), Date.now())
  let from = Math.max(since.getTime(), Date.now() - maxAgeMs)
  while (from < end) {
    const to = Math.min(from + maxSpanMs, end)
    yield { from: new Date(from), to: new Date(to) }
    from = to
  }
}
