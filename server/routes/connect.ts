/**
 * Sends browsers to the consent pages of chat platforms and receives them back. A browser is always redirected: to the
 * platform, to the chatbot settings with the result in the address, or to log-in.
 */
import { Router } from 'express'
import type { Request, Response } from 'express'
import * as z from 'zod/mini'
import { apiBase } from '../../contract/calls.ts'
import { consentPaths } from '../../contract/chat/connection-calls.ts'
import type { ConnectFailure } from '../../contract/chat/connect-failures.ts'
import { creatorAccountType } from '../../contract/entities.ts'
import { platform as platforms } from '../../contract/chat/platforms.ts'
import type { Platform } from '../../contract/chat/platforms.ts'
import { findEventReceiver, insertEventReceiver } from '../../db/queries/show/event-receivers.ts'
import { connectingIn } from '../../domain/accounts/record-connection.ts'
import { connectPlatform } from '../../domain/chat/connect-platform.ts'
import { ConnectRefusal, coversEvents } from '../../domain/chat/connector.ts'
import { wantedEventScopes } from '../../domain/chat/platform-events.ts'
import type { AppContext } from '../context.ts'
import { finishConsent, startConsent } from '../http/consent.ts'
import { mountOther } from '../http/other-routes.ts'
import { sessionTokenOf, viewerOf } from '../http/viewer.ts'

const logInPage = '/account'
const settingsPage = '/dashboard/chatbot-setting'
/** Where creators switch events on: a consent that covers them comes from there. */
const eventsPage = '/dashboard/stream-setting#show-events'

/** Mounts, for each platform that has a consent page, the route that redirects to the consent page and the callback of the consent page. */
export function connectRoutes(ctx: AppContext): Router {
  const router = Router()
  for (const platform of platforms.options) {
    mountOther(router, `GET ${apiBase}account/${platform}/connect`, async (req, res) =>
      res.redirect(await requestConsent(ctx, platform, req, res)),
    )
    mountOther(router, `GET ${apiBase}account/${platform}/callback`, async (req, res) =>
      res.redirect(await completeConsent(ctx, platform, req, res)),
    )
  }
  return router
}

/** The query of the address that connects a platform: `?events=on` also switches the platform's events on. */
const wanted = z.object({ events: z.optional(z.literal('on')) })

/**
 * Starts a consent and returns the address of the consent page. For anybody but a creator, returns the address of a page that
 * explains the refusal. The scopes of the platform's events are requested only for a creator who wants them.
 */
async function requestConsent(
  ctx: AppContext,
  platform: Platform,
  req: Request,
  res: Response,
): Promise<string> {
  const uid = creatorOf(res)
  if (!uid) return notAllowed(res)
  const connector = ctx.connectors[platform]
  if (!connector) return settingsWith('off', platform)
  const isWanted = wanted.safeParse(req.query).data?.events === 'on'
  const wantsEvents = isWanted || (await findEventReceiver(ctx.db, uid, platform))?.endReason === null
  const more = wantsEvents ? await wantedEventScopes(ctx.db, uid, connector) : []
  const consent = startConsent(ctx, platform, req, res, wantsEvents)
  const redirectUri = redirectUriOf(ctx.config.publicUrl, platform)
  return consent ? connector.consentUrl(redirectUri, consent, more) : notAllowed(res)
}

/**
 * Processes a callback and returns the address to redirect to. The platform is connected to the session's account, never to one
 * that the callback names.
 */
async function completeConsent(
  ctx: AppContext,
  platform: Platform,
  req: Request,
  res: Response,
): Promise<string> {
  const { connectors, config, log, accountLimits } = ctx
  const uid = creatorOf(res)
  if (!uid) return notAllowed(res)
  const connector = connectors[platform]
  if (!connector) return settingsWith('off', platform)
  const { failure, code, consent } = finishConsent(ctx, platform, req, res)
  if (failure) return settingsWith(failure, platform)
  try {
    await accountLimits.take('provider-call', uid)
    const account = await connector.redeem(code, redirectUriOf(config.publicUrl, platform), consent)
    await connectPlatform(
      ctx,
      connectingIn(ctx, { uid, token: sessionTokenOf(req) ?? '' }),
      platform,
      account,
    )
    log.info({ uid, platform }, 'platform connected')
    if (!consent.wantsEvents || !coversEvents(account.tokens.scopes, connector))
      return `${settingsPage}?success=true`
    await insertEventReceiver(ctx.db, uid, platform)
    return eventsPage
  } catch (error) {
    if (error instanceof ConnectRefusal) return settingsWith(error.failure, platform)
    log.warn({ uid, platform, reason: (error as Error).message }, 'platform not connected')
    return settingsWith('failed', platform)
  }
}

function creatorOf(res: Response): string | undefined {
  const viewer = viewerOf(res)
  return viewer?.accountType === creatorAccountType ? viewer.uid : undefined
}

/**
 * Returns where to redirect somebody who is not a creator: visitors to log-in, supporters to the settings, which explain how to
 * become one.
 */
function notAllowed(res: Response): string {
  return viewerOf(res) ? settingsPage : logInPage
}

function settingsWith(error: ConnectFailure, platform: Platform): string {
  return `${settingsPage}?${new URLSearchParams({ error, platform })}`
}

/** Returns the callback address, as it is registered with the platform. */
function redirectUriOf(publicUrl: string, platform: Platform): string {
  return publicUrl + apiBase + consentPaths[platform].callback
}
