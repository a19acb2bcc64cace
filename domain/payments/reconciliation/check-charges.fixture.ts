/** Adds up, from the stand-ins' own records, what each checkout of a history was charged and what was given back. */
import type { Stage } from './history-stage.fixture.ts'

/** A payment at a stand-in. Amounts are in the payment's currency, with the decimals that the stand-in stores. */
interface Payment {
  /** The provider's id of the order: at Stripe of the session, or of the payment of a wallet. */
  orderId: string
  captureId: string
  charged: number
  /** What went back to the supporter: refunds, reversals and lost disputes. */
  returned: number
}

/** What became of a history's checkouts. */
export interface Charges {
  checkouts: number
  paid: number
  /** Checkouts that were paid more than once. */
  paidTwice: number
  /** Checkouts of which more than one payment was not given back in full. */
  chargedTwice: object[]
  /** The number of payments of orders that belong to no checkout of the history. */
  unknown: number
}

/** Returns what the checkouts of a history were charged. For a correct product `chargedTwice` is empty. */
export async function checkCharges({ checkouts, tell }: Pick<Stage, 'checkouts' | 'tell'>): Promise<Charges> {
  const payments = [...(await readPaypalPayments(tell.paypal)), ...(await readStripePayments(tell.stripe))]
  const orders = checkouts.flatMap((one) => one.orders)
  const ids = [...new Set(orders.map(({ checkoutId }) => checkoutId))]
  const paid = ids.map((checkoutId) => {
    const opened = new Set(orders.filter((one) => one.checkoutId === checkoutId).map(({ id }) => id))
    return { checkoutId, payments: payments.filter(({ orderId }) => opened.has(orderId)) }
  })
  return {
    checkouts: paid.length,
    paid: paid.filter((one) => one.payments.length > 0).length,
    paidTwice: paid.filter((one) => one.payments.length > 1).length,
    chargedTwice: paid.filter((one) => one.payments.filter(isKept).length > 1),
    unknown: payments.length - paid.flatMap((one) => one.payments).length,
  }
}

const isKept = ({ charged, returned }: Payment) => returned < charged

interface PaypalRecords {
  captures: Record<
    string,
    { id: string; orderId: string; status: string; amount: Amount; refundIds: string[] }
  >
  refunds: Record<string, { amount: Amount; status: string }>
}
interface Amount {
  value: string
}

/** PayPal reverses and refunds with a record of its own each, also what a lost dispute takes. */
async function readPaypalPayments(control: Stage['tell']['paypal']): Promise<Payment[]> {
  const { captures, refunds } = await control<PaypalRecords>('state')
  const hundredths = ({ value }: Amount) => Math.round(Number(value) * 100)
  return Object.values(captures)
    .filter(({ status }) => status !== 'PENDING' && status !== 'DECLINED')
    .map(({ id, orderId, amount, refundIds }) => ({
      orderId,
      captureId: id,
      charged: hundredths(amount),
      returned: refundIds
        .map((refund) => refunds[refund]!)
        .reduce((sum, made) => sum + (made.status === 'COMPLETED' ? hundredths(made.amount) : 0), 0),
    }))
}

interface StripeRecords {
  intents: Record<string, { id: string; sessionId?: string; status: string; amount: number }>
  refunds: Record<string, { intentId: string; amount: number; failureTransactionId?: string }>
  disputes: Record<string, { intentId: string; amount: number; status: string }>
}

async function readStripePayments(control: Stage['tell']['stripe']): Promise<Payment[]> {
  const { intents, refunds, disputes } = await control<StripeRecords>('state')
  const lost = Object.values(disputes).filter(({ status }) => status === 'lost')
  const paid = Object.values(refunds).filter(({ failureTransactionId: failed }) => failed === undefined)
  const back = [...paid, ...lost]
  return Object.values(intents)
    .filter(({ status }) => status === 'succeeded')
    .map(({ id, sessionId, amount }) => ({
      orderId: sessionId ?? id,
      captureId: id,
      charged: amount,
      returned: back.reduce((sum, one) => sum + (one.intentId === id ? one.amount : 0), 0),
    }))
}
