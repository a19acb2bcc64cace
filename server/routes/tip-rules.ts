/** Routes for a creator's tip rules. */
import { Router } from 'express'
import * as calls from '../../contract/payments/tip-rule-calls.ts'
import { getTipRules, saveTipRules } from '../../db/queries/payments/tip-rules.ts'
import {
  blockTipSupporter,
  blockName,
  listBlocked,
  unblock,
} from '../../domain/moderation/blocked-supporters.ts'
import { endHold } from '../../domain/moderation/end-hold.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'

export function tipRuleRoutes(ctx: AppContext): Router {
  const router = Router()
  const { db } = ctx

  async function rulesOf(creatorUid: string) {
    const { minimumMinor: minimum, holdFromMinor: holdFrom } = await getTipRules(db, creatorUid)
    return { minimum, holdFrom }
  }

  handle(router, calls.getTipRules, ({ viewer }) => rulesOf(viewer.uid))

  handle(router, calls.saveTipRules, async ({ body, viewer: { uid } }) => {
    await saveTipRules(db, uid, { minimumMinor: body.minimum, holdFromMinor: body.holdFrom })
    return rulesOf(uid)
  })

  handle(router, calls.getBlockedSupporters, ({ viewer }) => listBlocked(db, viewer.uid))

  handle(router, calls.blockSupporter, ({ body, viewer: { uid } }) =>
    'tipId' in body ? blockTipSupporter(db, uid, body.tipId) : blockName(db, uid, body.name),
  )

  handle(router, calls.unblockSupporter, ({ body, viewer }) => unblock(db, viewer.uid, body.id))

  handle(router, calls.endHold, ({ body, viewer }) => endHold(ctx, viewer.uid, body.tipId, body.action))

  return router
}
