/** Routes for the second factor of the logged-in account. */
import { Router } from 'express'
import * as calls from '../../contract/accounts/two-factor-calls.ts'
import {
  finishTwoFactor,
  readTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
  stopTwoFactor,
} from '../../domain/accounts/two-factor.ts'
import type { AppContext } from '../context.ts'
import { ownSession } from '../http/confirmed.ts'
import { handle } from '../http/handle.ts'

export function twoFactorRoutes(ctx: AppContext): Router {
  const router = Router()

  handle(router, calls.getTwoFactor, ({ viewer }) => readTwoFactor(ctx.db, viewer.uid))

  handle(router, calls.startTwoFactor, async (request) => {
    return startTwoFactor(ctx, request.viewer.uid)
  })

  handle(router, calls.confirmTwoFactor, async (request) => {
    return { recoveryCodes: await finishTwoFactor(ctx, ownSession(request), request.body.code) }
  })

  handle(router, calls.renewRecoveryCodes, async (request) => {
    return { recoveryCodes: await renewRecoveryCodes(ctx, ownSession(request)) }
  })

  handle(router, calls.stopTwoFactor, async (request) => {
    await stopTwoFactor(ctx, ownSession(request))
  })

  return router
}
