/** The cookie that carries a sign-in with Google from one step to the next. */
import { parseCookie } from 'cookie'
import type { CookieOptions, Request, Response } from 'express'
import { apiBase } from '../../contract/calls.ts'
import { googleFlowLifetime } from '../../domain/accounts/google-flow.ts'

const cookieName = 'brimful_google'

/** The sealed step that a request carries. */
export function googleFlowOf({ headers: { cookie } }: Request): string | undefined {
  return cookie ? parseCookie(cookie)[cookieName] : undefined
}

/** Gives the browser a sealed step that no script can read; Lax, because it comes back by a link from Google. */
export function setGoogleCookie(res: Response, flow: string, publicUrl: string): void {
  res.cookie(cookieName, flow, { ...cookieOptions(publicUrl), maxAge: googleFlowLifetime })
}

/** Takes it from the browser. */
export function clearGoogleCookie(res: Response, publicUrl: string): void {
  res.clearCookie(cookieName, cookieOptions(publicUrl))
}

function cookieOptions(publicUrl: string): CookieOptions {
  return {
    httpOnly: true,
    sameSite: 'lax',
    path: `${apiBase}account/google`,
    secure: publicUrl.startsWith('https:'),
  }
}
