/** Routes for the statement, refunds and disputes of the session's creator. */
import { Router } from 'express'
import * as calls from '../../contract/statement-calls.ts'
import { readDisputes, writeEvidence } from '../../domain/payments/refunds/disputes.ts'
import { readStatement, writeStatementCsv } from '../../domain/payments/ledger/read-statement.ts'
import { readPayouts } from '../../domain/payments/payouts/read-payouts.ts'
import { requestRefund } from '../../domain/payments/refunds/request-refund.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'

export function statementRoutes(ctx: AppContext): Router {
  const router = Router()
  const { db, config } = ctx
  const { mode } = config

  handle(router, calls.getStatement, ({ query, viewer }) =>
    readStatement(db, { ...query, creatorUid: viewer.uid, mode }),
  )

  handle(router, calls.getStatementCsv, ({ query, viewer }) =>
    writeStatementCsv(db, { ...query, creatorUid: viewer.uid, mode }),
  )

  handle(router, calls.refundTip, async ({ body: { tipId, amount, reason }, viewer }) => {
    await ctx.accountLimits.takeRefund(viewer.uid)
    return { status: await requestRefund(ctx, viewer.uid, { tipId, amountMinor: amount, reason }) }
  })

  handle(router, calls.getDisputes, ({ viewer }) => readDisputes(db, viewer.uid, mode))

  handle(router, calls.getPayouts, ({ viewer }) => readPayouts(db, viewer.uid, mode))

  handle(router, calls.getDisputeEvidence, ({ query, viewer }) => writeEvidence(db, viewer.uid, query.id))

  return router
}
