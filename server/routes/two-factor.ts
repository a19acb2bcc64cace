/** Routes for the second factor of the logged-in account. */
import { Router } from 'express'
import * as calls from '../../contract/two-factor-calls.ts'
import {
  finishTwoFactor,
  readTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
  stopTwoFactor,
} from '../../domain/accounts/two-factor.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'

export function twoFactorRoutes(ctx: AppContext): Router {
  const router = Router()

  handle(router, calls.getTwoFactor, ({ viewer }) => readTwoFactor(ctx.db, viewer.uid))

  handle(router, calls.startTwoFactor, ({ body: { password }, viewer: { uid }, req }) =>
    startTwoFactor(ctx, { uid, password, address: req.ip ?? '' }),
  )

  handle(router, calls.confirmTwoFactor, async ({ body, viewer }) => ({
    recoveryCodes: await finishTwoFactor(ctx, viewer.uid, body.code),
  }))

  handle(router, calls.renewRecoveryCodes, async ({ body, viewer }) => ({
    recoveryCodes: await renewRecoveryCodes(ctx, viewer.uid, body.code),
  }))

  handle(router, calls.stopTwoFactor, ({ body: { password, code }, viewer: { uid }, req }) =>
    stopTwoFactor(ctx, { uid, password, address: req.ip ?? '' }, code),
  )

  return router
}
