/** Calls below `goals/`. */
import * as z from 'zod/mini'
import { creatorCall, publicCall } from '../call.ts'
import { goal, leaderboard, supporterCard, uid, userName } from '../entities.ts'
import { currency, minorUnits } from '../money/money.ts'
import { sampleKind } from '../alerts/sample-alerts.ts'
import { shownName } from '../shown-name.ts'

export const getAllGoals = publicCall.get('goals/get_all_goals', {
  summary: 'A creator’s goals except archived ones; the page filters by status.',
  query: z.object({ username: userName }),
  response: z.array(goal),
})

const goalPeriod = z.object({
  /** The first and the last day in the creator's time zone. */
  from: z.iso.date(),
  to: z.iso.date(),
  /** The goal's amount when the period ended, and what its tips gave without what was returned, in minor units of the goal. */
  amount: minorUnits,
  amount_received: minorUnits,
})
export type GoalPeriod = z.output<typeof goalPeriod>

export const getGoalPeriods = publicCall.get('goals/goal-periods', {
  summary:
    'The months or streams that are over of a goal that starts anew, latest first. A creator’s own archived goals have them as well.',
  costs: 'up to 36 rows by index',
  query: z.object({ goaluuid: z.uuid() }),
  response: z.array(goalPeriod),
})

export const getCreatorLeaderboard = publicCall.get('goals/get_creator_leaderboard', {
  summary:
    'A creator’s top supporters of this week and this month (both in UTC) and of all time, and the latest tips.',
  query: z.object({ username: userName }),
  response: leaderboard,
})

export const getSupporterCard = publicCall.get('goals/supporter-card', {
  summary:
    'What a supporter has tipped a creator under their own name; anonymous tips and tips under another name do not count.',
  query: z.object({ username: userName, useruid: uid }),
  response: supporterCard,
})

export const sendTestAlert = creatorCall.post('goals/test-alert', {
  summary:
    'Sends a test alert to the creator’s own overlay, through the same steps as a real tip. `amount` is in whole units.',
  costs: 'a row that is fanned out to the own overlays',
  body: z.object({
    userUID: uid,
    donorName: shownName(50).check(z.minLength(1)),
    amount: z.int().check(z.minimum(1), z.maximum(50_000)),
    currency: z.nullable(currency),
    goalTitle: shownName(80),
  }),
})

export const sendSampleAlert = creatorCall.post('goals/sample-alert', {
  summary:
    'Sends the alert of a sample tip to the signed-in creator’s overlay, through the same steps as a real tip: censored, with public data only. A refunded one shows nothing, as refunds do. No tip is stored.',
  costs: 'a row that is fanned out to the own overlays',
  body: z.object({ kind: sampleKind }),
})
