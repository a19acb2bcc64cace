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
 * Subtracts an amount in minor units of the goal's currency from what a tip's goal has received, in the period of the tip; a negative
 * amount is added. The goal's status stays: only the creator reopens a goal.
 */
export async function takeFromGoal(trx: Trx, tip: GoalTip, amountMinor: number): Promise<void> {
  const { goalId, capturedAt } = tip
  const less = { amountReceivedMinor: sql<number>`amount_received_minor - ${amountMinor}` }
  const { numUpdatedRows } = await trx
    .updateTable('goal')
    .set(less)
    .where('goalId', '=', goalId)
    .where(isCurrent(capturedAt))
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await trx
    .updateTable('goalPeriod')
    .set(less)
    .where('goalId', '=', goalId)
    .where(isOfPeriod(capturedAt))
    .executeTakeFirst()
}

/** A tip toward a goal. */
type GoalTip = Pick<TipRow, 'id' | 'capturedAt'> & { goalId: string }

/** Conditions that a moment is in the current period of a row of `goal`, and in that of one of `goal_period`. */
const isCurrent = (at: Date) =>
  sql<boolean>`(period_started_at is null or period_started_at <= ${at}::timestamptz)`
const isOfPeriod = (at: Date) =>
  sql<boolean>`(ended_at > ${at}::timestamptz and (started_at is null or started_at <= ${at}::timestamptz))`

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
 * Completes a goal, or a period of it that is over, if it has reached its amount with this tip, and stores that the tip funded it.
 * Returns whether it is the first time, which is when `goal.funded` happens.
 */
export async function fundReachedGoal(trx: Trx, { id, goalId, capturedAt }: GoalTip): Promise<boolean> {
  const { rows } = await sql<{ isFirst: boolean }>`
    with before as (select funded_by_tip_id from goal where goal_id = ${goalId}),
    funded as (
      update goal set status = 'COMPLETED', completed_at = now(), funded_by_tip_id = coalesce(goal.funded_by_tip_id, ${id}::uuid)
      from before
      where goal_id = ${goalId} and status in ('ACTIVE', 'EXPIRED') and amount_received_minor >= amount_minor and ${isCurrent(capturedAt)}
      returning before.funded_by_tip_id is null as is_first
    ),
    funded_period as (
      update goal_period set completed_at = now(), funded_by_tip_id = ${id}::uuid
      where goal_id = ${goalId} and funded_by_tip_id is null and amount_received_minor >= amount_minor and ${isOfPeriod(capturedAt)}
      returning true as is_first
    )
    select is_first from funded union all select is_first from funded_period
  `.execute(trx)
  return rows[0]?.isFirst ?? false
}
