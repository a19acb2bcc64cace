/**
 * Implements Transaction Search: https://developer.paypal.com/docs/api/transaction-search/v1/, as specified in
 * `reporting_transactions_v1` of https://github.com/paypal/paypal-rest-api-specifications (version 1.9). A search covers at most
 * 31 days of the last three years and finds what was booked at least three hours ago. Limits that are not in the specification
 * name their source.
 */
import type { Request } from 'express'
import * as z from 'zod'
import { badRequest, forbidden, tooMany } from './api-error.ts'
import type { Api } from './api-handler.ts'
import { callerOf } from './auth-assertion.ts'
import type { PaypalContext } from './captures.ts'
import { fromMinor } from './money.ts'
import { parse } from './requests.ts'
import type { Store, Transaction } from './store.ts'

const dayMs = 86_400_000
const maxDays = 31
const maxYears = 3
/** PayPal documents: "It takes a maximum of three hours for executed transactions to appear". */
const defaultDelayMs = 3 * 3_600_000
/** PayPal's error RESULTSET_TOO_LARGE: https://developer.paypal.com/docs/api/transaction-search/v1/#errors. */
const defaultLimit = 10_000

const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))
const searchQuery = z.object({
  start_date: time,
  end_date: time,
  transaction_id: z.string().min(17).max(19).optional(),
  transaction_type: z.string().optional(),
  fields: z.string().default('transaction_info'),
  balance_affecting_records_only: z.enum(['Y', 'N']).default('Y'),
  page_size: z.coerce.number().int().min(1).max(500).default(100),
  page: z.coerce.number().int().min(1).max(2_147_483_647).default(1),
})
type SearchQuery = z.output<typeof searchQuery>

/** Adds the call that searches transactions. It needs the seller's permission, which is more than the consent to payments. */
export function addTransactionSearch(api: Api, { store }: PaypalContext): void {
  api.get('/v1/reporting/transactions', (request) => {
    const seller = callerOf(store, request)
    const isOwn = seller === store.app.merchantId // the app has the feature
    if (!isOwn && !store.merchants[seller]?.hasGrantedSearch) throw forbidden('PERMISSION_DENIED')
    const query = parse(searchQuery, request.query)
    const refreshedAt = Date.now() - (store.app.listDelayMs ?? defaultDelayMs)
    checkRange(query, refreshedAt)
    const found = search(store, seller, query, refreshedAt)
    if (found.length > (store.app.listLimit ?? defaultLimit)) throw tooMany()
    return pageOf(store, request, query, { seller, found, refreshedAt })
  })
}

/**
 * Throws PayPal's error for a range that is too long, too old or reversed, or that starts after the last update of the
 * transactions (https://github.com/paypal/PayPal-node-SDK/issues/452).
 */
function checkRange({ start_date: start, end_date: end }: SearchQuery, refreshedAt: number): void {
  const refuse = (field: string, issue: string) => {
    throw badRequest([{ issue, field, location: 'query' }])
  }
  if (end < start) refuse('end_date', 'INVALID_DATE_RANGE')
  if (end - start > maxDays * dayMs) refuse('end_date', 'INVALID_DATE_RANGE')
  if (start < Date.now() - maxYears * 365 * dayMs) refuse('start_date', 'INVALID_DATE_RANGE')
  if (start > refreshedAt) refuse('start_date', 'DATA_NOT_AVAILABLE')
}

function search(store: Store, seller: string, query: SearchQuery, refreshedAt: number): Transaction[] {
  const { start_date: start, end_date: end, transaction_id: id, transaction_type: type } = query
  return Object.values(store.transactions)
    .filter(({ payeeId, bookedAt }) => payeeId === seller && Date.parse(bookedAt) <= refreshedAt)
    .filter((one) => (id === undefined || one.id === id) && (type === undefined || one.code === type))
    .filter(({ initiatedAt }) => Date.parse(initiatedAt) >= start && Date.parse(initiatedAt) <= end)
    .toSorted((a, b) => Date.parse(a.initiatedAt) - Date.parse(b.initiatedAt))
}

interface Found {
  seller: string
  found: Transaction[]
  refreshedAt: number
}

function pageOf(
  { base }: Store,
  request: Request,
  query: SearchQuery,
  { seller, found, refreshedAt }: Found,
): Record<string, unknown> {
  const { page, page_size: size } = query
  const pages = Math.ceil(found.length / size)
  const shown = found.slice((page - 1) * size, page * size)
  const link = (rel: string, at: number) => {
    const params = new URLSearchParams({ ...(request.query as Record<string, string>), page: String(at) })
    return { href: `${base}/v1/reporting/transactions?${params}`, rel, method: 'GET' }
  }
  return {
    // An empty list is left out: the specification has `minItems: 1`.
    ...(shown.length > 0 && { transaction_details: shown.map(detailOf) }),
    account_number: seller,
    start_date: toTime(query.start_date),
    end_date: toTime(Math.min(query.end_date, refreshedAt)),
    last_refreshed_datetime: new Date(refreshedAt).toISOString(),
    page,
    total_items: found.length,
    total_pages: pages,
    links: [link('self', page), ...(page < pages ? [link('next', page + 1)] : [])],
  }
}

function detailOf(transaction: Transaction): Record<string, unknown> {
  const { id, referenceId, code, amount, feeMinor, customField, initiatedAt, bookedAt } = transaction
  return {
    transaction_info: {
      transaction_id: id,
      ...(referenceId && { paypal_reference_id: referenceId, paypal_reference_id_type: 'TXN' }),
      transaction_event_code: code,
      transaction_initiation_date: initiatedAt,
      transaction_updated_date: bookedAt,
      transaction_amount: amount,
      ...(feeMinor !== 0 && { fee_amount: fromMinor(feeMinor, amount.currency_code) }),
      transaction_status: 'S',
      ...(customField && { custom_field: customField }),
      protection_eligibility: '01',
    },
  }
}

function toTime(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z')
}
