/** Calls below `goals/`. */
import * as z from 'zod/mini'
import { creatorCall, publicCall } from '../call.ts'
import { goal, leaderboard, supporterCard, uid, userName } from '../entities.ts'
import { currency } from '../money/money.ts'
import { sampleKind } from '../alerts/sample-alerts.ts'
import { shownName } from '../shown-name.ts'

export const getAllGoals = publicCall.get('goals/get_all_goals', {
  summary: 'A creator’s goals except archived ones; the page filters by status.',
  query: z.object({ username: userName }),
  response: z.array(goal),
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
