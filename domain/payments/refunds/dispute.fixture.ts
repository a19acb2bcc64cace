/** A disputed tip at a stand-in, ready to be answered. */
import { createHash } from 'node:crypto'
import type { openPaypalCheckout } from '../paypal/checkout.fixture.ts'
import type { openStripeCheckout } from '../stripe/checkout.fixture.ts'
import { attachDocument } from './evidence-documents.ts'
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

type PaypalEvidence = { documents: { hash: string }[] }[]
interface StripeEvidence {
  uncategorized_file?: string
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
  const atProvider = async () => {
    const { disputes } = await standIn.control<{ disputes: Record<string, AtProvider> }>('state')
    return disputes[disputeId]!
  }
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
    atProvider,
    /** Attaches a document and returns its SHA-256. */
    async attach(text: string): Promise<string> {
      const content = Buffer.from(text)
      await attachDocument(checkout.db, creator.uid, id, { type: 'application/pdf', content })
      return createHash('sha256').update(content).digest('hex')
    },
    /** The SHA-256 of the document that the stand-in has with the evidence. */
    async documentAtProvider(): Promise<string | undefined> {
      const { evidence } = (await atProvider()) as { evidence: PaypalEvidence | StripeEvidence }
      if (Array.isArray(evidence)) return evidence[0]!.documents[0]?.hash
      const { files } = await standIn.control<{ files: Record<string, { hash: string }> }>('state')
      return files[evidence.uncategorized_file ?? '']?.hash
    },
    documents: () =>
      checkout.db
        .selectFrom('evidenceDocument')
        .select((eb) => [
          eb('responseId', 'is not', null).as('isSent'),
          eb('content', 'is not', null).as('hasContent'),
        ])
        .where('disputeId', '=', id)
        .orderBy('isSent')
        .execute(),
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
