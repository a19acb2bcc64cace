/** Routes for the profile of the logged-in account. */
import { Router } from 'express'
import { creatorAccountType } from '../../contract/entities.ts'
import { AppError } from '../../contract/errors.ts'
import * as calls from '../../contract/accounts/profile-calls.ts'
import {
  becomeCreator,
  changeCurrency,
  changeUserName,
  updateProfile,
} from '../../domain/accounts/profile.ts'
import type { Viewer } from '../../domain/accounts/sessions.ts'
import type { Config } from '../../domain/config/config.ts'
import { getSessionUser } from '../../domain/accounts/to-session-user.ts'
import { announce } from '../announce.ts'
import type { AppContext } from '../context.ts'
import { ownSession } from '../http/confirmed.ts'
import { handle } from '../http/handle.ts'

/** Mounts changes of the profile; each responds with the changed account. */
export function profileRoutes(ctx: AppContext): Router {
  const router = Router()
  const { db } = ctx

  handle(router, calls.updateProfile, async ({ body, viewer }) => {
    await updateProfile(db, viewer, body)
    if (body.timeZone !== undefined) announce(ctx, { kind: 'live', creatorUid: viewer.uid })
    return getSessionUser(ctx, viewer.uid)
  })

  handle(router, calls.changeUserName, async (request) => {
    const { body, viewer } = request
    if (body.customUserName !== viewer.userName) {
      refuseRename(ctx.config, viewer)
      await changeUserName(ctx, ownSession(request), body.customUserName)
    }
    return getSessionUser(ctx, viewer.uid)
  })

  handle(router, calls.becomeCreator, async ({ body, viewer }) => {
    await becomeCreator(db, viewer.uid, { currency: body.currency ?? 'usd', timeZone: body.timeZone })
    return getSessionUser(ctx, viewer.uid)
  })

  handle(router, calls.changeCurrency, async ({ body, viewer }) => {
    await changeCurrency(db, viewer.uid, body.currency)
    return getSessionUser(ctx, viewer.uid)
  })

  return router
}

/** Throws AppError `forbidden` for the creator of solo mode, whose name is in the configuration. */
function refuseRename({ solo }: Config, { accountType }: Viewer): void {
  if (solo && accountType === creatorAccountType) throw new AppError('forbidden', { text: 'error_solo_name' })
}
