/** A disputed tip at a stand-in, ready to be answered. */
import type { openPaypalCheckout } from '../paypal/checkout.fixture.ts'
import type { openStripeCheckout } from '../stripe/checkout.fixture.ts'
import { readDisputeCase } from './read-dispute-case.ts'
import { respondToDispute } from './respond-to-dispute.ts'
import type { WantedResponse } from './respond-to-dispute.ts'

export type PaypalCheckout = Awaited<ReturnType<typeof openPaypalCheckout>>
export type StripeCheckout = Awaited<ReturnType<typeof openStripeCheckout>>

interface AtProvider {
  id: string
  status?: string
  evidence?: unknown
  submissionCount?: number
}

/**
 * Gives a tip that its payer then disputes, so that evidence can be sent. At PayPal the dispute is escalated to a claim. `by` is the
 * action at the stand-in.
 */
export async function openDisputedTip(
  checkout: PaypalCheckout | StripeCheckout,
  { isClaim = true, by = 'dispute' } = {},
) {
  const { ctx, creator, gateway, standIn } = checkout
  const tip = await checkout.takeTip()
  const act = (name: string) => checkout.act(tip.captureId, name)
  await act(by)
  if (gateway.name === 'paypal' && isClaim) await act('escalate')
  const { payeeId } = await checkout.db
    .selectFrom('tipOrder')
    .select('payeeId')
    .where('id', '=', tip.orderId)
    .executeTakeFirstOrThrow()
  await checkout.recordDisputes(payeeId)
  const { id, disputeId } = await checkout.db
    .selectFrom('dispute')
    .select(['id', 'disputeId'])
    .where('captureId', '=', tip.captureId)
    .executeTakeFirstOrThrow()
  const read = () => readDisputeCase(ctx, creator.uid, id)
  return {
    id,
    tip,
    act,
    read,
    /** Answers with the evidence that the preview shows. */
    async answer(response: Partial<WantedResponse> = {}) {
      const { version } = await read()
      return respondToDispute(ctx, creator.uid, { id, kind: 'evidence', words: '', version, ...response })
    },
    /** What the stand-in holds about the dispute. */
    async atProvider() {
      const { disputes } = await standIn.control<{ disputes: Record<string, AtProvider> }>('state')
      return disputes[disputeId]!
    },
    status: async () =>
      (
        await checkout.db
          .selectFrom('dispute')
          .select('status')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).status,
    responses: () =>
      checkout.db
        .selectFrom('disputeResponse')
        .select(['kind', 'status', 'issue', 'fields'])
        .where('disputeId', '=', id)
        .orderBy('createdAt')
        .execute(),
  }
}
