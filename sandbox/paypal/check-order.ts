/** Checks PayPal's business rules for a new order. One 422 lists every rule that is broken. */
import { type ErrorDetail, forbidden, unprocessable } from './api-error.ts'
import { type Store, findMerchantByEmail, type Merchant } from './store.ts'
import { decimalsOf, fromMinor, isSupportedCurrency, type Money, toMinor } from './money.ts'
import { type OrderRequest, platformFeeOf, type PurchaseUnit } from './requests.ts'

const maxMinor = 999_999_999

/** Throws a 422 if the order breaks a rule. Amounts are checked first, because the other rules calculate with them. */
export function checkOrder(store: Store, request: OrderRequest, bnCode: string | undefined): void {
  const units = request.purchase_units
  refuse(units.flatMap((unit) => checkAmounts(unit)))
  refuse([
    ...checkReferences(units),
    ...checkCurrencies(units),
    ...units.flatMap((unit) => [
      ...checkBreakdown(unit),
      ...checkPayee(store, unit),
      ...checkFee(store, unit, bnCode),
      ...checkInvoice(store, unit.invoice_id, payeeOf(store, unit)?.merchantId),
    ]),
  ])
  for (const unit of units) checkConsent(store, unit)
}

/** Returns an error if this seller already has a capture for this invoice, otherwise none. */
export function checkInvoice(
  store: Store,
  invoiceId: string | undefined,
  merchantId: string | undefined,
): ErrorDetail[] {
  if (!invoiceId) return []
  const isTaken = Object.values(store.captures).some(
    (capture) =>
      capture.unit.invoice_id === invoiceId &&
      capture.payee.merchant_id === merchantId &&
      capture.status !== 'DECLINED',
  )
  return isTaken ? [{ issue: 'DUPLICATE_INVOICE_ID', value: invoiceId }] : []
}

/** Returns the account to be paid: the app's own when the request names none, undefined when the account is unknown. */
export function payeeOf(store: Store, { payee }: Pick<PurchaseUnit, 'payee'>): Merchant | undefined {
  if (payee?.merchant_id) return store.merchants[payee.merchant_id]
  if (payee?.email_address) return findMerchantByEmail(store, payee.email_address)
  return store.merchants[store.app.merchantId]
}

/** Returns an error if an account cannot receive money now. An unknown account is no error, because it may be opened later. */
export function checkStanding(merchant: Merchant | undefined): ErrorDetail[] {
  if (!merchant) return []
  if (merchant.standing === 'closed') return [{ issue: 'PAYEE_ACCOUNT_LOCKED_OR_CLOSED' }]
  const isRestricted = merchant.standing === 'restricted' || !merchant.canReceive
  return isRestricted ? [{ issue: 'PAYEE_ACCOUNT_RESTRICTED' }] : []
}

function checkAmounts(unit: PurchaseUnit): ErrorDetail[] {
  const { breakdown, ...amount } = unit.amount
  const parts = Object.values(breakdown ?? {}).filter((part) => part !== undefined)
  const fee = platformFeeOf(unit)
  const items = unit.items ?? []
  const feeField = fieldOf(unit, 'payment_instruction/platform_fees')
  return [
    ...checkMoney(amount, 'CANNOT_BE_ZERO_OR_NEGATIVE', fieldOf(unit, 'amount/value')),
    ...parts.flatMap((part) => checkMoney(part, 'CANNOT_BE_NEGATIVE', fieldOf(unit, 'amount/breakdown'))),
    ...items.flatMap((item) => checkMoney(item.unit_amount, 'CANNOT_BE_NEGATIVE', fieldOf(unit, 'items'))),
    ...(fee ? checkMoney(fee, 'CANNOT_BE_ZERO_OR_NEGATIVE', feeField) : []),
  ]
}

/**
 * Returns the errors of an amount. `tooSmall` is the issue code for an amount below the minimum; it also decides whether zero is
 * allowed.
 */
