/** Routes for passkeys: managing them, logging in, and confirming a session. */
import { Router } from 'express'
import * as calls from '../../contract/accounts/passkey-calls.ts'
import {
  confirmByPasskey,
  logInByPasskey,
  startPasskeyConfirmation,
  startPasskeyLogIn,
} from '../../domain/accounts/passkey-log-in.ts'
import {
  addPasskey,
  readPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '../../domain/accounts/passkeys.ts'
import type { AppContext } from '../context.ts'
import { ownSession } from '../http/confirmed.ts'
import { confirmationCookie, passkeyCookie } from '../http/cookies.ts'
import { handle } from '../http/handle.ts'
import { deviceOf } from '../http/known-browser.ts'
import { startSession } from '../http/viewer.ts'

export function passkeyRoutes(ctx: AppContext): Router {
  const router = Router()
  ownRoutes(router, ctx)
  proofRoutes(router, ctx)
  return router
}

function ownRoutes(router: Router, ctx: AppContext): void {
  const { publicUrl } = ctx.config

  handle(router, calls.getPasskeys, async ({ viewer }) => ({
    passkeys: await readPasskeys(ctx.db, viewer.uid),
  }))

  handle(router, calls.startPasskey, async (request) => {
    const { options, sealed } = await startPasskey(ctx, ownSession(request))
    passkeyCookie.set(request.res, sealed, publicUrl)
    return { options }
  })

  handle(router, calls.addPasskey, async (request) => {
    const sealed = passkeyCookie.read(request.req)
    const passkey = await addPasskey(ctx, ownSession(request), { ...request.body, sealed })
    passkeyCookie.clear(request.res, publicUrl)
    return { passkey }
  })

  handle(router, calls.renamePasskey, ({ body: { id, name }, viewer }) =>
    renamePasskey(ctx.db, viewer.uid, id, name),
  )

  handle(router, calls.removePasskey, async (request) => {
    await removePasskey(ctx, ownSession(request), request.body.id)
  })
}

function proofRoutes(router: Router, ctx: AppContext): void {
  const { config } = ctx

  handle(router, calls.startPasskeyLogIn, async ({ res }) => {
    const { options, sealed } = startPasskeyLogIn(ctx)
    passkeyCookie.set(res, sealed, config.publicUrl)
    return { options }
  })

  handle(router, calls.logInByPasskey, async ({ body: { credential }, req, res }) => {
    const answer = { credential, sealed: passkeyCookie.read(req) }
    const started = await logInByPasskey(ctx, answer, {
      address: req.ip ?? '',
      userAgent: req.get('user-agent') ?? '',
      deviceOf: (account) => deviceOf(config, req, account),
    })
    await startSession(ctx, req, res, started)
    passkeyCookie.clear(res, config.publicUrl)
  })

  handle(router, calls.startPasskeyConfirmation, async (request) => {
    const { options, sealed } = await startPasskeyConfirmation(ctx, ownSession(request))
    passkeyCookie.set(request.res, sealed, config.publicUrl)
    return { options }
  })

  handle(router, calls.confirmByPasskey, async ({ body: { credential }, ...request }) => {
    const answer = { credential, sealed: passkeyCookie.read(request.req) }
    const confirmation = await confirmByPasskey(ctx, ownSession(request), answer)
    confirmationCookie.set(request.res, confirmation, config.publicUrl)
    passkeyCookie.clear(request.res, config.publicUrl)
  })
}
