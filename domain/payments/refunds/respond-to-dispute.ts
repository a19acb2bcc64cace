/**
 * Answers a dispute for its creator: sends evidence, or accepts the dispute. Both are final at the provider. The answer is stored
 * first, then sent, and the dispute's state is recorded like any report of it. docs/disputes.md.
 */
import { AppError } from '../../../contract/errors.ts'
import type { EvidenceRow } from '../../../db/queries/payments/disputes.ts'
import {
  insertResponse,
  listOpenResponses,
  responseItem,
  settleResponse,
} from '../../../db/queries/payments/dispute-responses.ts'
import type { NewResponse, OpenResponse } from '../../../db/queries/payments/dispute-responses.ts'
import {
  bindDocument,
  findAttachedDocument,
  readDocumentToSend,
  settleDocument,
} from '../../../db/queries/payments/evidence-documents.ts'
import type { DocumentFacts } from '../../../db/queries/payments/evidence-documents.ts'
import type { DisputeResponseRow, ResponseKind } from '../../../db/ledger-tables.ts'
import { attemptEach } from '../orders/attempt-each.ts'
import { orUnavailable } from '../orders/payment-context.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { recordDisputeAndPublish } from '../orders/record-outcome.ts'
import type { DisputeGateway, DisputeState } from '../provider/dispute-gateway.ts'
import {
  AccessLostError,
  OutcomeUnknownError,
  RefusedError,
  ResponseNotPermittedError,
} from '../provider/errors.ts'
import { findUnanswered } from './evidence-documents.ts'
import { hashPreview, writeFacts } from './write-facts.ts'

export interface WantedResponse {
  id: string
  kind: ResponseKind
  /** The creator's own words; only with evidence. */
  words: string
  /** The version of the preview that the creator confirmed; only with evidence. */
  version: string
}

/**
 * Answers a dispute about a tip that the creator received. Returns `asked` when the provider's response was lost:
 * `retryResponses` then asks the provider what it has. Throws AppError `not_found`, `payment_provider`, `dispute_closed`,
 * `dispute_answered`, `dispute_early`, `dispute_late`, `evidence_changed`, `invalid_input` for the words, `dispute_elsewhere` or
 * `dispute_refused`; in all these cases nothing was sent.
 */
export async function respondToDispute(
  ctx: PaymentContext,
  creatorUid: string,
  { id, kind, words, version }: WantedResponse,
): Promise<'done' | 'asked'> {
  const row = await findUnanswered(ctx.db, creatorUid, id)
  const { provider, mode, payeeId, disputeId: providerDisputeId } = row
  const gateway = ctx.payments[provider]?.responses
  if (!gateway) throw new AppError('payment_provider')
  const state = await readState(ctx, gateway, row)
  const place = { disputeId: id, isInquiry: state.dispute?.status === 'inquiry' }
  const document = kind === 'evidence' ? await findAttachedDocument(ctx.db, place) : undefined
  const fields = kind === 'evidence' ? prepareFields({ gateway, row, state, document, words, version }) : {}
  requirePossible(kind, state)
  const response = await insertWithDocument(ctx, { ...place, creatorUid, kind, fields }, document)
  return sendResponse(ctx, gateway, { ...response, provider, mode, providerDisputeId, payeeId })
}

/**
 * Retries responses that have had no result for a minute. The provider is asked first, because it may have the response already, and
 * the dispute may be decided.
 */
export async function retryResponses(ctx: PaymentContext, now = new Date()): Promise<void> {
  await attemptEach(ctx, await listOpenResponses(ctx.db, now, 50), {
    itemOf: responseItem,
    work: async (response) => {
      if ((await repeatResponse(ctx, response)) === 'asked') throw new Error('no response')
    },
    now,
  })
}

/**
 * Asks the provider what it holds about a dispute, and records the dispute's state. Throws AppError `dispute_elsewhere` if the
 * platform may not read it, or `payment_provider`.
 */
export async function readState(
  ctx: PaymentContext,
  gateway: DisputeGateway,
  { disputeId, payeeId }: Pick<EvidenceRow, 'disputeId' | 'payeeId'>,
): Promise<DisputeState> {
  const state = await orUnavailable(ctx, { dispute: disputeId }, () =>
    gateway.findState(disputeId, payeeId).catch(toElsewhere),
  )
  if (!state) throw new AppError('dispute_elsewhere')
  if (state.dispute) await recordDisputeAndPublish(ctx, state.dispute)
  return state
}

