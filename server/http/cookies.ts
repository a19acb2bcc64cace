/**
 * Defines cookies that only a few requests need, most of them for the steps of one flow. The session cookie is in `viewer.ts`.
 */
import { parseCookie } from 'cookie'
import type { CookieOptions, Request, Response } from 'express'
import { apiBase } from '../../contract/calls.ts'
import type { Platform } from '../../contract/entities.ts'
import { confirmedMinutes } from '../../domain/accounts/confirmation-proof.ts'
import { deviceLifetime } from '../../domain/accounts/known-devices.ts'
import { googleFlowLifetime } from '../../domain/accounts/google-flow.ts'
import { challengeLifetime } from '../../domain/accounts/passkey-challenge.ts'
import { signUpLifetime } from '../../domain/accounts/sign-up.ts'

/** A cookie that no script can read. The browser sends it only to the paths of its flow. */
interface FlowCookie {
  read: (req: Request) => string | undefined
  set: (res: Response, value: string, publicUrl: string) => void
  clear: (res: Response, publicUrl: string) => void
}

function flowCookie(name: string, path: string, maxAge: number): FlowCookie {
  const optionsOf = (publicUrl: string): CookieOptions => ({
    httpOnly: true,
    sameSite: 'lax', // the provider's page links back to us, and `strict` would withhold the cookie
    path: apiBase + path,
    secure: publicUrl.startsWith('https:'),
  })
  return {
    read: ({ headers: { cookie } }) => (cookie ? parseCookie(cookie)[name] : undefined),
    set: (res, value, publicUrl) => void res.cookie(name, value, { ...optionsOf(publicUrl), maxAge }),
    clear: (res, publicUrl) => void res.clearCookie(name, optionsOf(publicUrl)),
  }
}

/** The cookie with the token of a sign-up. */
export const signUpCookie = flowCookie('brimful_sign_up', 'account', signUpLifetime)

/** The cookie with the sealed state of a sign-in with Google between its steps. */
export const googleCookie = flowCookie('brimful_google', 'account/google', googleFlowLifetime)

/** The cookie with the sealed challenge that a passkey is to sign. */
export const passkeyCookie = flowCookie('brimful_passkey', 'account/passkeys', challengeLifetime)

/** The cookie of a browser that has confirmed its session. */
export const confirmationCookie = flowCookie('brimful_confirmed', '', confirmedMinutes * 60_000)

/** The cookie that identifies a browser to the accounts that have logged in there. */
export const deviceCookie = flowCookie('brimful_device', 'account', deviceLifetime)

/**
 * Returns the cookie that ties the return from a provider's consent page to the browser that was sent there. It lasts 15 minutes.
 */
export function consentCookie(provider: Platform | 'paypal'): FlowCookie {
  return flowCookie(`brimful_consent_${provider}`, `account/${provider}`, 15 * 60_000)
}
