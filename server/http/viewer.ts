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
import { hostCookie, hostOptions } from './host-cookie.ts'
import { chosenLocaleOf } from './locale.ts'

const sessionCookie = hostCookie('brimful_session', sessionLifetime)
/** The cookie that tells scripts whether a session exists and when it ends, which saves visitors a request. It grants nothing. */
const hintName = 'brimful_signed_in'

/** Reads the session once for each request; when it is due for renewal, extends it in the database and in the browser. */
export function readViewer(db: Db, publicUrl: string): RequestHandler {
  return async (req, res, next) => {
    if (viewerOf(res)) return next() // an API token has admitted the request, and no cookie counts beside it
    const token = sessionTokenOf(req)
    const visit = token ? await findVisit(db, token) : undefined
    if (visit) res.locals['viewer'] = visit.viewer
    if (token && visit?.isRenewalDue) {
      const expiresAt = await renewSession(db, token)
      if (expiresAt) setSessionCookie(res, { token, expiresAt }, publicUrl)
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
export async function findViewer(
  { db, publicUrl }: { db: Db; publicUrl: string },
  cookieHeader: string | undefined,
): Promise<Viewer | undefined> {
  const token = sessionCookie.readHeader(cookieHeader, publicUrl)
  return token ? (await findVisit(db, token))?.viewer : undefined
}

/** Returns the session token of a request; undefined without one. */
export function sessionTokenOf(req: Request): string | undefined {
  return sessionCookie.read(req)
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
  const before = sessionTokenOf(req)
  if (before) await endSession(db, before)
  const chosen = chosenLocaleOf(req)
  if (chosen) await keepLocale(db, token, chosen)
  setSessionCookie(res, { token, expiresAt: new Date(Date.now() + sessionLifetime) }, config.publicUrl)
  rememberBrowser(config, req, res, account)
}

/**
 * Removes the session cookie and the cookie for scripts, and has the browser forget the pages that it keeps (docs/decisions/0048). Chromium,
 * which alone sends `Sec-CH-UA`, would stop for seconds.
 */
export function clearSessionCookie(res: Response, publicUrl: string): void {
  if (res.req.headers['sec-ch-ua'] === undefined) res.setHeader('Clear-Site-Data', '"cache"')
  sessionCookie.clear(res, publicUrl)
  res.clearCookie(hintName, hintOptions(publicUrl))
}

/** Returns whether a browser has a session, as the cookie for scripts says. */
export function hasSessionHint({ headers }: Pick<Request, 'headers'>): boolean {
  return parseCookie(headers.cookie ?? '')[hintName] !== undefined
}

/** Sets the session cookie, which no script can read, and the cookie that tells scripts when the session ends. */
function setSessionCookie(
  res: Response,
  { token, expiresAt }: { token: string; expiresAt: Date },
  publicUrl: string,
): void {
  const maxAge = expiresAt.getTime() - Date.now() // counts in a browser with a wrong clock as well
  sessionCookie.set(res, token, publicUrl, maxAge)
  res.cookie(hintName, String(expiresAt.getTime()), { ...hintOptions(publicUrl), maxAge })
}

function hintOptions(publicUrl: string): CookieOptions {
  return { ...hostOptions(publicUrl), httpOnly: false }
}
