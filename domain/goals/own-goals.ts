/** A creator's own goals, and the rules that apply once a goal has received tips. */
import { AppError } from '../../contract/errors.ts'
import { goalTextLimits } from '../../contract/goals/own-goal-calls.ts'
import type { GoalAction, OwnGoal } from '../../contract/goals/own-goal-calls.ts'
import type { Db } from '../../db/connection.ts'
import { lockCounter } from '../../db/queries/accounts/profiles.ts'
import { setEventWorth } from '../../db/queries/goals/goal-counts.ts'
import { endMissedMonth, endMonths, setStartsAnew } from '../../db/queries/goals/goal-periods.ts'
import * as goals from '../../db/queries/goals/own-goals.ts'
import type { GoalTexts, OwnGoalRow } from '../../db/queries/goals/own-goals.ts'
import type { GoalRow } from '../../db/schema.ts'
import { toGoal } from './to-goal.ts'

/** Returns all goals of a creator, including archived ones. */
export async function listOwnGoals(db: Db, creatorUid: string): Promise<OwnGoal[]> {
  return (await goals.listOwnGoals(db, creatorUid)).map(toOwnGoal)
}

/** Returns one goal of a creator. Throws AppError `not_found`, also for another creator's goal. */
export async function getOwnGoal(db: Db, creatorUid: string, goalId: string): Promise<OwnGoal> {
  const [row] = await goals.listOwnGoals(db, creatorUid, goalId)
  if (!row) throw new AppError('not_found')
  return toOwnGoal(row)
}

/** Publishes a goal. Throws AppError `invalid_input` for a field, or `goal_changed` when the creator has too many goals. */
export async function createGoal(db: Db, creatorUid: string, texts: GoalTexts): Promise<OwnGoal> {
  refusePast(texts.endDate)
  const counts = await goals.countGoals(db, creatorUid)
  if (counts.running >= goalTextLimits.running)
    throw new AppError('goal_changed', {
      text: { key: 'error_goals_full', values: { count: goalTextLimits.running } },
    })
  if (counts.all >= goalTextLimits.all)
    throw new AppError('goal_changed', {
      text: { key: 'error_goals_spent', values: { count: goalTextLimits.all } },
    })
  const goalId = await goals.insertGoal(db, creatorUid, texts)
  if (!goalId) throw new AppError('not_found')
  return getOwnGoal(db, creatorUid, goalId)
}

/**
 * Changes a goal. Throws AppError `not_found`, or `invalid_input` for its amount or end date. The amount and end date of an ended
 * goal cannot change. The amount cannot go below what the goal has received, because that would complete the goal without a tip
 * that funded it.
 */
export async function updateGoal(
  db: Db,
  creatorUid: string,
  goalId: string,
  { startsAnew, eventWorth, ...texts }: GoalTexts,
): Promise<OwnGoal> {
  await db.transaction().execute(async (trx) => {
    if (!(await goals.lockOwnGoal(trx, creatorUid, goalId))) throw new AppError('not_found')
    await endMonths(trx, goalId) // what the creator changes is the month that has begun
    const goal = (await goals.lockOwnGoal(trx, creatorUid, goalId))!
    if (goal.status === 'ACTIVE') checkRunning(goal, texts)
    else refuseChangeOfEnded(goal, texts)
    await goals.updateGoal(trx, goalId, texts)
    if (startsAnew !== undefined) await setStartsAnew(trx, goalId, startsAnew)
    if (eventWorth !== undefined) await setEventWorth(trx, goalId, eventWorth)
  })
  return getOwnGoal(db, creatorUid, goalId)
}

/** Closes, archives or reopens a goal. Throws AppError `not_found`, or `goal_changed` when its status does not allow it. */
export async function changeGoalStatus(
  db: Db,
  creatorUid: string,
  goalId: string,
  action: GoalAction,
): Promise<OwnGoal> {
  const isDone = await db.transaction().execute(async (trx) => {
    await lockCounter(trx, creatorUid)
    if (!(await goals.changeGoalStatus(trx, creatorUid, goalId, action))) return false
    if (action === 'reopen') await endMissedMonth(trx, goalId)
    return true
  })
  const goal = await getOwnGoal(db, creatorUid, goalId)
  if (!isDone) throw new AppError('goal_changed')
  return goal
}

/** Reorders goals. Throws AppError `not_found` when one of them is not the creator's; then no goal is moved. */
export async function reorderGoals(
  db: Db,
  creatorUid: string,
  goalIds: readonly string[],
): Promise<OwnGoal[]> {
  const named = new Set(goalIds)
  return db.transaction().execute(async (trx) => {
    const found = await goals.reorderGoals(trx, creatorUid, [...named])
    if (found !== named.size) throw new AppError('not_found')
    return listOwnGoals(trx, creatorUid)
  })
}

function checkRunning(goal: GoalRow, { amountMinor, endDate }: GoalTexts): void {
  if (endDate?.getTime() !== goal.endDate?.getTime()) refusePast(endDate)
  const { amountReceivedMinor: received, currency } = goal
  if (amountMinor !== goal.amountMinor && amountMinor <= received) {
    const amount = { amountMinor: received, currency }
    throw new AppError('invalid_input', {
      fields: { amount: { key: 'invalid_goal_below_received', values: { amount } } },
    })
  }
}

function refuseChangeOfEnded(goal: GoalRow, { amountMinor, endDate }: GoalTexts): void {
  if (amountMinor !== goal.amountMinor) {
    throw new AppError('invalid_input', { fields: { amount: 'invalid_goal_ended' } })
  }
  if (endDate?.getTime() !== goal.endDate?.getTime()) {
    throw new AppError('invalid_input', { fields: { endDate: 'invalid_goal_ended' } })
  }
}

function refusePast(endDate: Date | null): void {
  if (!endDate || endDate.getTime() > Date.now()) return
  throw new AppError('invalid_input', { fields: { endDate: 'invalid_day_past' } })
}

function toOwnGoal(row: OwnGoalRow): OwnGoal {
  const hasBeenFilled = row.fundedByTipId !== null
  const isFull = row.amountReceivedMinor >= row.amountMinor
  return {
    ...toGoal(row),
    isMoneyIn: row.isMoneyIn,
    isFunded: hasBeenFilled && isFull,
    hasLostMoney: hasBeenFilled && !isFull,
    isHidden: row.hiddenAt !== null,
    ...(row.eventWorth && { eventWorth: row.eventWorth }),
  }
}
