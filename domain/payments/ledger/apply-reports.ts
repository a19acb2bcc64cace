/**
 * Adds ledger entries to a tip until its ledger agrees with the reports of its refunds and disputes. Existing entries never change.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Db, Trx } from '../../../db/connection.ts'
import { isInquiryStatus } from '../../../db/queries/payments/disputes.ts'
import type { DisputeRow } from '../../../db/ledger-tables.ts'
import type { LedgerAccount, LedgerKind, Schema, TipRow } from '../../../db/schema.ts'
import { insertEvent } from '../../../db/queries/deliveries/events.ts'
import { requestRecord } from '../../../db/queries/payments/payment-records.ts'
import { listHolds } from '../../../db/queries/payments/provider-transactions.ts'
import { lockTipForLedger, takeFromGoal, takeFromTotals } from '../../../db/queries/payments/tip-ledger.ts'
import { hasUnapplied, listReports, markApplied } from '../../../db/queries/payments/reports.ts'
import type { CaptureKey } from '../../../db/queries/payments/reports.ts'
import { computeLedgerEntries } from './compute-ledger-entries.ts'
import { returnedWorth } from './record-worth.ts'
import type { ReportedDispute, SourceEntries } from './compute-ledger-entries.ts'

export type AppliedReports =
  /**
   * The reports are in the ledger now. The caller publishes the events `eventIds`; there are none if no page has anything new to
   * show.
   */
  | { kind: 'applied'; tipId: string; eventIds: string[] }
  /** The capture itself is not recorded yet. `applyStoredReports` books the reports once it is. */
  | { kind: 'stored' }

/** The result of one report, and whether the report contained anything new. */
export type AppliedReport = AppliedReports & { isNew: boolean }

/**
 * Books every stored report of a capture. The reports are read while the tip is locked, so simultaneous calls have the same result
 * as calls one after the other. Further locks are taken in the order of `recordTip`: counter, goal, totals.
 */
export async function applyReports(db: Db, key: CaptureKey): Promise<AppliedReports> {
  return db.transaction().execute(async (trx) => {
    const tip = await lockTipForLedger(trx, key)
    if (!tip) return { kind: 'stored' }
    const { refunds, disputes: reported } = await listReports(trx, key)
    const disputes = await withHold(trx, tip, reported.filter(isNoInquiry))
    const isOfTip = (report: { currency: string; mode: string }) =>
      report.currency === tip.currency && report.mode === tip.mode
    const { sources, returnedMinor } = computeLedgerEntries(
      tip,
      refunds.filter(isOfTip),
      disputes.filter(isOfTip),
    )

    const statuses = new Map(disputes.map(({ disputeId, status }) => [`dispute:${disputeId}`, status]))
    const kinds = new Map(refunds.map(({ refundId, kind }) => [`refund:${refundId}`, kind]))
    const kindOf = (sourceId: string) => kinds.get(sourceId) ?? disputeKinds[statuses.get(sourceId) ?? 'open']
    await insertDifferences(trx, tip, sources, kindOf)
    const eventIds = await moveTotals(trx, tip, returnedMinor)
    if (refunds.some(({ appliedAt }) => appliedAt === null)) await requestRecord(trx, tip)
    await markApplied(trx, key)
    return { kind: 'applied', tipId: tip.id, eventIds }
  })
}

/**
 * Books the reports that were stored before their capture was recorded. Returns undefined when there are none, which is the usual
 * case.
 */
export async function applyStoredReports(db: Db, key: CaptureKey): Promise<AppliedReports | undefined> {
  return (await hasUnapplied(db, key)) ? applyReports(db, key) : undefined
}

const disputeKinds = {
  open: 'dispute_opened',
  won: 'dispute_won',
  lost: 'dispute_lost',
} as const satisfies Record<ReportedDispute['status'], LedgerKind>

function isNoInquiry(dispute: DisputeRow): dispute is DisputeRow & ReportedDispute {
  return !isInquiryStatus(dispute.status)
}

/**
 * Gives an open dispute whose report does not say what it took the amount that its provider's transactions say, once there are any. They
 * name the payment and not the dispute, so only those count that are not older than the dispute, and only for a single one. PayPal's
 * clocks differ by seconds, and its lists have no milliseconds.
 */
