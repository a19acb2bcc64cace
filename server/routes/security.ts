/** Routes for passwords, sessions and the email of the logged-in account. */
import { Router } from 'express'
import type { Request } from 'express'
import { AppError } from '../../contract/errors.ts'
import * as calls from '../../contract/security-calls.ts'
import { deleteSessionOf, deleteSessionsOf, listSessions } from '../../db/queries/sessions.ts'
import { confirmEmail, requestEmailChange } from '../../domain/accounts/change-email.ts'
import { changePassword, requestPasswordReset, resetPassword } from '../../domain/accounts/change-password.ts'
import { describeDevice } from '../../domain/accounts/device.ts'
import { requireMail } from '../../domain/mail/require-mail.ts'
import { hashToken } from '../../domain/security/tokens.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'
import { localeOf } from '../http/locale.ts'
import { clearSessionCookie, sessionTokenOf } from '../http/viewer.ts'
import { announce } from '../announce.ts'

export function securityRoutes(ctx: AppContext): Router {
  const router = Router()
  proofRoutes(router, ctx)
  sessionRoutes(router, ctx)
  return router
}

function proofRoutes(router: Router, ctx: AppContext): void {
  handle(router, calls.requestPasswordReset, async ({ body, req }) => {
    requireMail(ctx.config)
    await requestPasswordReset(ctx, { email: body.email, locale: localeOf(req), address: req.ip ?? '' })
  })

  handle(router, calls.resetPassword, async ({ body }) => {
    announce(ctx, { kind: 'sessions', uid: await resetPassword(ctx, body.token, body.password) })
  })

  handle(router, calls.changePassword, async ({ body, viewer: { uid }, req }) => {
    const proof = { uid, password: body.currentPassword, address: req.ip ?? '' }
    await changePassword(ctx, proof, body.password, currentToken(req))
    announce(ctx, { kind: 'sessions', uid })
  })

  handle(router, calls.changeEmail, async ({ body, viewer: { uid }, req }) => {
    requireMail(ctx.config)
    await requestEmailChange(ctx, { uid, password: body.password, address: req.ip ?? '' }, body.email)
  })

  handle(router, calls.confirmEmail, async ({ body }) => ({ email: await confirmEmail(ctx, body.token) }))
}

function sessionRoutes(router: Router, ctx: AppContext): void {
  const { db, config } = ctx

  handle(router, calls.getSessions, async ({ viewer, req }) => {
    const rows = await listSessions(db, viewer.uid, hashToken(currentToken(req))!)
    const sessions = rows.map(({ id, userAgent, createdAt, lastSeenAt, isCurrent }) => ({
      id,
      device: describeDevice(userAgent),
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isCurrent,
    }))
    return { sessions }
  })

  handle(router, calls.revokeSession, async ({ body, viewer }) => {
    if (!(await deleteSessionOf(db, viewer.uid, body.id))) throw new AppError('not_found')
    announce(ctx, { kind: 'sessions', uid: viewer.uid })
  })

  handle(router, calls.logOutEverywhere, async ({ viewer, res }) => {
    await deleteSessionsOf(db, viewer.uid)
    announce(ctx, { kind: 'sessions', uid: viewer.uid })
    clearSessionCookie(res, config.publicUrl)
  })
}

/** Returns the session's token, which logged-in requests always have. */
function currentToken({ headers: { cookie } }: Request): string {
  return sessionTokenOf(cookie) ?? ''
}
