/** The state of a random history. */
import type { TipRequest } from '../orders/open-order.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import type { Chance } from './chance.fixture.ts'
import type { HistoryProviders } from './history-providers.fixture.ts'

/** An order that was opened to pay a tip; `id` is the provider's. */
export interface HistoryOrder {
  way: 'paypal' | 'card' | 'wallet' | 'debit'
  id: string
  checkoutId: string
  ctx: PaymentContext
  /** Whether the supporter has paid it at its provider. */
  isPaid: boolean
}

/** A tip that a supporter wants to give, and the orders that were opened to pay it. */
export interface Checkout {
  checkoutId: string
  request: Omit<TipRequest, 'checkoutId'>
  /** Whether PayPal does not split off the service fee. */
  isOwed: boolean
  orders: HistoryOrder[]
}

/** The state of a history while it is played. */
export interface Stage extends HistoryProviders {
  chance: Chance
  /** How often each operation was performed, and each state reached. */
  done: Record<string, number>
  /** Webhooks that the product has not received yet. */
  late: { provider: 'paypal' | 'stripe'; body: string }[]
  checkouts: Checkout[]
  /** Accounts that take no payments, by the ids of their creators and the providers. */
  stopped: { uid: string; provider: 'paypal' | 'stripe' }[]
  /** The operations from which the next one is drawn. */
  bag: ((stage: Stage) => Promise<unknown>)[]
}

/** Counts an operation, or a state that was reached. */
export function count({ done }: Pick<Stage, 'done'>, what: string): void {
  done[what] = (done[what] ?? 0) + 1
}

/** What has to be reached in a history, beside the operations. */
export const states: readonly string[] = [
  ...['paypal', 'card', 'wallet', 'debit'].flatMap((way) => [`opened: ${way}`, `paid: ${way}`]),
  ...['late', 'lost', 'in time', 'twice'].map((fate) => `webhook ${fate}`),
  'killed',
  'reached: a form sent twice',
  'reached: a second order of a checkout',
  'reached: closed before it was paid',
  'refused: already_paid',
  'refused: payee_unavailable',
]
