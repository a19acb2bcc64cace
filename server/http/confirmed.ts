/**
 * Checks, for calls that need it (`contract/accounts/lasting-changes.ts`), whether the session's owner confirmed it recently, and for those of
 * admins whether the account has a second factor.
 */
import type { Request, RequestHandler, Response } from 'express'
import { requireAdminFactor } from '../../domain/accounts/admin-factor.ts'
import type { AdminFactorContext } from '../../domain/accounts/admin-factor.ts'
import { requireConfirmation } from '../../domain/accounts/confirmation.ts'
import type { BrowserSession, ConfirmationContext } from '../../domain/accounts/confirmation.ts'
import type { OwnSession, Viewer } from '../../domain/accounts/sessions.ts'
import { confirmationCookie } from './cookies.ts'
import { sessionTokenOf } from './viewer.ts'

/** Returns the session of a logged-in request. */
export function ownSession({ req, viewer: { uid } }: { req: Request; viewer: Viewer }): OwnSession {
  return { uid, token: sessionTokenOf(req) ?? '' }
}

/** Returns the session of a logged-in request, with the cookie by which this browser proves that its user has entered the password
 * again. */
export function browserSession(request: { req: Request; viewer: Viewer }): BrowserSession {
  return { ...ownSession(request), confirmation: confirmationCookie.read(request.req) }
}

/** Lets `requireConfirmed` and `requireSecondFactor` check the session and the account of a request. */
export function admitConfirmed(ctx: ConfirmationContext & AdminFactorContext): RequestHandler {
  return (req, res, next) => {
    res.locals['requireSecondFactor'] = ({ uid }: Viewer) => requireAdminFactor(ctx, uid)
    res.locals['requireConfirmed'] = (viewer: Viewer) =>
      requireConfirmation(ctx, browserSession({ req, viewer }))
    next()
  }
}

/** Throws AppError `second_factor_required` if the admin who makes a request has to set up a second factor first. */
export async function requireSecondFactor(res: Response, viewer: Viewer): Promise<void> {
  await (res.locals['requireSecondFactor'] as (viewer: Viewer) => Promise<void>)(viewer)
}

/** Throws AppError `confirmation_required` unless the request's browser confirmed its session within the last ten minutes. */
export async function requireConfirmed(res: Response, viewer: Viewer): Promise<void> {
  await (res.locals['requireConfirmed'] as (viewer: Viewer) => Promise<void>)(viewer)
}
