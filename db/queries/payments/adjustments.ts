/**
 * Adjustments of tips, and the differences that they settle. The lists read `limit` decided adjustments by an index, or the few that are
 * open.
 */
import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Currency } from '../../../contract/money/money.ts'
import type { Db, Trx } from '../../connection.ts'
import type { LedgerTables } from '../../ledger-tables.ts'
import type { Difference } from '../../reconciliation-tables.ts'
import type { Mode, Provider } from '../../schema.ts'
import type { CaptureKey } from './reports.ts'

/** Finds the capture of a tip. */
export async function findCapture(db: Db, tipId: string): Promise<CaptureKey | undefined> {
  return db.selectFrom('tip').select(['provider', 'captureId']).where('id', '=', tipId).executeTakeFirst()
}

/** Returns the id of a tip's newest ledger entry. The tip is locked. */
export async function readLastEntryId(trx: Trx, tipId: string): Promise<number> {
  const { last } = await trx
    .selectFrom('ledgerEntry')
    .select(({ fn }) => fn.max('id').as('last'))
    .where('tipId', '=', tipId)
    .executeTakeFirstOrThrow()
  return Number(last)
}

/** Stores a proposal. Returns its id; undefined if the tip has one that nobody has decided. */
export async function insertAdjustment(
  trx: Trx,
  values: Insertable<LedgerTables['adjustment']>,
): Promise<string | undefined> {
  const row = await trx
    .insertInto('adjustment')
    .values(values)
    .onConflict((oc) => oc.column('tipId').where('decision', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Finds a proposal that nobody has decided. */
export async function findProposed(db: Db, id: string) {
  return db
    .selectFrom('adjustment')
    .selectAll()
    .where('id', '=', id)
    .where('decision', 'is', null)
    .executeTakeFirst()
}

/** Stores what became of a proposal. Returns whether nobody had decided it. */
export async function saveDecision(
  trx: Trx,
  id: string,
  { decision, decidedBy }: { decision: 'booked' | 'rejected'; decidedBy: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('adjustment')
    .set({ decision, decidedBy, decidedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('decision', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Lists the open proposals, the oldest first, or the ones that were decided last. */
export async function listAdjustmentRows(
  db: Db,
  { isDecided, limit }: { isDecided: boolean; limit: number },
) {
  const rows = db
    .selectFrom('adjustment as a')
    .innerJoin('tip', 'tip.id', 'a.tipId')
    .innerJoin('account as creator', 'creator.uid', 'tip.creatorUid')
    .leftJoin('account as proposer', (on) =>
      on.onRef('proposer.uid', '=', 'a.proposedBy').on('proposer.erasedAt', 'is', null),
    )
    .leftJoin('account as decider', (on) =>
      on.onRef('decider.uid', '=', 'a.decidedBy').on('decider.erasedAt', 'is', null),
    )
    .select(['a.id', 'a.tipId', 'a.kind', 'a.account', 'a.amountMinor', 'a.transactionId', 'a.reason'])
    .select(['a.proposedBy', 'a.proposedAt', 'a.decision', 'a.decidedAt'])
    .select(['tip.provider', 'tip.mode', 'tip.currency', 'creator.userName as creator'])
    .select(['proposer.userName as proposerName', 'decider.userName as deciderName'])
    .limit(limit)
  return isDecided
    ? rows.where('a.decision', 'is not', null).orderBy('a.decidedAt', 'desc').execute()
    : rows.where('a.decision', 'is', null).orderBy('a.proposedAt').execute()
}

export interface DifferingTip {
  tipId: string
  provider: Provider
  mode: Mode
  currency: Currency
  creator: string
  differences: Difference[]
}

/** Lists the tips whose sums differ, the oldest difference first. */
export async function listDifferingTips(db: Db, limit: number): Promise<DifferingTip[]> {
  const { rows } = await sql<DifferingTip>`
    select t.id as tip_id, t.provider, t.mode, t.currency, a.user_name as creator, c.differences
    from payment_comparison c join tip t on t.provider = c.provider and t.capture_id = c.capture_id
      join account a on a.uid = t.creator_uid
    where c.found_at is not null
    order by c.found_at limit ${limit}
  `.execute(db)
  return rows
}
