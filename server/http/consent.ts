/** Sends a browser to a provider's consent page and checks its return: both are bound to one session in one browser. */
import type { Request, Response } from 'express'
import * as z from 'zod/mini'
import type { Platform } from '../../contract/chat/platforms.ts'
import { closeConsent, openConsent } from '../../domain/chat/consent.ts'
import type { AppContext } from '../context.ts'
import { consentCookie } from './cookies.ts'
import { sessionTokenOf } from './viewer.ts'

type Provider = Platform | 'paypal'

/** The query with which a provider sends the browser back: a code, or an error code. */
const returned = z.object({
  state: z.string().check(z.maxLength(200)),
  code: z.optional(z.string().check(z.minLength(1), z.maxLength(2000))),
  error: z.optional(z.string()),
})

/**
 * Starts a consent and sets a cookie that binds it to this browser; returns undefined without a session. With `wantsEvents` its return says that
 * the platform's events are wanted.
 */
export function startConsent(
  { config }: AppContext,
  platform: Provider,
  req: Request,
  res: Response,
  wantsEvents = false,
) {
  const sessionToken = sessionTokenOf(req)
  if (!sessionToken) return undefined
  const { cookie, ...consent } = openConsent(config.sessionSecret, { platform, sessionToken }, wantsEvents)
  consentCookie(platform).set(res, cookie, config.publicUrl)
  return consent
}

/** Checks the return from a consent page: returns the provider's code, or the reason why there is none. */
export function finishConsent({ config }: AppContext, platform: Provider, req: Request, res: Response) {
  const token = consentCookie(platform).read(req)
  consentCookie(platform).clear(res, config.publicUrl)
  const query = returned.safeParse(req.query)
  const sessionToken = sessionTokenOf(req)
  if (!query.success || !token || !sessionToken) return { failure: 'expired' as const }
  const { state, code, error } = query.data
  const consent = closeConsent(config.sessionSecret, { platform, sessionToken }, token, state)
  if (!consent) return { failure: 'expired' as const }
  if (!code) return { failure: error === 'access_denied' ? ('denied' as const) : ('failed' as const) }
  return { code, consent }
}
