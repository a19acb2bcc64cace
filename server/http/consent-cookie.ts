/** The cookie that ties a consent page's answer to the browser that went there. */
import { parseCookie } from 'cookie'
import type { CookieOptions, Request, Response } from 'express'
import { apiBase } from '../../contract/calls.ts'
import type { Platform } from '../../contract/entities.ts'

/** Who has a consent page. */
type Consenting = Platform | 'paypal'

const lifetime = 15 * 60_000

/** The token that a browser carries back from a platform. */
export function consentTokenOf({ headers: { cookie } }: Request, platform: Consenting): string | undefined {
  return cookie ? parseCookie(cookie)[nameOf(platform)] : undefined
}

/** Gives the browser its token, for a quarter of an hour. */
export function setConsentCookie(
  res: Response,
  platform: Consenting,
  token: string,
  publicUrl: string,
): void {
  res.cookie(nameOf(platform), token, { ...optionsOf(platform, publicUrl), maxAge: lifetime })
}

/** Takes it back: one consent, one answer. */
export function clearConsentCookie(res: Response, platform: Consenting, publicUrl: string): void {
  res.clearCookie(nameOf(platform), optionsOf(platform, publicUrl))
}

function nameOf(platform: Consenting): string {
  return `brimful_consent_${platform}`
}

/** Lax: the way back begins on the platform's page. */
function optionsOf(platform: Consenting, publicUrl: string): CookieOptions {
  return {
    httpOnly: true,
    sameSite: 'lax',
    path: `${apiBase}account/${platform}`,
    secure: publicUrl.startsWith('https:'),
  }
}
