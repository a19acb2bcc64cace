/** The operations of a random history by which banks end refunds after providers have begun or made them. */
import type { Stage } from './history-stage.fixture.ts'

/** A bank returns a refund that Stripe has made. */
export async function failRefund({ chance, tell }: Stage): Promise<boolean> {
  const { refunds } = await tell.stripe<{ refunds: Record<string, StripeRefund> }>('state')
  const made = Object.values(refunds).filter(({ failureTransactionId }) => failureTransactionId === undefined)
  if (made.length === 0) return false
  await tell.stripe('act', { intentId: chance.pick(made).intentId, act: 'refund-failed' })
  return true
}

interface StripeRefund {
  intentId: string
  failureTransactionId?: string
}

/** The bank pays an eCheck, or does not. */
export async function endCheck({ chance, tell }: Stage): Promise<boolean> {
  const waiting = await listChecks(tell)
  if (waiting.length === 0) return false
  const act = chance.pick(['refund-cleared', 'refund-failed'])
  await tell.paypal('act', { captureId: chance.pick(waiting), act })
  return true
}

/** Returns the captures that pending refunds belong to, once for each refund. */
export async function listChecks(tell: Stage['tell']): Promise<string[]> {
  const { refunds } = await tell.paypal<{ refunds: Record<string, { captureId: string; status: string }> }>(
    'state',
  )
  return Object.values(refunds).flatMap(({ captureId, status }) => (status === 'PENDING' ? [captureId] : []))
}
