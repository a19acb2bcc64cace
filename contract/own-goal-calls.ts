/** A creator's own goals: made, changed, put in order, ended. Whose they are is read from the session. */
import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { failsWith } from './check-error.ts'
import { goal } from './entities.ts'
import { goalLimits } from './money.ts'
import { plainText } from './text.ts'

/** How many goals of one creator may run at a time, and the longest of their texts. */
export const goalTextLimits = { title: 80, description: 2000, running: 50 } as const

/** A goal as its creator sees it. */
export const ownGoal = z.extend(goal, {
  /** Money is in or on its way: the amount stays above what came in. */
  isMoneyIn: z.boolean(),
  /** A tip has filled it, and it is full still: it stays done. */
  isFunded: z.boolean(),
  /** A tip has filled it, and refunds or disputes took it below its amount again: it may be reopened. */
  hasLostMoney: z.boolean(),
})
export type OwnGoal = z.output<typeof ownGoal>

const wrongAmount = failsWith('invalid_goal_amount')

/** What a creator says of a goal. The currency is the creator's own and is not said. */
export const goalFields = {
  title: plainText(goalTextLimits.title).check(z.minLength(1, failsWith('invalid_goal_title'))),
  description: plainText(goalTextLimits.description),
  /** Minor units, whole units of money. */
  amount: z
    .int(wrongAmount)
    .check(
      z.minimum(goalLimits.minUnits * 100, wrongAmount),
      z.maximum(goalLimits.maxUnits * 100, wrongAmount),
      z.multipleOf(100, wrongAmount),
    ),
  endDate: z.nullable(z.iso.datetime(failsWith('invalid_day'))),
}

const goaluuid = z.uuid()
const file = 'picture'

export const getOwnGoals = defineCall({
  method: 'GET',
  path: 'goals/own-goals',
  access: 'creator',
  summary: 'All goals of the signed-in creator in their order, the archived ones too.',
  response: z.array(ownGoal),
})

export const createGoal = defineCall({
  method: 'POST',
  path: 'goals/create-goal',
  access: 'creator',
  summary: 'Publishes a goal in the creator’s currency, behind those that run.',
  body: z.object(goalFields),
  response: ownGoal,
})

export const updateGoal = defineCall({
  method: 'POST',
  path: 'goals/update-goal',
  access: 'creator',
  summary:
    'Changes what a goal says. A goal that has ended keeps its amount and end; with money in, the amount stays above it.',
  body: z.object({ goaluuid, ...goalFields }),
  response: ownGoal,
})

/** `close` ends a goal as done, `archive` hides it, `reopen` takes either back, lets an expired goal run on, and one that lost money again. */
export const goalAction = z.enum(['close', 'archive', 'reopen'])
export type GoalAction = z.output<typeof goalAction>

export const changeGoalStatus = defineCall({
  method: 'POST',
  path: 'goals/change-status',
  access: 'creator',
  summary: 'Closes, archives or reopens a goal.',
  body: z.object({ goaluuid, action: goalAction }),
  response: ownGoal,
})

export const reorderGoals = defineCall({
  method: 'POST',
  path: 'goals/reorder-goals',
  access: 'creator',
  summary: 'Puts the named goals in this order, before all others.',
  body: z.object({ goaluuids: z.array(goaluuid).check(z.minLength(1), z.maxLength(200)) }),
  response: z.array(ownGoal),
})

export const uploadGoalPicture = defineCall({
  method: 'POST',
  path: 'goals/upload-picture',
  access: 'creator',
  summary: 'Puts a picture in the place of the one before; it is decoded, cropped and kept without metadata.',
  query: z.object({ goaluuid }),
  file,
  response: ownGoal,
})

export const removeGoalPicture = defineCall({
  method: 'POST',
  path: 'goals/remove-picture',
  access: 'creator',
  summary: 'Takes a goal’s picture away.',
  body: z.object({ goaluuid }),
  response: ownGoal,
})
