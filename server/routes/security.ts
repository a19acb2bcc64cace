/** Routes for passwords, sessions and the email of the logged-in account. */
import { Router } from 'express'
import { AppError } from '../../contract/errors.ts'
import * as calls from '../../contract/accounts/security-calls.ts'
import { deleteSessionOf, deleteSessionsOf, listSessions } from '../../db/queries/accounts/sessions.ts'
import { readAccountEvents } from '../../domain/accounts/account-events.ts'
import { confirmEmail, requestEmailChange } from '../../domain/accounts/change-email.ts'
import { changePassword, requestPasswordReset, resetPassword } from '../../domain/accounts/change-password.ts'
import { confirmByPassword, isConfirmed } from '../../domain/accounts/confirmation.ts'
import { describeDevice } from '../../domain/accounts/device.ts'
import { revokeConnection } from '../../domain/chat/disconnect-platform.ts'
import { undoSensitiveChange } from '../../domain/accounts/undo-change.ts'
import { requireMail } from '../../domain/mail/require-mail.ts'
import { hashToken } from '../../domain/security/tokens.ts'
import type { AppContext } from '../context.ts'
import { browserSession, ownSession } from '../http/confirmed.ts'
import { confirmationCookie } from '../http/cookies.ts'
import { handle } from '../http/handle.ts'
import { deviceOf, rememberBrowser } from '../http/known-browser.ts'
import { localeOf } from '../http/locale.ts'
import { clearSessionCookie } from '../http/viewer.ts'
import { announce, announcePanelAccess } from '../announce.ts'

export function securityRoutes(ctx: AppContext): Router {
  const router = Router()
  proofRoutes(router, ctx)
  sessionRoutes(router, ctx)
  return router
}

function proofRoutes(router: Router, ctx: AppContext): void {
  handle(router, calls.requestPasswordReset, async ({ body, req }) => {
    requireMail(ctx.config)
    await requestPasswordReset(ctx, {
      email: body.email,
      locale: localeOf(req),
      address: req.ip ?? '',
      deviceOf: (account) => deviceOf(ctx.config, req, account),
    })
  })

  handle(router, calls.resetPassword, async ({ body, req, res }) => {
    const account = await resetPassword(ctx, body.token, body.password)
    announce(ctx, { kind: 'sessions', uid: account.uid })
    // so that failed guesses by strangers, which are counted for the account, do not block the next log-in from this browser
    rememberBrowser(ctx.config, req, res, account)
  })

  handle(router, calls.confirmSession, async ({ body, ...request }) => {
    const confirmation = await confirmByPassword(ctx, ownSession(request), body)
    confirmationCookie.set(request.res, confirmation, ctx.config.publicUrl)
  })

  handle(router, calls.getConfirmation, async (request) => ({
    isConfirmed: await isConfirmed(ctx, browserSession(request)),
  }))

  handle(router, calls.changePassword, async (request) => {
    const account = await changePassword(ctx, ownSession(request), request.body.password)
    announce(ctx, { kind: 'sessions', uid: account.uid })
    rememberBrowser(ctx.config, request.req, request.res, account) // changing the password invalidated the browser's cookie
  })

  handle(router, calls.changeEmail, async (request) => {
    requireMail(ctx.config)
    const { body, req } = request
    await requestEmailChange(ctx, { ...ownSession(request), address: req.ip ?? '' }, body.email)
  })

  handle(router, calls.undoSensitiveChange, async ({ body }) => {
    const { uid, replaced, connections } = await undoSensitiveChange(ctx, body)
    announce(ctx, { kind: 'sessions', uid })
    announcePanelAccess(ctx, uid)
    if (replaced.includes('overlay-key')) announce(ctx, { kind: 'overlay-access', creatorUid: uid })
    for (const connection of connections) await revokeConnection(ctx, connection)
    return { replaced }
  })

  handle(router, calls.confirmEmail, async ({ body }) => ({ email: await confirmEmail(ctx, body.token) }))
}

function sessionRoutes(router: Router, ctx: AppContext): void {
  const { db, config } = ctx

  handle(router, calls.getSessions, async ({ viewer, req }) => {
    const rows = await listSessions(db, viewer.uid, hashToken(ownSession({ req, viewer }).token)!)
    const sessions = rows.map(({ id, userAgent, createdAt, lastSeenAt, isCurrent }) => ({
      id,
      device: describeDevice(userAgent, localeOf(req)),
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isCurrent,
    }))
    return { sessions }
  })

  handle(router, calls.listAccountEvents, ({ viewer, query, req }) =>
    readAccountEvents(db, viewer.uid, { before: query.before, locale: localeOf(req) }),
  )

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
