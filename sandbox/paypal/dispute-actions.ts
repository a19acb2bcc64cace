/**
 * Lets a seller respond to a claim: with evidence, or by accepting it. Schemas and limits are those of customer_disputes_v1 in
 * https://github.com/paypal/paypal-rest-api-specifications.
 */
import { createHash } from 'node:crypto'
import type { Request } from 'express'
import * as z from 'zod'
import { type FormPart, readMultipart } from '../multipart.ts'
import { badRequest, forbidden, unprocessable, unsupportedMediaType } from './api-error.ts'
import { type Api, findById } from './api-handler.ts'
import { requireSeller } from './auth-assertion.ts'
import type { PaypalContext } from './captures.ts'
import { actionsOf, resolveDispute, updateDispute } from './disputes.ts'
import { parse } from './requests.ts'
import { now, type Capture, type Dispute } from './store.ts'

const needInfo = ['PROOF_OF_FULFILLMENT', 'PROOF_OF_REFUND', 'PROOF_OF_RETURN']

const evidences = z.strictObject({
  evidences: z
    .array(
      z.strictObject({
        evidence_type: z.string().regex(/^[0-9A-Z_]{1,255}$/),
        documents: z
          .array(
            z.strictObject({
              name: z
                .string()
                .max(2000)
                .regex(/^[A-Za-z0-9-_,\s]+[.][A-Za-z]+$/),
            }),
          )
          .min(1)
          .max(100)
          .optional(),
        notes: z.string().min(1).max(2000).optional(),
      }),
    )
    .min(1)
    .max(100),
})

const acceptance = z.strictObject({
  note: z.string().min(1).max(2000),
  accept_claim_type: z.enum(['REFUND']).optional(),
})

/** Adds the calls with which a seller, or a partner for the seller, responds to a claim. */
export function addDisputeActions(api: Api, context: PaypalContext): void {
  api.act('/v1/customer/disputes/:id/provide-evidence', (request) => {
    if (!request.is('multipart/form-data')) throw unsupportedMediaType()
    const { dispute, capture } = find(context, request, 'provide-evidence')
    const parts = readMultipart(request.get('content-type'), request.body)
    if (!parts) throw badRequest([{ issue: 'MALFORMED_REQUEST', location: 'body' }])
    const wanted = parse(evidences, readInput(parts))
    const documents = readDocuments(parts, wanted)
    if (wanted.evidences.some(({ evidence_type: type }) => needInfo.includes(type)))
      throw badRequest([{ issue: 'MISSING_EVIDENCE_INFO', field: '/evidences/0/evidence_info' }])
    const made = wanted.evidences.map(({ evidence_type: type, notes = '', documents: named = [] }) => ({
      type,
      notes,
      documents: named.map(({ name }) => ({ name, hash: documents.get(name)! })),
      date: now(),
    }))
    dispute.evidence = [...(dispute.evidence ?? []), ...made]
    updateDispute(context, dispute, capture)
    return linkTo(context, dispute)
  })

  api.act('/v1/customer/disputes/:id/accept-claim', (request) => {
    const { dispute, capture } = find(context, request, 'accept-claim')
    parse(acceptance, request.body)
    resolveDispute(context, capture, true)
    return linkTo(context, dispute)
  })
}

/** Returns the dispute, if the caller may do this to it now. */
function find(
  { store }: PaypalContext,
  request: Request,
  action: string,
): { dispute: Dispute; capture: Capture } {
  const dispute = findById(store.disputes, request)
  const capture = store.captures[dispute.captureId]!
  requireSeller(store, request, capture.payee)
  if (store.merchants[capture.payee.merchant_id ?? '']?.mayUpdateDisputes === false)
    throw forbidden('PERMISSION_DENIED')
  if (!actionsOf(dispute).includes(action)) throw unprocessable('ACTION_NOT_ALLOWED')
  return { dispute, capture }
}

function linkTo({ store }: PaypalContext, { id }: Dispute) {
  return { links: [{ href: `${store.base}/v1/customer/disputes/${id}`, rel: 'self', method: 'GET' }] }
}

/** Returns the JSON of the form's field `input`. */
function readInput(parts: readonly FormPart[]): unknown {
  const input = parts.find(({ name, filename }) => name === 'input' && filename === undefined)
  if (!input) throw badRequest([{ issue: 'MISSING_REQUIRED_PARAMETER', field: 'input' }])
  if (input.type !== 'application/json') throw unsupportedMediaType()
  try {
    return JSON.parse(input.content.toString())
  } catch {
    throw badRequest([{ issue: 'MALFORMED_REQUEST_JSON', location: 'body' }])
  }
}

/** https://developer.paypal.com/platforms/disputes/reference/supported-file-types-sizes.md */
const documentLimits = { name: /\.(jpe?g|gif|png|pdf)$/i, bytes: 10_000_000, totalBytes: 50_000_000 }

/** Returns the hashes of the form's files by name. Each must be one that the evidence names, and the other way round. */
function readDocuments(
  parts: readonly FormPart[],
  wanted: z.infer<typeof evidences>,
): ReadonlyMap<string, string> {
  const files = parts.filter(({ filename }) => filename !== undefined)
  const total = files.reduce((sum, { content }) => sum + content.length, 0)
  const isRefused = ({ filename = '', content }: FormPart) =>
    !documentLimits.name.test(filename) || content.length === 0 || content.length >= documentLimits.bytes
  if (files.some(isRefused) || total > documentLimits.totalBytes)
    throw badRequest([{ issue: 'INVALID_DOCUMENT', field: 'evidence-file' }])
  const named = wanted.evidences.flatMap(({ documents = [] }) => documents.map(({ name }) => name))
  const given = files.map(({ filename = '' }) => filename)
  if (named.toSorted().join('\n') !== given.toSorted().join('\n'))
    throw badRequest([{ issue: 'DOCUMENTS_DO_NOT_MATCH', field: '/evidences/0/documents' }])
  return new Map(files.map(({ filename = '', content }) => [filename, hashOf(content)]))
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
