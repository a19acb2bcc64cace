/** Brings the books of one tip to where its refunds and disputes say they are, by new entries only. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Db, Trx } from '../../../db/connection.ts'
import type { DisputeStatus } from '../../../db/ledger-tables.ts'
import type { LedgerAccount, LedgerKind, Schema, TipRow } from '../../../db/schema.ts'
import { insertEvent } from '../../../db/queries/events.ts'
import { lockTipForBooks, takeFromGoal, takeFromTotals } from '../../../db/queries/tip-ledger.ts'
import { hasUnapplied, listReports, markApplied } from '../../../db/queries/reports.ts'
import type { CaptureKey } from '../../../db/queries/reports.ts'
import { reckon } from './compute-ledger-entries.ts'
import type { Effect } from './compute-ledger-entries.ts'

export type AppliedReports =
  /** In the books now; these events are owed to the queue (none when nothing changed for anybody to see). */
  | { kind: 'applied'; tipId: string; eventIds: string[] }
  /** The payment is not here yet; `applyKeptReports` books it together with it. */
  | { kind: 'kept' }

/** What came of one report, and whether it told anything new. */
export type AppliedReport = AppliedReports & { isNews: boolean }

/**
 * Books all that is known of a capture. The tip's lock is taken first and what is known is read under it, so that several at
 * once end as one after the other. Afterwards the locks are those of `recordTip`, in its order: counter, goal, totals.
 */
export async function applyReports(db: Db, key: CaptureKey): Promise<AppliedReports> {
  return db.transaction().execute(async (trx) => {
    const tip = await lockTipForBooks(trx, key)
    if (!tip) return { kind: 'kept' }
    const { refunds, disputes } = await listReports(trx, key)
    const isOfTip = (report: { currency: string; mode: string }) =>
      report.currency === tip.currency && report.mode === tip.mode
    const { effects, returnedMinor } = reckon(tip, refunds.filter(isOfTip), disputes.filter(isOfTip))

    const statuses = new Map(disputes.map(({ disputeId, status }) => [`dispute:${disputeId}`, status]))
    const kinds = new Map(refunds.map(({ refundId, kind }) => [`refund:${refundId}`, kind]))
    const kindOf = (sourceId: string) => kinds.get(sourceId) ?? disputeKinds[statuses.get(sourceId) ?? 'open']
    await bookEffects(trx, tip, effects, kindOf)
    const eventIds = await moveTotals(trx, tip, returnedMinor)
    await markApplied(trx, key)
    return { kind: 'applied', tipId: tip.id, eventIds }
  })
}

/** After a capture: books what was reported of it before it came. Undefined when there is nothing, as nearly always. */
export async function applyKeptReports(db: Db, key: CaptureKey): Promise<AppliedReports | undefined> {
  return (await hasUnapplied(db, key)) ? applyReports(db, key) : undefined
}

const disputeKinds = {
  open: 'dispute_opened',
  won: 'dispute_won',
  lost: 'dispute_lost',
} as const satisfies Record<DisputeStatus, LedgerKind>

interface BookedEntry {
  sourceId: string
  account: LedgerAccount
  amountMinor: number
  kinds: LedgerKind[]
}

/** What stands in the ledger for each source is brought to its effect: the difference is one movement, or none. */
async function bookEffects(
  trx: Trx,
  tip: TipRow,
  effects: readonly Effect[],
  kindOf: (sourceId: string) => LedgerKind,
): Promise<void> {
  const booked = await listBooked(trx, tip.id)
  const sources = new Set([...booked, ...effects].map(({ sourceId }) => sourceId))
  const entries = [...sources].flatMap((sourceId) => {
    const before = booked.filter((entry) => entry.sourceId === sourceId)
    const after = effects.find((effect) => effect.sourceId === sourceId)?.accounts ?? {}
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
  after: Effect['accounts'],
): Insertable<Schema['ledgerEntry']>[] {
  const movementId = randomUUID()
  const standing = new Map(before.map(({ account, amountMinor }) => [account, amountMinor]))
  const accounts = new Set([...standing.keys(), ...(Object.keys(after) as LedgerAccount[])])
  return [...accounts].flatMap((account) => {
    const amountMinor = (after[account] ?? 0) - (standing.get(account) ?? 0)
    if (amountMinor === 0) return []
    const { id: tipId, creatorUid, provider, mode, currency } = tip
    return { movementId, kind, tipId, creatorUid, provider, mode, account, currency, amountMinor, sourceId }
  })
}

async function listBooked(trx: Trx, tipId: string): Promise<BookedEntry[]> {
  const { rows } = await sql<BookedEntry>`
    select source_id, account, sum(amount_minor)::bigint as amount_minor, array_agg(distinct kind) as kinds
    from ledger_entry where tip_id = ${tipId} and source_id is not null
    group by source_id, account
  `.execute(trx)
  return rows
}

/** Goal, leaderboard and the tip itself follow what has gone back for good. */
async function moveTotals(trx: Trx, tip: TipRow, returnedMinor: number): Promise<string[]> {
  const moreMinor = returnedMinor - tip.returnedMinor
  if (moreMinor === 0) return []
  await trx.updateTable('tip').set({ returnedMinor }).where('id', '=', tip.id).execute()
  if (tip.goaluuid) await takeFromGoal(trx, tip.goaluuid, moreMinor)
  if (!tip.isAnonymous) await takeFromTotals(trx, tip, moreMinor)
  return [await insertEvent(trx, tip.creatorUid, { type: 'tip.returned', tipId: tip.id, moreMinor })]
}
