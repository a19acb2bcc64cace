/** Who makes a request, by the session cookie. */
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
import { chosenLocaleOf } from './locale.ts'

const cookieName = 'brimful_session'
/** Says to the page that there is a session and when it ends, so that a stranger's page need not ask; it proves nothing. */
const hintName = 'brimful_signed_in'

/** Reads the session of every request once, and lets a renewed one live as long in the browser. */
export function readViewer(db: Db, publicUrl: string): RequestHandler {
  return async (req, res, next) => {
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

/** The viewer that `readViewer` found for this request. */
export function viewerOf(res: Response): Viewer | undefined {
  return res.locals['viewer'] as Viewer | undefined
}

/** Who a Cookie header belongs to: for sockets, which cannot renew the cookie and so leave the session as it is. */
export async function findViewer(db: Db, cookieHeader: string | undefined): Promise<Viewer | undefined> {
  const token = sessionTokenOf(cookieHeader)
  return token ? (await findVisit(db, token))?.viewer : undefined
}

/** The session token in a Cookie header. */
export function sessionTokenOf(cookieHeader: string | undefined): string | undefined {
  return cookieHeader ? parseCookie(cookieHeader)[cookieName] : undefined
}

/** Puts a new session in the place of the one that this browser had; a language that was chosen there becomes its account's. */
export async function startSession(
  { db, config }: { db: Db; config: { publicUrl: string } },
  req: Request,
  res: Response,
  token: string,
): Promise<void> {
  const before = sessionTokenOf(req.headers.cookie)
  if (before) await endSession(db, before)
  const chosen = chosenLocaleOf(req)
  if (chosen) await keepLocale(db, token, chosen)
  setSessionCookie(res, token, config.publicUrl)
}

/** Gives the browser a session token that no script can read. */
export function setSessionCookie(res: Response, token: string, publicUrl: string): void {
  res.cookie(cookieName, token, { ...cookieOptions(publicUrl), maxAge: sessionLifetime })
  res.cookie(hintName, String(Date.now() + sessionLifetime), {
    ...hintOptions(publicUrl),
    maxAge: sessionLifetime,
  })
}

/** Takes the session token from the browser. */
export function clearSessionCookie(res: Response, publicUrl: string): void {
  res.clearCookie(cookieName, cookieOptions(publicUrl))
  res.clearCookie(hintName, hintOptions(publicUrl))
}

function cookieOptions(publicUrl: string): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: publicUrl.startsWith('https:') }
}

function hintOptions(publicUrl: string): CookieOptions {
  return { ...cookieOptions(publicUrl), httpOnly: false }
}
