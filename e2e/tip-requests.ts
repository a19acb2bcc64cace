/** Gives tips by sending the requests of a supporter's browser, without a browser. */
import { setTimeout as sleep } from 'node:timers/promises'
import { fetchJson } from './program.ts'
import type { Control } from './product-parts.ts'

/** The product that receives the requests, and its sandbox. */
interface Payable {
  url: string
  control: Control
}

export interface Payee {
  uid: string
  goaluuid: string
}

export interface Tip {
  name: string
  /** The amount in whole units of the creator's currency. */
  amount?: number
  /** True for a tip without a goal, which is not posted to the chats. */
  isGeneral?: boolean
}

/** Opens an order; returns PayPal's order id. */
export async function openOrder({ url }: Payable, creator: Payee, tip: Tip): Promise<string> {
  const { orderId } = await fetchJson<{ orderId: string }>(`${url}/api/v1/paypal/create-order`, {
    GoalUid: tip.isGeneral ? null : creator.goaluuid,
    amount: (tip.amount ?? 7) * 100,
    name: tip.name,
    message: 'For the clay!',
    ReceipentUID: creator.uid,
    isPrivateMessage: false,
  })
  return orderId
}

/** Approves the order as the supporter does in PayPal's window. */
export async function approve({ control }: Payable, orderId: string): Promise<void> {
  await control('/paypal/control/approve', { orderId, outcome: 'pay' })
}

export async function capture({ url }: Payable, orderId: string): Promise<void> {
  await fetchJson(`${url}/api/v1/paypal/capture-order/${orderId}`, {})
}

/** Opens, approves and captures an order. */
export async function payTip(product: Payable, creator: Payee, tip: Tip): Promise<void> {
  const orderId = await openOrder(product, creator, tip)
  await approve(product, orderId)
  await capture(product, orderId)
}

/**
 * Opens, approves and captures an order at a server that may be killed meanwhile: each request is repeated until it gets a
 * response.
 */
export async function keepPayingTip(product: Payable, creator: Payee, tip: Tip): Promise<void> {
  const orderId = await retry(() => openOrder(product, creator, tip))
  await approve(product, orderId)
  await retry(() => capture(product, orderId))
}

/** Longer than any fault that a test plays; after that the last error is the test's failure. */
const retryMs = 150_000

async function retry<T>(work: () => Promise<T>): Promise<T> {
  const endsAt = Date.now() + retryMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > endsAt) throw error
      await sleep(200)
    }
  }
}
