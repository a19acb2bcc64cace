/** Finds the viewer, which is the account that makes a request, by the session cookie. */
import { parseCookie } from 'cookie'
import type { CookieOptions, Request, RequestHandler, Response } from 'express'
import type { Db } from '../../db/connection.ts'
import {
  endSession,
  findVisit,
  keepLocale,
  renewSession,
  sessionLifetime,
} from '../../domain/accounts/sessions.ts'
import type { Viewer } from '../../domain/accounts/sessions.ts'
import type { DeviceAccount } from '../../domain/accounts/known-devices.ts'
import { rememberBrowser } from './known-browser.ts'
import type { DeviceConfig } from './known-browser.ts'
import { chosenLocaleOf } from './locale.ts'

const cookieName = 'brimful_session'
/** The cookie that tells scripts whether a session exists and when it ends, which saves visitors a request. It grants nothing. */
const hintName = 'brimful_signed_in'

/** Reads the session once for each request; when it is due for renewal, extends it in the database and in the browser. */
export function readViewer(db: Db, publicUrl: string): RequestHandler {
  return async (req, res, next) => {
    if (viewerOf(res)) return next() // an API token has admitted the request, and no cookie counts beside it
    const token = sessionTokenOf(req.headers.cookie)
    const visit = token ? await findVisit(db, token) : undefined
    if (visit) res.locals['viewer'] = visit.viewer
    if (token && visit?.isRenewalDue) {
      await renewSession(db, token)
      setSessionCookie(res, token, publicUrl)
    }
    next()
  }
}

/** Makes a creator the viewer of a request that an API token has admitted. */
export function setToolViewer(res: Response, viewer: Viewer): void {
  res.locals['viewer'] = viewer
}

/** Returns the viewer that `readViewer` found for this request. */
export function viewerOf(res: Response): Viewer | undefined {
  return res.locals['viewer'] as Viewer | undefined
}

/** Returns the viewer of a Cookie header. It is for sockets, which cannot set cookies and therefore do not renew the session. */
export async function findViewer(db: Db, cookieHeader: string | undefined): Promise<Viewer | undefined> {
  const token = sessionTokenOf(cookieHeader)
  return token ? (await findVisit(db, token))?.viewer : undefined
}

/** Returns the session token in a Cookie header. */
export function sessionTokenOf(cookieHeader: string | undefined): string | undefined {
  return cookieHeader ? parseCookie(cookieHeader)[cookieName] : undefined
}

/**
 * Replaces this browser's session with a new one, and makes the browser known for the account. A language chosen in this browser
 * becomes the account's.
 */
export async function startSession(
  { db, config }: { db: Db; config: DeviceConfig },
  req: Request,
  res: Response,
  { token, account }: { token: string; account: DeviceAccount },
): Promise<void> {
  const before = sessionTokenOf(req.headers.cookie)
  if (before) await endSession(db, before)
  const chosen = chosenLocaleOf(req)
  if (chosen) await keepLocale(db, token, chosen)
  setSessionCookie(res, token, config.publicUrl)
  rememberBrowser(config, req, res, account)
}

/** Sets the session cookie, which no script can read, and the cookie that tells scripts when the session ends. */
export function setSessionCookie(res: Response, token: string, publicUrl: string): void {
  res.cookie(cookieName, token, { ...cookieOptions(publicUrl), maxAge: sessionLifetime })
  res.cookie(hintName, String(Date.now() + sessionLifetime), {
    ...hintOptions(publicUrl),
    maxAge: sessionLifetime,
  })
}

/** Removes both cookies. */
export function clearSessionCookie(res: Response, publicUrl: string): void {
  res.clearCookie(cookieName, cookieOptions(publicUrl))
  res.clearCookie(hintName, hintOptions(publicUrl))
}

/** Returns whether a browser has a session, as the cookie for scripts says. */
export function hasSessionHint({ headers }: Pick<Request, 'headers'>): boolean {
  return parseCookie(headers.cookie ?? '')[hintName] !== undefined
}

function cookieOptions(publicUrl: string): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: publicUrl.startsWith('https:') }
}

function hintOptions(publicUrl: string): CookieOptions {
  return { ...cookieOptions(publicUrl), httpOnly: false }
}