export function checkMoney(money: Money, tooSmall: string, field: string): ErrorDetail[] {
  const { currency_code, value } = money
  if (!isSupportedCurrency(currency_code)) {
    const ofCurrency = field.replace(/value$/, 'currency_code')
    return [{ issue: 'INVALID_CURRENCY_CODE', field: ofCurrency, value: currency_code }]
  }
  const digits = value.split('.')[1]?.length ?? 0
  if (digits > decimalsOf(currency_code)) {
    const issue = decimalsOf(currency_code) ? 'DECIMAL_PRECISION' : 'DECIMALS_NOT_SUPPORTED'
    return [{ issue, field, value }]
  }
  const minor = toMinor(money)
  const minimum = tooSmall === 'CANNOT_BE_ZERO_OR_NEGATIVE' ? 1 : 0
  if (minor < minimum) return [{ issue: tooSmall, field, value }]
  return minor > maxMinor ? [{ issue: 'MAX_VALUE_EXCEEDED', field, value }] : []
}

function checkReferences(units: PurchaseUnit[]): ErrorDetail[] {
  if (units.length === 1) return []
  const references = units.map((unit) => unit.reference_id)
  if (references.includes(undefined)) return [{ issue: 'REFERENCE_ID_REQUIRED' }]
  return new Set(references).size < units.length ? [{ issue: 'DUPLICATE_REFERENCE_ID' }] : []
}

function checkCurrencies(units: PurchaseUnit[]): ErrorDetail[] {
  const amounts = units.flatMap((unit) => [
    unit.amount,
    platformFeeOf(unit),
    ...Object.values(unit.amount.breakdown ?? {}),
    ...(unit.items ?? []).map((item) => item.unit_amount),
  ])
  const currencies = amounts.flatMap((amount) => amount?.currency_code ?? [])
  return new Set(currencies).size > 1 ? [{ issue: 'MULTI_CURRENCY_ORDER' }] : []
}

function checkBreakdown(unit: PurchaseUnit): ErrorDetail[] {
  const { breakdown, ...amount } = unit.amount
  if (unit.items?.length && !breakdown?.item_total) return [{ issue: 'ITEM_TOTAL_REQUIRED' }]
  if (!breakdown) return []
  const part = (money: Money | undefined) => (money ? toMinor(money) : 0)
  const { shipping_discount, discount, ...added } = breakdown
  const minus = part(shipping_discount) + part(discount)
  const sum = Object.values(added).reduce((total, money) => total + part(money), 0) - minus
  const details = sum === toMinor(amount) ? [] : [{ issue: 'AMOUNT_MISMATCH', value: amount.value }]
  if (!unit.items) return details
  const items = unit.items.reduce(
    (total, item) => total + toMinor(item.unit_amount) * Number(item.quantity),
    0,
  )
  return items === part(breakdown.item_total) ? details : [...details, { issue: 'ITEM_TOTAL_MISMATCH' }]
}

function checkPayee(store: Store, unit: PurchaseUnit): ErrorDetail[] {
  const merchant = payeeOf(store, unit)
  // A payment to an address without an account is allowed; its capture stays pending as UNILATERAL.
  if (merchant || unit.payee?.email_address) return checkStanding(merchant)
  const field = fieldOf(unit, 'payee/merchant_id')
  return [{ issue: 'PAYEE_ACCOUNT_INVALID', field, value: unit.payee?.merchant_id }]
}

function checkFee(store: Store, unit: PurchaseUnit, bnCode: string | undefined): ErrorDetail[] {
  const fee = platformFeeOf(unit)
  if (!fee) return []
  const isPartner = store.app.isPartnerApproved && bnCode === store.app.bnCode
  if (!isPartner) return [{ issue: 'PLATFORM_FEES_NOT_SUPPORTED' }]
  if (toMinor(fee) <= toMinor(unit.amount)) return []
  return [{ issue: 'INVALID_PLATFORM_FEES_AMOUNT', value: fromMinor(toMinor(fee), fee.currency_code).value }]
}

/** Throws PayPal's 403 if the order has a platform fee to which the seller has not consented. */
function checkConsent(store: Store, unit: PurchaseUnit): void {
  if (platformFeeOf(unit) && payeeOf(store, unit)?.hasConsented === false) throw forbidden('CONSENT_NEEDED')
}

function fieldOf(unit: PurchaseUnit, path: string): string {
  return `/purchase_units/@reference_id=='${unit.reference_id ?? 'default'}'/${path}`
}

/** Throws PayPal's 422 with these errors, if there are any. */
export function refuse(details: ErrorDetail[]): void {
  if (details.length > 0) throw unprocessable(details)
}
