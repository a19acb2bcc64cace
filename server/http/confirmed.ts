/** What routes of sensitive changes ask for first. */
import type { Request } from 'express'
import { requireConfirmation } from '../../domain/accounts/confirmation.ts'
import type { ConfirmationContext } from '../../domain/accounts/confirmation.ts'
import type { OwnSession, Viewer } from '../../domain/accounts/sessions.ts'
import { sessionTokenOf } from './viewer.ts'

/** The session of a logged-in request. */
export function ownSession({ req, viewer: { uid } }: { req: Request; viewer: Viewer }): OwnSession {
  return { uid, token: sessionTokenOf(req.headers.cookie) ?? '' }
}

/** Throws AppError `confirmation_required` unless the request's session was confirmed within the last ten minutes. */
export function requireConfirmed(
  ctx: ConfirmationContext,
  request: { req: Request; viewer: Viewer },
): Promise<void> {
  return requireConfirmation(ctx, ownSession(request))
}
