/** Locks a tip for new ledger entries, and updates the totals that depend on them. */
import { sql } from 'kysely'
import type { Trx } from '../../connection.ts'
import type { FeeMode, TipRow } from '../../schema.ts'
import type { CaptureKey } from './reports.ts'
import { periodsOf } from './supporter-periods.ts'

/**
 * Locks a tip and its creator's counter, in the same order as `recordTip`. Returns the tip and how its service fee was taken;
 * undefined when the capture is not recorded. Other transactions can still insert rows that reference the tip.
 */
export async function lockTipForLedger(
  trx: Trx,
  { provider, captureId }: CaptureKey,
): Promise<(TipRow & { feeMode: FeeMode; setOffMinor: number }) | undefined> {
  const tip = await trx
    .selectFrom('tip')
    .innerJoin('tipOrder', 'tipOrder.id', 'tip.orderId')
    .selectAll('tip')
    .select(['tipOrder.feeMode', 'tipOrder.setOffMinor'])
    .where('tip.provider', '=', provider)
    .where('tip.captureId', '=', captureId)
    .forNoKeyUpdate('tip')
    .executeTakeFirst()
  if (!tip) return undefined
  await sql`select from creator_counter where creator_uid = ${tip.creatorUid} for no key update`.execute(trx)
  return tip
}

/**
 * Subtracts an amount in minor units of its own currency from what a goal has received; a negative amount is added. The goal's
 * status stays: only the creator reopens a goal.
 */
export async function takeFromGoal(trx: Trx, goalId: string, amountMinor: number): Promise<void> {
  await trx
    .updateTable('goal')
    .set(({ eb }) => ({ amountReceivedMinor: eb('amountReceivedMinor', '-', amountMinor) }))
    .where('goalId', '=', goalId)
    .execute()
}

/** Subtracts an amount in minor units from the supporter's totals of all time, and of the week and month of the capture. */
export async function takeFromTotals(trx: Trx, tip: TipRow, amountMinor: number): Promise<void> {
  await sql`
    update supporter_total s set amount_minor = s.amount_minor - ${amountMinor}::bigint
    from (${periodsOf(sql`${tip.capturedAt}::timestamptz`)}) p (period, period_start)
    where s.creator_uid = ${tip.creatorUid} and s.period = p.period and s.period_start = p.period_start
      and s.supporter_key = supporter_key(${tip.supporterUid}, ${tip.supporterName})
  `.execute(trx)
}

/**
 * Completes a goal that has reached its amount, and stores which tip funded it. Returns whether it is the first time, which is
 * when `goal.funded` happens.
 */
export async function fundReachedGoal(trx: Trx, goalId: string, tipId: string): Promise<boolean> {
  const { rows } = await sql<{ isFirst: boolean }>`
    with before as (select funded_by_tip_id from goal where goal_id = ${goalId})
    update goal set status = 'COMPLETED', completed_at = now(), funded_by_tip_id = coalesce(goal.funded_by_tip_id, ${tipId}::uuid)
    from before
    where goal_id = ${goalId} and status in ('ACTIVE', 'EXPIRED') and amount_received_minor >= amount_minor
    returning before.funded_by_tip_id is null as is_first
  `.execute(trx)
  return rows[0]?.isFirst ?? false
}
