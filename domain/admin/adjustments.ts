/** Settles what differs between a tip's ledger and its provider: one admin proposes a movement, another one books it. */
import { AppError } from '../../contract/errors.ts'
import type { Adjustment, listAdjustments, NewAdjustment } from '../../contract/admin/adjustment-calls.ts'
import type { CallResponse } from '../../contract/call.ts'
import type { Db, Trx } from '../../db/connection.ts'
import { insertAdminAction } from '../../db/queries/admin/admins.ts'
import {
  findCapture,
  findProposed,
  insertAdjustment,
  listAdjustmentRows,
  listDifferingTips,
  readLastEntryId,
  saveDecision,
} from '../../db/queries/payments/adjustments.ts'
import { refreshDifferences } from '../../db/queries/payments/payment-comparison.ts'
import { lockTipForLedger } from '../../db/queries/payments/tip-ledger.ts'
import type { TipRow } from '../../db/schema.ts'
import type { Actor } from './actor.ts'

const maxListed = 20

/** Reads tips whose sums differ, open proposals, and the adjustments that were decided last, as the admin `viewer` sees them. */
export async function readAdjustments(
  db: Db,
  viewer: Actor['adminUid'],
): Promise<CallResponse<typeof listAdjustments>> {
  const differing = await listDifferingTips(db, maxListed)
  const [proposed, decided] = await Promise.all(
    [false, true].map((isDecided) => listAdjustmentRows(db, { isDecided, limit: maxListed })),
  )
  return {
    differences: differing.flatMap(({ differences, currency: tipCurrency, ...tip }) =>
      differences.map(({ providerMinor, ledgerMinor, ...sum }) => {
        return { ...tip, ...sum, tipCurrency, providerAmount: providerMinor, statementAmount: ledgerMinor }
      }),
    ),
    proposed: proposed!.map((row) => toAdjustment(row, viewer)),
    decided: decided!.map((row) => toAdjustment(row, viewer)),
  }
}

/**
 * Proposes an adjustment and records that. Returns its id. Throws AppError `not_found` if there is no such tip, and `adjustment_open`
 * if the tip has a proposal that nobody has decided.
 */
export async function proposeAdjustment(
  db: Db,
  { adminUid }: Pick<Actor, 'adminUid'>,
  { amount, ...wanted }: NewAdjustment,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const tip = await lockTip(trx, wanted.tipId)
    const lastEntryId = await readLastEntryId(trx, tip.id)
    const values = { ...wanted, amountMinor: amount, lastEntryId, proposedBy: adminUid }
    const id = await insertAdjustment(trx, values)
    if (id === undefined) throw new AppError('adjustment_open')
    await recordAction(trx, tip, { adminUid, reason: wanted.reason }, 'propose_adjustment', id)
    return id
  })
}

/**
 * Books a proposal, or rejects it, and records that. A command on the server counts as one person. Throws AppError `not_found` if it
 * is not open, `adjustment_own` if the same person proposed it, and `adjustment_changed` if something was booked on the tip since
 * then: it may have settled the difference already.
 */
export async function decideAdjustment(
  db: Db,
  actor: Actor,
  { id, decision }: { id: string; decision: 'book' | 'reject' },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const proposed = await findProposed(trx, id)
    if (!proposed) throw new AppError('not_found')
    const tip = await lockTip(trx, proposed.tipId)
    const isBooked = decision === 'book'
    if (isBooked && proposed.proposedBy === actor.adminUid) throw new AppError('adjustment_own')
    if (isBooked && (await readLastEntryId(trx, tip.id)) !== proposed.lastEntryId)
      throw new AppError('adjustment_changed')
    const saved = { decision: isBooked ? 'booked' : 'rejected', decidedBy: actor.adminUid } as const
    if (!(await saveDecision(trx, id, saved))) throw new AppError('not_found')
    if (isBooked) await book(trx, tip, proposed)
    await recordAction(trx, tip, actor, isBooked ? 'book_adjustment' : 'reject_adjustment', id)
  })
}

async function lockTip(trx: Trx, tipId: string): Promise<TipRow> {
  const capture = await findCapture(trx, tipId)
  const tip = capture && (await lockTipForLedger(trx, capture))
  if (!tip) throw new AppError('not_found')
  return tip
}

type Proposed = NonNullable<Awaited<ReturnType<typeof findProposed>>>

async function book(trx: Trx, tip: TipRow, { id, account, amountMinor }: Proposed): Promise<void> {
  const { id: tipId, creatorUid, provider, mode, currency, captureId } = tip
  const entry = { movementId: id, kind: 'adjustment', tipId, creatorUid, provider, mode, currency } as const
  await trx
    .insertInto('ledgerEntry')
    .values([
      { ...entry, account: 'creator', amountMinor },
      { ...entry, account, amountMinor: -amountMinor },
    ])
    .execute()
  await refreshDifferences(trx, { provider, captureId })
}

async function recordAction(
  trx: Trx,
  { creatorUid }: TipRow,
  actor: Actor,
  action: 'propose_adjustment' | 'book_adjustment' | 'reject_adjustment',
  subject: string,
): Promise<void> {
  await insertAdminAction(trx, { ...actor, action, accountUid: creatorUid, subject })
}

type Row = Awaited<ReturnType<typeof listAdjustmentRows>>[number]

function toAdjustment(
  { amountMinor, proposedAt, proposedBy, proposerName, decidedAt, deciderName, ...row }: Row,
  viewer: Actor['adminUid'],
): Adjustment {
  return {
    ...row,
    amount: amountMinor,
    proposedAt: proposedAt.toISOString(),
    proposedBy: proposerName,
    isOwn: proposedBy === viewer,
    decidedAt: decidedAt?.toISOString() ?? null,
    decidedBy: deciderName,
  }
}
