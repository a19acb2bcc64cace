/** Calls that creators use to manage their own goals. The creator is the account of the session. */
import * as z from 'zod/mini'
import { creatorCall } from '../call.ts'
import { failsWith } from '../check-error.ts'
import { goal, startsAnew } from '../entities.ts'
import { goalLimits, toPayoutMinor } from '../money/money.ts'
import { goalEvent, maxEventWorthUnits } from '../show/counted-event.ts'
import { shownName } from '../shown-name.ts'
import { plainText } from '../text.ts'
import { uploadLimits } from '../limit-groups.ts'

/**
 * The maximum lengths of a goal's texts, and the maximum number of each creator's goals: active ones (`running`), and of any status (`all`),
 * because some pages list all of them and none is ever deleted.
 */
export const goalTextLimits = { title: 80, description: 2000, running: 50, all: 1000 } as const

/** What events which are not tips count toward a goal, in minor units of its currency. What is absent counts nothing. */
export const eventWorth = z.partialRecord(
  goalEvent,
  z.int().check(z.minimum(1), z.maximum(toPayoutMinor(maxEventWorthUnits))),
)
export type EventWorth = z.output<typeof eventWorth>

/** A goal as its creator sees it. */
export const ownGoal = z.extend(goal, {
  /**
   * Whether the goal has received money, or a payment toward it is open. Then the goal's amount cannot be set below what it has
   * received.
   */
  isMoneyIn: z.boolean(),
  /** Whether a tip has funded the goal and the goal is still full. Such a goal cannot be reopened. */
  isFunded: z.boolean(),
  /** Whether a tip funded the goal, and refunds or disputes then took it below its amount. Such a goal can be reopened. */
  hasLostMoney: z.boolean(),
  /** Whether an admin hides the goal, so that nobody else sees it and it takes no tips. */
  isHidden: z.boolean(),
  /** What each subscription, by its tier, and each hundred bits count; absent without a rule. */
  eventWorth: z.optional(eventWorth),
})
export type OwnGoal = z.output<typeof ownGoal>

const wrongAmount = failsWith('invalid_goal_amount')

/** The fields of a goal that its creator sets. Its currency is always the creator's. */
export const goalFields = {
  title: shownName(goalTextLimits.title).check(z.minLength(1, failsWith('invalid_goal_title'))),
  description: plainText(goalTextLimits.description),
  /** The goal's amount in minor units. It must be whole dollars or pounds. */
  amount: z
    .int(wrongAmount)
    .check(
      z.minimum(toPayoutMinor(goalLimits.minUnits), wrongAmount),
      z.maximum(toPayoutMinor(goalLimits.maxUnits), wrongAmount),
      z.multipleOf(toPayoutMinor(1), wrongAmount),
    ),
  endDate: z.nullable(z.iso.datetime(failsWith('invalid_day'))),
  /** When it counts from zero again. Without it, a new goal never does, and a known one does as before. */
  startsAnew: z.optional(z.enum([...startsAnew.options, 'never'])),
  /** Without it, a new goal counts no events, and a known one does as before. An empty one counts none. */
  eventWorth: z.optional(eventWorth),
}

const goaluuid = z.uuid()
const file = 'picture'

export const getOwnGoals = creatorCall.get('goals/own-goals', {
  summary: 'All goals of the signed-in creator in their order, including archived ones.',
  response: z.array(ownGoal),
})

export const createGoal = creatorCall.post('goals/create-goal', {
  summary: 'Publishes a goal in the creator’s currency, after the active ones.',
  costs: 'a row that stays public',
  limits: ['account goal'],
  body: z.object(goalFields),
  response: ownGoal,
})

export const updateGoal = creatorCall.post('goals/update-goal', {
  summary:
    'Changes a goal. The amount and end of an ended goal are fixed, and an amount must stay above what was received.',
  body: z.object({ goaluuid, ...goalFields }),
  response: ownGoal,
})

/**
 * `close` completes a goal and `archive` hides it. `reopen` undoes both, and reactivates a goal that has expired or lost money.
 */
export const goalAction = z.enum(['close', 'archive', 'reopen'])
export type GoalAction = z.output<typeof goalAction>

export const changeGoalStatus = creatorCall.post('goals/change-status', {
  summary: 'Closes, archives or reopens a goal.',
  body: z.object({ goaluuid, action: goalAction }),
  response: ownGoal,
})

export const reorderGoals = creatorCall.post('goals/reorder-goals', {
  summary: 'Puts the given goals in this order, before all others.',
  body: z.object({ goaluuids: z.array(goaluuid).check(z.minLength(1), z.maxLength(200)) }),
  response: z.array(ownGoal),
})

export const uploadGoalPicture = creatorCall.post('goals/upload-picture', {
  summary: 'Replaces the picture of a goal. The picture is cropped, and its metadata is removed.',
  costs: 'up to 5 MB, and a process that decodes (Pictures, above)',
  limits: uploadLimits,
  query: z.object({ goaluuid }),
  file,
  response: ownGoal,
})

export const removeGoalPicture = creatorCall.post('goals/remove-picture', {
  summary: 'Removes the picture of a goal.',
  costs: 'a row, and a file removed',
  body: z.object({ goaluuid }),
  response: ownGoal,
})
