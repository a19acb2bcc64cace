/** What admins propose and decide about payments that match no order. */
import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Db, Trx } from '../../connection.ts'
import type { LedgerTables } from '../../ledger-tables.ts'
import type { CaptureKey } from './reports.ts'

/** Stores a proposal. Returns its id; undefined if the payment has one that nobody has decided. */
export async function insertSettlement(
  trx: Trx,
  values: Insertable<LedgerTables['paymentSettlement']>,
): Promise<string | undefined> {
  const row = await trx
    .insertInto('paymentSettlement')
    .values(values)
    .onConflict((oc) => oc.columns(['provider', 'captureId']).where('decision', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Finds a proposal that nobody has decided. */
export async function findProposedSettlement(db: Db, id: string) {
  return db
    .selectFrom('paymentSettlement')
    .selectAll()
    .where('id', '=', id)
    .where('decision', 'is', null)
    .executeTakeFirst()
}

/** In minutes: how long a request for a refund may be on its way to a provider. Every call to one is over much sooner. */
const refundMinutes = 5

/**
 * Stores that the refund of a proposal is about to be requested, so that nobody rejects the proposal meanwhile. Returns its amount, which
 * stays that of the first request; undefined if the proposal is decided.
 */
export async function beginRefund(db: Db, id: string, amountMinor: number): Promise<number | undefined> {
  const row = await db
    .updateTable('paymentSettlement')
    .set({
      refundMinor: sql<number>`coalesce(refund_minor, ${amountMinor})`,
      refundingUntil: sql<Date>`now() + ${refundMinutes} * interval '1 minute'`,
    })
    .where('id', '=', id)
    .where('decision', 'is', null)
    .returning('refundMinor')
    .executeTakeFirst()
  return row?.refundMinor ?? undefined
}

/** Stores that the provider has refused the refund of a proposal. */
export async function dropRefund(db: Db, id: string): Promise<void> {
  await db
    .updateTable('paymentSettlement')
    .set({ refundMinor: null, refundingUntil: null })
    .where('id', '=', id)
    .where('decision', 'is', null)
    .execute()
}

/** Stores what became of a proposal. Returns whether nobody had decided it and, of one that is rejected, no refund may be on its way. */
export async function saveSettlement(
  trx: Trx,
  id: string,
  saved: { decision: 'settled' | 'rejected'; decidedBy: string | null; transactionId: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('paymentSettlement')
    .set({ ...saved, decidedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('decision', 'is', null)
    .where(
      sql<boolean>`${saved.decision === 'settled'} or refunding_until is null or refunding_until < now()`,
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Has nobody send a second payment of a tip back any more, because it is settled otherwise. */
export async function dropRequestsOf(trx: Trx, { provider, captureId }: CaptureKey): Promise<void> {
  await sql`
    with dropped as (
      update refund_request r set status = 'refused', issue = 'settled_outside', settled_at = now()
      from tip t where t.provider = ${provider} and t.capture_id = ${captureId} and r.tip_id = t.id and r.status = 'asked'
      returning r.id
    )
    delete from failed_work f using dropped where f.kind = 'refund' and f.key = dropped.id::text
  `.execute(trx)
}

/** Lists the open proposals, the oldest first, or the ones that were decided last. Reads their indexes. */
export async function listSettlementRows(
  db: Db,
  { isDecided, limit }: { isDecided: boolean; limit: number },
) {
  const rows = db
    .selectFrom('paymentSettlement as s')
    .leftJoin('account as proposer', (on) =>
      on.onRef('proposer.uid', '=', 's.proposedBy').on('proposer.erasedAt', 'is', null),
    )
    .leftJoin('account as decider', (on) =>
      on.onRef('decider.uid', '=', 's.decidedBy').on('decider.erasedAt', 'is', null),
    )
    .select(['s.id', 's.provider', 's.captureId as paymentId', 's.way', 's.transactionId', 's.reason'])
    .select(['s.proposedBy', 's.proposedAt', 's.decision', 's.decidedAt'])
    .select(['proposer.userName as proposerName', 'decider.userName as deciderName'])
    .limit(limit)
  return isDecided
    ? rows.where('s.decision', 'is not', null).orderBy('s.decidedAt', 'desc').execute()
    : rows.where('s.decision', 'is', null).orderBy('s.proposedAt').execute()
}
