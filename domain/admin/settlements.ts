/** Settles payments that match no order of ours: one admin proposes how, another one has it done. */
import type { CallResponse } from '../../contract/call.ts'
import { AppError } from '../../contract/errors.ts'
import type { listUnmatched, NewSettlement, Settlement } from '../../contract/admin/settlement-calls.ts'
import type { Db, Trx } from '../../db/connection.ts'
import { insertAdminAction } from '../../db/queries/admin/admins.ts'
import { saveDifferences } from '../../db/queries/payments/payment-comparison.ts'
import type { CaptureKey } from '../../db/queries/payments/reports.ts'
import {
  dropRequestsOf,
  findProposedSettlement,
  insertSettlement,
  listSettlementRows,
  saveSettlement,
} from '../../db/queries/payments/settlements.ts'
import { isSettled, listUnsettled } from '../../db/queries/payments/unmatched-payments.ts'
import type { Actor } from './actor.ts'

const maxListed = 20

type Proposed = NonNullable<Awaited<ReturnType<typeof findProposedSettlement>>>

interface SettlementContext {
  db: Db
  /** Refunds what is left of a payment, and returns the refund's id (`refundUnmatched`). */
  refund: (proposed: Proposed) => Promise<string | null>
  /** Returns whether the provider has made a refund that was begun (`isUnmatchedRefunded`). */
  isRefunded: (proposed: Proposed) => Promise<boolean>
}

/** Reads payments that match no order, open proposals, and the settlements that were decided last, as the admin `viewer` sees them. */
export async function readUnmatched(
  db: Db,
  viewer: Actor['adminUid'],
): Promise<CallResponse<typeof listUnmatched>> {
  const payments = await listUnsettled(db, maxListed)
  const [proposed, decided] = await Promise.all(
    [false, true].map((isDecided) => listSettlementRows(db, { isDecided, limit: maxListed })),
  )
  return {
    payments: payments.map(({ creatorUid: _, foundAt, ...row }) => ({
      ...row,
      foundAt: foundAt.toISOString(),
    })),
    proposed: proposed!.map((row) => toSettlement(row, viewer)),
    decided: decided!.map((row) => toSettlement(row, viewer)),
  }
}

/**
 * Proposes how to settle a payment, and records that. Returns the proposal's id. Throws AppError `not_found` if no such payment is
 * unmatched, `refund_elsewhere` if it cannot be refunded from here, and `adjustment_open` if it has a proposal already.
 */
export async function proposeSettlement(
  db: Db,
  { adminUid }: Pick<Actor, 'adminUid'>,
  wanted: NewSettlement,
): Promise<string> {
  const { provider, paymentId: captureId, way, reason } = wanted
  return db.transaction().execute(async (trx) => {
    const payment = await getUnsettled(trx, { provider, captureId })
    if (way === 'refund' && !payment.isRefundable) throw new AppError('refund_elsewhere')
    const transactionId = way === 'outside' ? wanted.transactionId : null
    const values = { provider, captureId, way, transactionId, reason, proposedBy: adminUid }
    const id = await insertSettlement(trx, values)
    if (id === undefined) throw new AppError('adjustment_open')
    await recordAction(trx, payment, { adminUid, reason }, 'propose_settlement', id)
    return id
  })
}

/**
 * Settles a payment as it was proposed, or rejects the proposal, and records that. A refund is stored as begun, then made at the provider;
 * if its response is lost or this process dies, the same decision can be made again, and refunds once. A command on the server counts as
 * one person. Throws AppError `not_found` if the proposal is not open, `adjustment_own` if the same person made it, `settlement_begun` if it
 * is rejected while its refund may be on its way or has been made, `payment_provider` if the provider gave no response, and
 * `refund_refused` or `refund_elsewhere` if it refused.
 */
export async function decideSettlement(
  ctx: SettlementContext,
  actor: Actor,
  { id, decision }: { id: string; decision: 'settle' | 'reject' },
): Promise<void> {
  const proposed = await findProposedSettlement(ctx.db, id)
  if (!proposed) throw new AppError('not_found')
  const { provider, captureId } = proposed
  const [payment] = await listUnsettled(ctx.db, 1, { provider, captureId })
  const isSettling = decision === 'settle'
  if (isSettling && proposed.proposedBy === actor.adminUid) throw new AppError('adjustment_own')
  if (!isSettling) await checkRefund(ctx, proposed)
  const refundId = isSettling && proposed.way === 'refund' ? await ctx.refund(proposed) : null
  await ctx.db.transaction().execute(async (trx) => {
    const saved = {
      decision: isSettling ? ('settled' as const) : ('rejected' as const),
      decidedBy: actor.adminUid,
      transactionId: refundId ?? proposed.transactionId,
    }
    if (!(await saveSettlement(trx, id, saved))) throw await whyUndecided(trx, id)
    if (isSettling && proposed.way === 'outside') await dropRequestsOf(trx, proposed)
    if (await isSettled(trx, proposed)) await saveDifferences(trx, { provider, captureId }, [])
    await recordAction(trx, payment, actor, isSettling ? 'settle_payment' : 'reject_settlement', id)
  })
}

/** Throws AppError `settlement_begun` if the refund of a proposal may be on its way, or was made although its response was lost. */
async function checkRefund({ isRefunded }: SettlementContext, proposed: Proposed): Promise<void> {
  const { refundingUntil } = proposed
  if (refundingUntil === null) return
  if (refundingUntil > new Date() || (await isRefunded(proposed))) throw new AppError('settlement_begun')
}

/** Returns why a decision was not stored: somebody has decided before, or has begun to refund the payment meanwhile. */
async function whyUndecided(trx: Trx, id: string): Promise<AppError> {
  return new AppError((await findProposedSettlement(trx, id)) ? 'settlement_begun' : 'not_found')
}

async function getUnsettled(trx: Trx, key: CaptureKey) {
  const [payment] = await listUnsettled(trx, 1, key)
  if (!payment) throw new AppError('not_found')
  return payment
}

async function recordAction(
  trx: Trx,
  payment: { creatorUid: string | null } | undefined,
  actor: Actor,
  action: 'propose_settlement' | 'settle_payment' | 'reject_settlement',
  subject: string,
): Promise<void> {
  await insertAdminAction(trx, { ...actor, action, accountUid: payment?.creatorUid ?? null, subject })
}

type Row = Awaited<ReturnType<typeof listSettlementRows>>[number]

function toSettlement(
  { proposedAt, proposedBy, proposerName, decidedAt, deciderName, ...row }: Row,
  viewer: Actor['adminUid'],
): Settlement {
  return {
    ...row,
    proposedAt: proposedAt.toISOString(),
    proposedBy: proposerName,
    isOwn: proposedBy === viewer,
    decidedAt: decidedAt?.toISOString() ?? null,
    decidedBy: deciderName,
  }
}
