/**
 * Responds to disputes at PayPal, for which a seller has to let the partner update disputes. PayPal's SDK has no disputes.
 * https://docs.paypal.ai/reference/api/rest/disputes-actions/provide-evidence; which actions a dispute allows is in its links:
 * customer_disputes_v1 of https://github.com/paypal/paypal-rest-api-specifications.
 */
import { z } from 'zod'
import type { Mode } from '../../../db/schema.ts'
import type { PaypalConfig } from '../../config/config.ts'
import type { DisputeGateway, DisputeState, EvidenceFacts, ResponseKey } from '../provider/dispute-gateway.ts'
import { documentNames } from '../provider/dispute-gateway.ts'
import { RefusedError, ResponseNotPermittedError } from '../provider/errors.ts'
import { openReader } from './call-paypal.ts'
import type { CallPaypal } from './call-paypal.ts'
import { definiteIssue, notPermittedIssues } from './client.ts'
import type { PaypalClient } from './client.ts'
import { writeJsonForm } from './json-form.ts'
import type { Content } from './json-form.ts'
import { disputeResource, toProviderDispute } from './reports.ts'

/** The notes of one piece of evidence have at most 2,000 characters: schema `evidence` of customer_disputes_v1. */
const maxNotes = 2_000

const resource = disputeResource.extend({
  dispute_life_cycle_stage: z.string().optional(),
  evidences: z
    .array(
      z.object({
        evidence_type: z.string().optional(),
        notes: z.string().optional(),
        source: z.string().optional(),
      }),
    )
    .default([]),
  links: z.array(z.object({ rel: z.string() })).default([]),
})
type Resource = z.output<typeof resource>

/** Opens the part of the PayPal provider that responds to disputes. */
export function openPaypalResponses(
  config: PaypalConfig,
  client: PaypalClient,
  callPaypal: CallPaypal,
): DisputeGateway {
  const { mode } = config
  const isPermitted = config.isPartner || !config.hasPlatform
  const { get, assertionFor } = openReader(config, client, callPaypal)

  async function post(doing: string, action: string, key: ResponseKey, content: Content): Promise<void> {
    if (!isPermitted) throw new ResponseNotPermittedError('NOT_A_PARTNER')
    const assertion = assertionFor(key.payeeId)
    const headers = {
      ...(assertion && { 'PayPal-Auth-Assertion': assertion }),
      'PayPal-Request-Id': `${action}:${key.id}`,
    }
    const path = `/v1/customer/disputes/${encodeURIComponent(key.disputeId)}/${action}`
    try {
      await callPaypal(doing, async () => ({ result: await client.post(path, content, headers) }))
    } catch (error) {
      throw toRefusal(error)
    }
  }

  return {
    async findState(disputeId, payeeId) {
      if (!isPermitted) return undefined
      const path = `/v1/customer/disputes/${encodeURIComponent(disputeId)}`
      try {
        const found = await get('a dispute', resource, path, payeeId)
        return toState(found, mode)
      } catch (error) {
        if (notPermittedIssues.has(definiteIssue(error) ?? '')) return undefined
        throw toRefusal(error)
      }
    },

    writeFields: (facts, state) => ({
      evidence_type: typeFor(state?.wanted ?? []),
      notes: writeNotes(facts),
    }),

    countWords: (facts) => maxNotes - writeNotes({ ...facts, words: '' }).length - wordsBefore.length,

    async submitEvidence({ fields, document, ...key }) {
      const file = document && { ...document, name: documentNames[document.type] }
      const evidence = { ...fields, ...(file && { documents: [{ name: file.name }] }) }
      await post('evidence', 'provide-evidence', key, writeJsonForm({ evidences: [evidence] }, file))
    },

    async acceptDispute(key) {
      const text = JSON.stringify({ note: 'The seller accepts this claim.', accept_claim_type: 'REFUND' })
      const content = { type: 'application/json', bytes: Buffer.from(text) }
      await post('an acceptance', 'accept-claim', key, content)
    },
  }
}

function toState(found: Resource, mode: Mode): DisputeState {
  const sent = found.evidences.filter(isFromSeller)
  const has = (rel: string) => found.links.some((link) => link.rel === rel)
  return {
    dispute: toProviderDispute(found, mode),
    stage: stageOf(found, has('provide-evidence'), sent.length > 0),
    mayAccept: has('accept-claim'),
    wanted: found.evidences
      .filter(({ source }) => source === 'REQUESTED_FROM_SELLER')
      .flatMap(({ evidence_type: type }) => type ?? []),
    isFrom: ({ fields }) => sent.some(({ notes }) => notes === fields['notes']),
  }
}

function isFromSeller({ source }: Resource['evidences'][number]): boolean {
  return source === 'SUBMITTED_BY_SELLER' || source === 'SUBMITTED_BY_PARTNER'
}

function stageOf(
  { status, seller_response_due_date: dueDate }: Resource,
  mayProvide: boolean,
  hasEvidence: boolean,
): DisputeState['stage'] {
  if (status === 'RESOLVED') return 'closed'
  const isLate = dueDate !== undefined && dueDate <= new Date()
  if (mayProvide) return isLate ? 'late' : 'open'
  if (hasEvidence) return 'answered'
  return isLate ? 'late' : 'early'
}

/** Kinds of evidence that notes alone do not make up: PayPal wants tracking numbers, refund ids or documents with them. */
const notJustNotes = new Set(['PROOF_OF_FULFILLMENT', 'PROOF_OF_REFUND', 'PROOF_OF_RETURN'])

/** Returns the first kind of evidence that PayPal asks for and that notes make up, otherwise `OTHER`. */
function typeFor(wanted: readonly string[]): string {
  return wanted.find((type) => !notJustNotes.has(type)) ?? 'OTHER'
}

const wordsBefore = '\n\n'

function writeNotes({ product, activity, customer, terms, words }: EvidenceFacts): string {
  const lines = [product, ...(customer ? [`Name given: ${customer}`] : []), activity, terms]
  return lines.join('\n') + (words ? wordsBefore + words : '')
}

function toRefusal(error: unknown): unknown {
  const issue = definiteIssue(error)
  if (issue === undefined) return error
  return notPermittedIssues.has(issue) ? new ResponseNotPermittedError(issue) : new RefusedError(issue)
}
