/** Routes for the periods of goals, the cards of supporters, and the test alert. */
import { Router } from 'express'
import { AppError } from '../../contract/errors.ts'
import {
  getGoalPeriods,
  getSupporterCard,
  sendSampleAlert,
  sendTestAlert,
} from '../../contract/goals/goal-calls.ts'
import { toMinorUnits } from '../../contract/money/minor-units.ts'
import { findCreatorUid } from '../../db/queries/accounts/accounts.ts'
import { listGoalPeriods } from '../../db/queries/goals/goal-periods.ts'
import { sendSampleAlert as sendSample, sendTestAlert as send } from '../../domain/alerts/send-test-alert.ts'
import { findSupporterCard } from '../../domain/insights/read-supporter-card.ts'
import type { AppContext } from '../context.ts'
import { found } from '../http/errors.ts'
import { handle } from '../http/handle.ts'

/** How many periods of a goal are listed: three years of months. */
const mostPeriods = 36

export function goalRoutes(ctx: AppContext): Router {
  const router = Router()
  const { db } = ctx

  const getCreatorUid = async (userName: string) => found(await findCreatorUid(db, userName))

  handle(router, getSupporterCard, async ({ query }) =>
    found(await findSupporterCard(db, await getCreatorUid(query.username), query.useruid)),
  )

  handle(router, getGoalPeriods, async ({ query, viewer }) => {
    const periods = await listGoalPeriods(db, { goalId: query.goaluuid, viewerUid: viewer?.uid }, mostPeriods)
    return periods.map(({ amountMinor: amount, amountReceivedMinor: received, ...days }) => ({
      ...days,
      amount,
      amount_received: received,
    }))
  })

  handle(router, sendTestAlert, async ({ body, viewer }) => {
    const { userUID, donorName, amount, currency, goalTitle } = body
    if (userUID !== viewer.uid) throw new AppError('forbidden', { text: 'error_test_alert_own' })
    const of = currency ?? 'usd'
    const amountMinor = toMinorUnits(amount, of)
    await send(ctx, viewer.uid, { donorName, amountMinor, currency: of, goalTitle })
  })

  handle(router, sendSampleAlert, ({ body, viewer }) => sendSample(ctx, viewer.uid, body.kind))

  return router
}
