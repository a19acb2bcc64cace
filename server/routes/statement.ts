/** Routes for the statement, refunds and disputes of the session's creator. */
import { Router } from 'express'
import {
  answerDispute,
  attachDocument,
  downloadDocument,
  getDisputeCase,
  removeDocument,
} from '../../contract/payments/dispute-calls.ts'
import * as calls from '../../contract/payments/statement-calls.ts'
import * as documents from '../../domain/payments/refunds/evidence-documents.ts'
import { readDisputes, writeEvidence } from '../../domain/payments/refunds/disputes.ts'
import { readStatement } from '../../domain/payments/ledger/read-statement.ts'
import { writeStatementCsv } from '../../domain/payments/ledger/write-statement-csv.ts'
import { readPayouts } from '../../domain/payments/payouts/read-payouts.ts'
import { readDisputeCase } from '../../domain/payments/refunds/read-dispute-case.ts'
import { requestRefund } from '../../domain/payments/refunds/request-refund.ts'
import { respondToDispute } from '../../domain/payments/refunds/respond-to-dispute.ts'
import type { AppContext } from '../context.ts'
import { handle, handleDownload } from '../http/handle.ts'
import { receiveDocument } from '../http/receive-picture.ts'

export function statementRoutes(ctx: AppContext): Router {
  const router = Router()
  const { db, config } = ctx
  const { mode } = config

  handle(router, calls.getStatement, ({ query, viewer }) =>
    readStatement(db, { ...query, creatorUid: viewer.uid, mode }),
  )

  handleDownload(router, calls.downloadStatement, async ({ query, viewer }) => {
    return writeStatementCsv(db, { ...query, creatorUid: viewer.uid, mode })
  })

  handle(router, calls.refundTip, async ({ body: { tipId, amount, reason }, viewer }) => {
    return { status: await requestRefund(ctx, viewer.uid, { tipId, amountMinor: amount, reason }) }
  })

  handle(router, calls.getDisputes, ({ viewer }) => readDisputes(db, viewer.uid, mode))

  handle(router, getDisputeCase, async ({ query, viewer }) => {
    return readDisputeCase(ctx, viewer.uid, query.id)
  })

  handle(router, answerDispute, async ({ body, viewer }) => {
    return { status: await respondToDispute(ctx, viewer.uid, body) }
  })

  handle(router, attachDocument, async ({ query: { id }, viewer: { uid }, req, res }) => {
    await documents.findUnanswered(db, uid, id) // before the file is received
    const received = await receiveDocument(ctx, { req, res, field: attachDocument.file, owner: uid })
    return documents.attachDocument(db, uid, id, received)
  })

  handle(router, removeDocument, ({ body, viewer }) => documents.removeDocument(db, viewer.uid, body.id))

  handleDownload(router, downloadDocument, ({ query, viewer }) =>
    documents.openDocument(db, viewer.uid, query.id),
  )

  handle(router, calls.getPayouts, ({ viewer }) => readPayouts(db, viewer.uid, mode))

  handle(router, calls.getDisputeEvidence, ({ query, viewer }) => writeEvidence(db, viewer.uid, query.id))

  return router
}
