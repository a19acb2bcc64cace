/**
 * Reads what the stand-ins have booked on creators' accounts. Amounts become minor units of the payment's currency; nothing here
 * is computed by code of the product, so that an error there is not repeated.
 */
import type { Control } from '../../../sandbox/stand-in.fixture.ts'

/**
 * A change of an account's balance in minor units of the payment's currency. `platform` is what it paid to the platform, and `fee`
 * what it paid to the provider. `settled` is the change in the currency of the account, if the stand-in has booked it in that.
 */
export interface Booked {
  payeeId: string
  captureId: string
  currency: string
  kind: 'payment' | 'refund' | 'dispute'
  day: string
  net: number
  platform: number
  fee: number
  settled?: { currency: string; net: number }
  /** Whether the payment is booked and not decided yet: a bank debit that clears. The ledger has no part of it. */
  isClearing?: boolean
}

/**
 * The decimals of ISO 4217, which the ledger has, and of PayPal, which has none for the forint. Stripe charges the forint with
 * two. Others have two everywhere.
 */
const isoDecimals: Record<string, number> = { jpy: 0 }
const paypalDecimals: Record<string, number> = { jpy: 0, huf: 0 }

/** The payee of the account of our own keys, in solo mode. */
const own = 'own'

interface PaypalState {
  app: { merchantId: string }
  transactions: Record<
    string,
    {
      id: string
      payeeId: string
      code: string
      referenceId?: string
      amount: { value: string; currency_code: string }
      feeMinor: number
      bookedAt: string
    }
  >
}

/** Reads PayPal's transactions of payments, each in the currency of its payment: conversions (T0200) move nothing out of an account. */
export async function readPaypal(control: Control): Promise<Booked[]> {
  const { app, transactions } = await control<PaypalState>('state')
  const ofPayments = Object.values(transactions).filter(({ code }) => code !== 'T0200')
  return ofPayments.map(({ id, payeeId, code, referenceId, amount, feeMinor, bookedAt }) => {
    const currency = amount.currency_code.toLowerCase()
    const decimals = isoDecimals[currency] ?? 2
    const minor = Math.round(Number(amount.value) * 10 ** decimals)
    const fee = feeMinor * 10 ** (decimals - (paypalDecimals[currency] ?? 2))
    const isPartnerFee = code === 'T0113'
    const isDisputeFee = code === 'T0106' || code === 'T0114'
    return {
      payeeId: payeeId === app.merchantId ? own : payeeId,
      captureId: transactions[referenceId ?? '']?.referenceId ?? referenceId ?? id,
      currency,
      kind: isPartnerFee && minor < 0 ? 'payment' : (kinds[code] ?? 'refund'),
      day: bookedAt.slice(0, 10),
      net: minor + fee,
      platform: isPartnerFee ? -minor : 0,
      fee: (fee === 0 ? 0 : -fee) - (isDisputeFee ? minor : 0),
    }
  })
}

const kinds: Record<string, Booked['kind']> = {
  T0006: 'payment',
  T0106: 'dispute',
  T0114: 'dispute',
  T1110: 'dispute',
  T1111: 'dispute',
}

interface StripeState {
  accounts: Record<string, { id: string; isOwn?: boolean }>
  transactions: Record<
    string,
    {
      account: string
      type: string
      source: string
      amount: number
      currency: string
      applicationFee: number
      stripeFee: number
      created: number
    }
  >
  intents: Record<
    string,
    {
      id: string
      chargeId?: string
      status: string
      amount: number
      currency: string
      applicationFee: number | null
      feeId?: string
    }
  >
  refunds: Record<string, { intentId: string; amount: number }>
  disputes: Record<string, { intentId: string; amount: number; transactionIds?: string[] }>
  applicationFees: Record<string, { amount: number }>
}

/**
 * Reads Stripe's transactions of payments. Stripe books them in the currency of the account. The amounts of payments, refunds and
 * disputes, and the application fee, are on record in the payment's currency, too. Only fees are not: Stripe's own fee is converted
 * as the amount that it was charged on, and a returned application fee as the whole of it.
 */
export async function readStripe(control: Control): Promise<Booked[]> {
  const { accounts, transactions, intents, refunds, disputes, applicationFees } =
    await control<StripeState>('state')
  const ofCharge = new Map(Object.values(intents).map(({ id, chargeId }) => [chargeId, id]))
  return Object.values(transactions).flatMap(({ account, type, source, currency, ...rest }) => {
    const { applicationFee, created } = rest
    const isFee = type === 'stripe_fee' // for countering a dispute
    const [amount, stripeFee] = isFee ? [0, -rest.amount] : [rest.amount, rest.stripeFee]
    const cause = refunds[source] ?? disputes[source]
    const captureId = ofCharge.get(source) ?? cause?.intentId
    const intent = captureId === undefined ? undefined : intents[captureId]
    if (!captureId || !intent) return [] // a payout belongs to no capture
    const whole = cause?.amount ?? intent.amount
    // What comes to less than half a cent of the account is an amount of 0 there.
    const taken = source in refunds && type !== 'refund_failure'
    const sign = amount === 0 && source in refunds ? (taken ? -1 : 1) : Math.sign(amount)
    const charged = isFee ? transactions[disputes[source]!.transactionIds![0]!]!.amount : amount
    const fee = Math.sign(stripeFee) * partOf(whole, Math.abs(stripeFee), Math.abs(charged))
    const [ofFee, settledFee] = [intent.applicationFee ?? 0, applicationFees[intent.feeId ?? '']?.amount ?? 0]
    const platform = Math.sign(applicationFee) * partOf(ofFee, Math.abs(applicationFee), settledFee)
    return {
      payeeId: accounts[account]?.isOwn ? own : account,
      captureId,
      currency: intent.currency,
      kind: kindOf(source in refunds, source in disputes),
      day: new Date(created * 1000).toISOString().slice(0, 10),
      net: sign * whole - platform - fee,
      platform,
      fee,
      settled: { currency, net: amount - applicationFee - stripeFee },
      isClearing: intent.status === 'processing',
    }
  })
}

/** Reads the payouts from accounts at Stripe to banks, in the currencies of the accounts. */
export async function readPayouts(control: Control) {
  const { accounts, transactions } = await control<StripeState>('state')
  return Object.values(transactions)
    .filter(({ type }) => type === 'payout')
    .map(({ account, source: payoutId, amount, currency }) => ({
      payeeId: accounts[account]?.isOwn ? own : account,
      payoutId,
      currency,
      amount: -amount,
    }))
}

/** Returns `part / whole` of an amount, rounded half up. */
function partOf(amount: number, part: number, whole: number): number {
  return part === 0 ? 0 : Math.floor((2 * amount * part + whole) / (2 * whole))
}

function kindOf(isRefund: boolean, isDispute: boolean): Booked['kind'] {
  if (isDispute) return 'dispute'
  return isRefund ? 'refund' : 'payment'
}