async function withHold<T extends ReportedDispute>(
  trx: Trx,
  tip: TipRow,
  disputes: readonly T[],
): Promise<T[]> {
  const [open, other] = disputes.filter(({ status, takenMinor }) => status === 'open' && takenMinor === null)
  if (!open || other) return [...disputes]
  const since = open.openedAt.getTime() - maxSkewMs
  const holds = (await listHolds(trx, tip)).filter(({ createdAt }) => createdAt.getTime() >= since)
  if (!holds.some(({ heldMinor }) => heldMinor > 0)) return [...disputes]
  const takenMinor = Math.max(
    0,
    holds.reduce((sum, { heldMinor }) => sum + heldMinor, 0),
  )
  return disputes.map((one) => (one === open ? { ...one, takenMinor } : one))
}
const maxSkewMs = 60_000

interface BookedEntry {
  sourceId: string
  account: LedgerAccount
  amountMinor: number
  kinds: LedgerKind[]
}

/**
 * For each refund or dispute, inserts the difference between the entries that the ledger has and the entries that it should have.
 * The difference is one movement, or none.
 */
async function insertDifferences(
  trx: Trx,
  tip: TipRow,
  sources: readonly SourceEntries[],
  kindOf: (sourceId: string) => LedgerKind,
): Promise<void> {
  const booked = await listBooked(trx, tip.id)
  const sourceIds = new Set([...booked, ...sources].map(({ sourceId }) => sourceId))
  const entries = [...sourceIds].flatMap((sourceId) => {
    const before = booked.filter((entry) => entry.sourceId === sourceId)
    const after = sources.find((source) => source.sourceId === sourceId)?.accounts ?? {}
    const isKnown = before.some(({ kinds }) => kinds.includes(kindOf(sourceId)))
    return toMovement(tip, sourceId, isKnown ? 'correction' : kindOf(sourceId), before, after)
  })
  if (entries.length > 0) await trx.insertInto('ledgerEntry').values(entries).execute()
}

function toMovement(
  tip: TipRow,
  sourceId: string,
  kind: LedgerKind,
  before: readonly BookedEntry[],
  after: SourceEntries['accounts'],
): Insertable<Schema['ledgerEntry']>[] {
  const movementId = randomUUID()
  const booked = new Map(before.map(({ account, amountMinor }) => [account, amountMinor]))
  const accounts = new Set([...booked.keys(), ...(Object.keys(after) as LedgerAccount[])])
  return [...accounts].flatMap((account) => {
    const amountMinor = (after[account] ?? 0) - (booked.get(account) ?? 0)
    if (amountMinor === 0) return []
    const { id: tipId, creatorUid, provider, mode, currency } = tip
    return { movementId, kind, tipId, creatorUid, provider, mode, account, currency, amountMinor, sourceId }
  })
}

/** Sums what is booked of the tip's reports. An entry with a provider's transaction id is booked from that transaction. */
async function listBooked(trx: Trx, tipId: string): Promise<BookedEntry[]> {
  const { rows } = await sql<BookedEntry>`
    select source_id, account, sum(amount_minor)::bigint as amount_minor, array_agg(distinct kind) as kinds
    from ledger_entry where tip_id = ${tipId} and source_id is not null and transaction_id is null
    group by source_id, account
  `.execute(trx)
  return rows
}

/**
 * Subtracts the amount that was returned for good from the tip itself, and what that part was worth from the goal and the
 * supporter's totals. A repeat of a tip never counted anywhere.
 */
async function moveTotals(trx: Trx, tip: TipRow, returnedMinor: number): Promise<string[]> {
  const moreMinor = returnedMinor - tip.returnedMinor
  if (moreMinor === 0 || tip.repeatsTipId !== null) return []
  const worthReturnedMinor = returnedWorth(tip, tip.worthMinor, returnedMinor)
  await trx.updateTable('tip').set({ returnedMinor, worthReturnedMinor }).where('id', '=', tip.id).execute()
  const countedMinor = tip.worthMinor === null ? moreMinor : worthReturnedMinor - tip.worthReturnedMinor
  const { goalId } = tip
  if (goalId) await takeFromGoal(trx, { ...tip, goalId }, countedMinor)
  if (!tip.isAnonymous) await takeFromTotals(trx, tip, countedMinor)
  return [await insertEvent(trx, tip.creatorUid, { type: 'tip.returned', tipId: tip.id, moreMinor })]
}
