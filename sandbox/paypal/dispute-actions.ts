/**
 * Lets a seller respond to a claim: with evidence, or by accepting it. Schemas and limits are those of customer_disputes_v1 in
 * https://github.com/paypal/paypal-rest-api-specifications.
 */
import type { Request } from 'express'
import * as z from 'zod'
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
    const wanted = parse(evidences, readInput(String(request.body)))
    if (wanted.evidences.some(({ evidence_type: type }) => needInfo.includes(type)))
      throw badRequest([{ issue: 'MISSING_EVIDENCE_INFO', field: '/evidences/0/evidence_info' }])
    const made = wanted.evidences.map(({ evidence_type: type, notes = '' }) => ({ type, notes, date: now() }))
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
function readInput(form: string): unknown {
  const [, type, json] =
    /name="input"\r\nContent-Type: ([^\r]+)\r\n\r\n([\s\S]*?)\r\n--/i.exec(form) ??
    ([] as (string | undefined)[])
  if (json === undefined) throw badRequest([{ issue: 'MISSING_REQUIRED_PARAMETER', field: 'input' }])
  if (type !== 'application/json') throw unsupportedMediaType()
  try {
    return JSON.parse(json)
  } catch {
    throw badRequest([{ issue: 'MALFORMED_REQUEST_JSON', location: 'body' }])
  }
}
