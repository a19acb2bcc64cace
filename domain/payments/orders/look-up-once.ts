/** Limits how often visitors can make us look up an order at its provider. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApprovedOutcome } from './capture-approved.ts'
import type { PaymentProviders } from './payment-context.ts'

type Answer = ApprovedOutcome | undefined

/** A look-up, and the one that follows it for calls that its answer may be too old for. */
interface LookUp {
  answer: Promise<Answer>
  next?: Promise<Answer>
}

const running = new WeakMap<PaymentProviders, Map<string, LookUp>>()

/** In milliseconds: the least time between an answer that the supporter has not approved the order, and the next look-up. */
const notApprovedMs = 1000

/**
 * Looks up an order by calling `lookUp`. Simultaneous calls in this process share one request to the provider. The supporter may
 * approve the order after that request was made, so a call never gets the answer `not_approved` from a request that is older than
 * itself: such calls share the next one, a second later.
 */
export async function lookUpOnce(
  payments: PaymentProviders,
  orderId: string,
  lookUp: () => Promise<Answer>,
): Promise<Answer> {
  const own = running.get(payments) ?? new Map<string, LookUp>()
  running.set(payments, own)
  const known = own.get(orderId)
  if (!known) return start(own, orderId, lookUp)
  const answer = await known.answer
  if (answer?.kind !== 'not_approved') return answer
  known.next ??= sleep(notApprovedMs).then(() => start(own, orderId, lookUp))
  return known.next
}

function start(own: Map<string, LookUp>, orderId: string, lookUp: () => Promise<Answer>): Promise<Answer> {
  const started: LookUp = { answer: lookUp() }
  own.set(orderId, started)
  const forget = () => {
    if (own.get(orderId) === started && !started.next) own.delete(orderId)
  }
  started.answer.then((answer) => {
    if (answer?.kind !== 'not_approved') return forget()
    setTimeout(forget, notApprovedMs).unref()
  }, forget)
  return started.answer
}