/** Stores a response and makes the previewed document a part of it. Throws AppError `dispute_answered` or `evidence_changed`. */
async function insertWithDocument(
  { db }: PaymentContext,
  wanted: NewResponse,
  document: DocumentFacts | undefined,
): Promise<DisputeResponseRow> {
  return db.transaction().execute(async (trx) => {
    const response = await insertResponse(trx, wanted)
    if (!response) throw new AppError('dispute_answered')
    if (document && !(await bindDocument(trx, document.id, response.id)))
      throw new AppError('evidence_changed')
    return response
  })
}

const stageErrors = {
  early: 'dispute_early',
  answered: 'dispute_answered',
  late: 'dispute_late',
  closed: 'dispute_closed',
  elsewhere: 'dispute_elsewhere',
} as const

function requirePossible(kind: ResponseKind, { stage, mayAccept }: DisputeState): void {
  if (kind === 'acceptance' && mayAccept) return
  if (stage !== 'open') throw new AppError(stageErrors[stage])
  if (kind === 'acceptance') throw new AppError('dispute_elsewhere')
}

interface Preparation {
  gateway: DisputeGateway
  row: EvidenceRow
  state: DisputeState
  document: DocumentFacts | undefined
  words: string
  version: string
}

function prepareFields({ gateway, row, state, document, words, version }: Preparation) {
  const facts = writeFacts(row, words)
  if (hashPreview(facts, document) !== version) throw new AppError('evidence_changed')
  if (words.length > gateway.countWords(facts))
    throw new AppError('invalid_input', { fields: { words: 'invalid_evidence_words' } })
  return gateway.writeFields(facts, state)
}

async function sendResponse(
  ctx: PaymentContext,
  gateway: DisputeGateway,
  response: OpenResponse,
): Promise<'done' | 'asked'> {
  const { id, kind, fields, payeeId, providerDisputeId: disputeId } = response
  const key = { id, disputeId, payeeId }
  try {
    if (kind === 'acceptance') await gateway.acceptDispute(key)
    else await gateway.submitEvidence({ ...key, fields, document: await readDocumentToSend(ctx.db, id) })
  } catch (error) {
    if (error instanceof OutcomeUnknownError) {
      ctx.log.warn({ response: id, reason: error.message }, 'response to a dispute without an answer')
      return 'asked'
    }
    if (!(error instanceof RefusedError)) throw error
    await settle(ctx, id, error.issue)
    ctx.log.warn({ response: id, issue: error.issue }, 'response to a dispute refused')
    throw new AppError(isElsewhere(error) ? 'dispute_elsewhere' : 'dispute_refused')
  }
  await settle(ctx, id)
  if (kind === 'acceptance') await recordState(ctx, gateway, response)
  return 'done'
}

/** Settles a response, with its document: the provider has both or, with its code, refused them. */
async function settle({ db }: PaymentContext, id: string, issue?: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await settleResponse(trx, id, issue)
    await settleDocument(trx, id, issue !== undefined)
  })
}

/** Records the end of an accepted dispute. If that fails, the provider's webhook or the reconciliation records it. */
async function recordState(
  ctx: PaymentContext,
  gateway: DisputeGateway,
  response: OpenResponse,
): Promise<void> {
  const { payeeId, providerDisputeId: disputeId } = response
  await readState(ctx, gateway, { disputeId, payeeId }).catch((error: unknown) => {
    ctx.log.warn({ response: response.id, err: error }, 'state of an accepted dispute not read')
  })
}

async function repeatResponse(ctx: PaymentContext, response: OpenResponse): Promise<'done' | 'asked'> {
  const { id, kind, payeeId, providerDisputeId: disputeId } = response
  const gateway = ctx.payments[response.provider]?.responses
  if (!gateway) return 'asked'
  const state = await readState(ctx, gateway, { disputeId, payeeId })
  const isTaken = kind === 'evidence' ? state.isFrom(response) : state.dispute?.status === 'lost'
  if (isTaken) {
    await settle(ctx, id)
    return 'done'
  }
  const isErased = kind === 'evidence' && Object.keys(response.fields).length === 0
  const isSameStage = response.isInquiry === (state.dispute?.status === 'inquiry')
  const isPossible =
    kind === 'evidence' ? state.stage === 'open' && isSameStage && !isErased : state.mayAccept
  if (!isPossible) {
    await settle(ctx, id, state.stage)
    return 'done'
  }
  return sendResponse(ctx, gateway, response).catch((error: unknown) => {
    if (error instanceof AppError) return 'done' as const // the refusal is stored
    throw error
  })
}

function toElsewhere(error: unknown): undefined {
  if (error instanceof RefusedError) return undefined
  throw error
}

function isElsewhere(error: unknown): boolean {
  return error instanceof ResponseNotPermittedError || error instanceof AccessLostError
}
