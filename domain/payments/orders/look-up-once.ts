/** Limits how often visitors can make us look up an order at its provider. */
import type { ApprovedOutcome } from './capture-approved.ts'
import type { PaymentProviders } from './payment-context.ts'

type Answer = ApprovedOutcome | undefined

const answers = new WeakMap<PaymentProviders, Map<string, Promise<Answer>>>()

/** In milliseconds: how long the result is reused if the supporter has not approved the order yet. */
const notApprovedMs = 1000

/** Looks up an order by calling `lookUp`. Simultaneous calls in this process share one request to the provider. */
export function lookUpOnce(
  payments: PaymentProviders,
  orderId: string,
  lookUp: () => Promise<Answer>,
): Promise<Answer> {
  const own = answers.get(payments) ?? new Map<string, Promise<Answer>>()
  answers.set(payments, own)
  const known = own.get(orderId)
  if (known) return known
  const answer = lookUp()
  own.set(orderId, answer)
  const forget = () => void own.delete(orderId)
  answer.then((outcome) => {
    if (outcome?.kind !== 'not_approved') return forget()
    setTimeout(forget, notApprovedMs).unref()
  }, forget)
  return answer
}
