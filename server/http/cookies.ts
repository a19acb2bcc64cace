/** The cookies that carry a visitor through a flow of several requests. The session cookie is in `viewer.ts`. */
import { parseCookie } from 'cookie'
import type { CookieOptions, Request, Response } from 'express'
import { apiBase } from '../../contract/calls.ts'
import type { Platform } from '../../contract/entities.ts'
import { googleFlowLifetime } from '../../domain/accounts/google-flow.ts'
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
    sameSite: 'lax', // the way back begins with a link on the provider's page
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

/** Returns the cookie that ties the response of a provider's consent page to the browser that was sent there, for 15 minutes. */
export function consentCookie(provider: Platform | 'paypal'): FlowCookie {
  return flowCookie(`brimful_consent_${provider}`, `account/${provider}`, 15 * 60_000)
}
