/** Checks, for routes that make sensitive changes, the session and whether its owner confirmed it recently. */
import type { Request } from 'express'
import { requireConfirmation } from '../../domain/accounts/confirmation.ts'
import type { BrowserSession, ConfirmationContext } from '../../domain/accounts/confirmation.ts'
import type { OwnSession, Viewer } from '../../domain/accounts/sessions.ts'
import { confirmationCookie } from './cookies.ts'
import { sessionTokenOf } from './viewer.ts'

/** Returns the session of a logged-in request. */
export function ownSession({ req, viewer: { uid } }: { req: Request; viewer: Viewer }): OwnSession {
  return { uid, token: sessionTokenOf(req.headers.cookie) ?? '' }
}

/** Returns the session of a logged-in request, with the cookie by which this browser proves that its user has entered the password
 * again. */
export function browserSession(request: { req: Request; viewer: Viewer }): BrowserSession {
  return { ...ownSession(request), confirmation: confirmationCookie.read(request.req) }
}

/** Throws AppError `confirmation_required` unless the request's browser confirmed its session within the last ten minutes. */
export function requireConfirmed(
  ctx: ConfirmationContext,
  request: { req: Request; viewer: Viewer },
): Promise<void> {
  return requireConfirmation(ctx, browserSession(request))
}
