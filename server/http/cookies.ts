/**
 * Defines cookies that only a few requests need, most of them for the steps of one flow. The session cookie is in `viewer.ts`.
 */
import type { Platform } from '../../contract/chat/platforms.ts'
import { confirmedMinutes } from '../../domain/accounts/confirmation-proof.ts'
import { deviceLifetime } from '../../domain/accounts/known-devices.ts'
import { googleFlowLifetime } from '../../domain/accounts/google-flow.ts'
import { challengeLifetime } from '../../domain/accounts/passkey-challenge.ts'
import { signUpLifetime } from '../../domain/accounts/sign-up.ts'
import { hostCookie } from './host-cookie.ts'
import type { HostCookie } from './host-cookie.ts'

/** The cookie with the token of a sign-up. */
export const signUpCookie = hostCookie('brimful_sign_up', signUpLifetime)

/** The cookie with the sealed state of a sign-in with Google between its steps. */
export const googleCookie = hostCookie('brimful_google', googleFlowLifetime)

/** The cookie with the sealed challenge that a passkey is to sign. */
export const passkeyCookie = hostCookie('brimful_passkey', challengeLifetime)

/** The cookie of a browser that has confirmed its session. */
export const confirmationCookie = hostCookie('brimful_confirmed', confirmedMinutes * 60_000)

/** The cookie that identifies a browser to the accounts that have logged in there. */
export const deviceCookie = hostCookie('brimful_device', deviceLifetime)

/**
 * Returns the cookie that ties the return from a provider's consent page to the browser that was sent there. It lasts 15 minutes.
 */
export function consentCookie(provider: Platform | 'paypal'): HostCookie {
  return hostCookie(`brimful_consent_${provider}`, 15 * 60_000)
}
