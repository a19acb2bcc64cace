/** The cookie that a sign-up is known by. */
import { parseCookie } from 'cookie'
import type { CookieOptions, Request, Response } from 'express'
import { apiBase } from '../../contract/calls.ts'
import { signUpLifetime } from '../../domain/accounts/sign-up.ts'

const cookieName = 'brimful_sign_up'

/** The sign-up token that a request carries. */
export function signUpTokenOf({ headers: { cookie } }: Request): string | undefined {
  return cookie ? parseCookie(cookie)[cookieName] : undefined
}

/** Gives the browser a sign-up token that no script can read. */
export function setSignUpCookie(res: Response, token: string, publicUrl: string): void {
  res.cookie(cookieName, token, { ...cookieOptions(publicUrl), maxAge: signUpLifetime })
}

/** Takes the sign-up token from the browser. */
export function clearSignUpCookie(res: Response, publicUrl: string): void {
  res.clearCookie(cookieName, cookieOptions(publicUrl))
}

function cookieOptions(publicUrl: string): CookieOptions {
  return {
    httpOnly: true,
    sameSite: 'lax',
    path: `${apiBase}account`,
    secure: publicUrl.startsWith('https:'),
  }
}
