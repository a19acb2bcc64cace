/**
 * Converts transactions of PayPal's Transaction Search. A transaction's event code says what kind of money movement it is:
 * https://developer.paypal.com/docs/transaction-search/transaction-event-codes
 */
import { z } from 'zod'
import type { ProviderTransaction } from '../provider/reports.ts'
import { toMinor } from './amounts.ts'

/** A time in ISO 8601. PayPal's real responses have offsets without a colon (`+0000`), unlike its specification. */
export const offsetTime = z
  .string()
  .transform((text) => text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  .pipe(z.iso.datetime({ offset: true }))
  .transform((text) => new Date(text))

/** An amount that is negative when it left the account. */
const money = z
  .object({ value: z.string(), currency_code: z.string() })
  .transform(({ value, currency_code }, ctx) => {
    const isNegative = value.startsWith('-')
    const parsed = toMinor(isNegative ? value.slice(1) : value, currency_code)
    if (parsed === undefined) ctx.addIssue('not an amount')
    return { value: isNegative ? -(parsed ?? 0) : (parsed ?? z.NEVER), currency_code }
  })
/**
 * An amount that is not parsed yet. Only the amounts that matter are parsed later, so that an amount in an unknown form does not
 * make the whole list fail.
 */
const unread = z.object({ value: z.string(), currency_code: z.string() })

/** The field `transaction_info`, with only the fields that we use. */
export const transactionInfo = z.object({
  transaction_id: z.string().min(1),
  paypal_reference_id: z.string().optional(),
  transaction_event_code: z.string(),
  transaction_initiation_date: offsetTime,
  transaction_updated_date: offsetTime.optional(),
  transaction_amount: unread,
  fee_amount: unread.optional(),
  transaction_status: z.string(),
  custom_field: z.string().optional(),
})

export type TransactionInfo = z.output<typeof transactionInfo>

/**
 * The statuses of transactions that have moved money. `S`: completed. `V`: completed, and later reversed by a separate transaction.
 */
const movedStatuses = new Set(['S', 'V'])

/**
 * Converts a transaction. Returns undefined if it is not part of a payment that the account received: a withdrawal, a currency
 * conversion, a reserve or the like. Throws when a part of a payment has an unreadable amount.
 */
export function toTransaction(info: TransactionInfo): ProviderTransaction | undefined {
  const { transaction_id: transactionId, transaction_event_code: code, custom_field: custom } = info
  const isPayment = code.startsWith('T00')
  const captureId = isPayment ? transactionId : info.paypal_reference_id
  if (!captureId || !movedStatuses.has(info.transaction_status) || !isOfPayment.test(code)) return undefined
  const amount = money.parse(info.transaction_amount)
  const fee = info.fee_amount ? money.parse(info.fee_amount).value : 0
  if (isPayment && amount.value < 0) return undefined // the account has paid somebody else
  const [netMinor, currency] = [amount.value + fee, amount.currency_code.toLowerCase()]
  const createdAt = info.transaction_updated_date ?? info.transaction_initiation_date
  return {
    transactionId,
    kind: kindOf(code, netMinor),
    sourceId: transactionId,
    captureId,
    orderId: isPayment ? custom : undefined,
    settledMinor: netMinor,
    settledCurrency: currency,
    netMinor,
    currency,
    disputeFeeMinor: disputeFeeOf(code, netMinor, fee),
    createdAt,
    availableAt: createdAt,
  }
}

/**
 * The event codes of transactions that belong to a payment: the payment itself; fees for payments, chargebacks, partners and
 * disputes; and reversals, refunds and adjustments.
 */
const isOfPayment = /^T(00\d\d|01(06|07|13|14)|11\d\d|12\d\d)$/
/** The event codes of the fees for chargebacks and for disputes. */
const disputeFees = new Set(['T0106', 'T0114'])
/** The event codes of the hold while a dispute is open, and of its end. */
const disputeHolds = new Set(['T1110', 'T1111'])

/** Returns the fee of a dispute's transaction. PayPal states it nowhere else: its disputes have no fees. */
function disputeFeeOf(code: string, netMinor: number, feeMinor: number): number {
  const changeMinor = disputeFees.has(code) ? netMinor : disputeHolds.has(code) ? feeMinor : 0
  return changeMinor === 0 ? 0 : -changeMinor
}

/**
 * Returns what a transaction belongs to. PayPal does not document how it lists a fee that is returned with a refund. Each way that its
 * codes allow counts as the refund's: a fee (T0107, T0113) with a positive amount, a fee reversal (T1108), or a `fee_amount` in the
 * refund's own transaction.
 */
function kindOf(code: string, netMinor: number): ProviderTransaction['kind'] {
  if (disputeFees.has(code) || disputeHolds.has(code)) return 'dispute'
  if (code.startsWith('T01')) return netMinor < 0 ? 'payment' : 'refund'
  return code.startsWith('T0') ? 'payment' : 'refund'
}
