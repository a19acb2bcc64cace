/**
 * Responds to disputes at Stripe. A tip is a direct charge, so the dispute is one of the connected account, and the platform responds
 * on its behalf: https://docs.stripe.com/disputes/connect, https://docs.stripe.com/api/disputes/update.
 */
import type Stripe from 'stripe'
import type { z } from 'zod'
import type { Mode } from '../../../db/schema.ts'
import type {
  DisputeGateway,
  DisputeState,
  EvidenceFacts,
  EvidenceFields,
  EvidenceToSubmit,
} from '../provider/dispute-gateway.ts'
import { documentNames } from '../provider/dispute-gateway.ts'
import { callStripe, onAccount } from './client.ts'
import { toFoundDispute } from './refunds-and-disputes.ts'
import { disputeResource } from './reports.ts'

/** A text field may have 20,000 characters, all fields together 150,000: https://docs.stripe.com/api/disputes/update. */
const maxWords = 5_000

/** Opens the part of the Stripe provider that responds to disputes. */
export function openStripeResponses(client: Stripe, mode: Mode): DisputeGateway {
  return {
    async findState(disputeId, payeeId) {
      const asOf = new Date(Math.floor(Date.now() / 1000) * 1000)
      const found = await callStripe('a dispute', () =>
        client.disputes.retrieve(disputeId, {}, onAccount(payeeId)),
      )
      return toState(found, mode, asOf)
    },

    writeFields,
    countWords: () => maxWords,

    async submitEvidence({ id, disputeId, payeeId, fields, document }) {
      const file = document && (await uploadDocument(client, { id, payeeId, document }))
      // The id in the metadata tells later whether evidence that Stripe has is ours.
      const evidence = { ...fields, ...(file !== undefined && { uncategorized_file: file }) }
      const params = { evidence, submit: true, metadata: { response: id } }
      const options = { ...onAccount(payeeId), idempotencyKey: `response:${id}` }
      await callStripe('evidence', () => client.disputes.update(disputeId, params, options))
    },

    async acceptDispute({ id, disputeId, payeeId }) {
      const options = { ...onAccount(payeeId), idempotencyKey: `acceptance:${id}` }
      await callStripe('an acceptance', () => client.disputes.close(disputeId, {}, options))
    },
  }
}

interface Upload extends Pick<EvidenceToSubmit, 'id' | 'payeeId'> {
  document: NonNullable<EvidenceToSubmit['document']>
}

/**
 * Uploads a document to the account whose dispute it is about, and returns Stripe's id of it. It becomes evidence only when the dispute
 * names it. https://docs.stripe.com/file-upload
 */
async function uploadDocument(client: Stripe, { id, payeeId, document }: Upload): Promise<string> {
  const { type, content } = document
  const file = { data: content, name: documentNames[type], type }
  const options = { ...onAccount(payeeId), idempotencyKey: `document:${id}` }
  const uploaded = await callStripe('a document', () =>
    client.files.create({ purpose: 'dispute_evidence', file }, options),
  )
  return uploaded.id
}

/** Arranges the facts in Stripe's fields for services: https://docs.stripe.com/disputes/categories. */
function writeFields({ product, servedOn, activity, customer, terms, words }: EvidenceFacts): EvidenceFields {
  return {
    product_description: product,
    service_date: servedOn,
    access_activity_log: activity,
    ...(customer && { customer_name: customer }),
    refund_policy_disclosure: terms,
    ...(words && { uncategorized_text: words }),
  }
}

function toState(found: Stripe.Dispute, mode: Mode, asOf: Date): DisputeState {
  const resource = disputeResource.parse(found)
  return {
    dispute: toFoundDispute(resource, { mode, asOf }),
    stage: stageOf(resource),
    mayAccept: found.status === 'needs_response', // an inquiry is refunded instead
    wanted: [],
    isFrom: ({ id }) => found.metadata['response'] === id,
  }
}

/** Only what needs a response takes evidence. A bank that allows none gives no deadline. An appeal takes evidence of its own. */
function stageOf({
  status,
  evidence_details: { due_by: dueBy },
}: z.output<typeof disputeResource>): DisputeState['stage'] {
  switch (status) {
    case 'needs_response':
    case 'warning_needs_response':
      return dueBy && dueBy > new Date() ? 'open' : 'late'
    case 'under_review':
    case 'warning_under_review':
      return 'answered'
    case 'appeal_needs_response':
    case 'appeal_under_review':
      return 'elsewhere'
    default:
      return 'closed'
  }
}
