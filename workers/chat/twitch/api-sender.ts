/**
 * Sends messages by Twitch's API. Twitch applies the same rules and limits as over IRC, but its answers do not say whether the bot is a moderator: that
 * comes from the list of the channels that it moderates, which has no VIPs, so a VIP gets the lower limits here.
 */
import type { Logger } from 'pino'
import type { ConnectionRow } from '../../../db/schema.ts'
import type { BotToken } from '../../../domain/chat/bot-token.ts'
import { openAppToken } from '../../../domain/chat/platforms/twitch/app-token.ts'
import { mayUseApi } from '../../../domain/chat/platforms/twitch/bot.ts'
import { listModerated, postMessage } from '../../../domain/chat/platforms/twitch/messages.ts'
import type { MessageResult } from '../../../domain/chat/platforms/twitch/messages.ts'
import type { TwitchOauth } from '../../../domain/chat/platforms/twitch/oauth.ts'
import type { TwitchConfig } from '../../../domain/config/chat/twitch.ts'
import { SlowDownError } from '../../errors.ts'
import type { Throttle } from '../throttle.ts'
import type { TwitchLimits } from './limits.ts'
import { toNoticeId } from './notices.ts'
import type { TwitchRoles } from './roles.ts'
import { plainGapMs } from './sender.ts'
import type { Entry, SendOutcome, TwitchSender } from './sender.ts'

export interface ApiSender extends TwitchSender<SendOutcome | { kind: 'closed'; isAway: boolean }> {
  /** Returns whether our bot has consented to it. Rejects when Twitch does not respond. */
  isOpen(): Promise<boolean>
  /** Lists anew where the bot is a moderator before the next message. */
  forgetRoles(): void
}

interface ApiSenderContext {
  log: Logger
  config: TwitchConfig
  oauth: TwitchOauth
  token: BotToken
  limits: TwitchLimits
  throttle: Throttle
  roles: TwitchRoles
  scale: number
}

/** Opens the sender. Nothing is fetched before the first message. */
export function openApiSender(ctx: ApiSenderContext): ApiSender {
  const { config, oauth, limits, throttle, roles, scale } = ctx
  const appToken = openAppToken(oauth)
  const bot = openBot(ctx)
  const moderated = openModerated(ctx, bot)

  async function enter(row: ConnectionRow): Promise<Entry> {
    const isPrivileged = await moderated.has(row)
    roles.remember(row, isPrivileged)
    return { isPrivileged, isSlow: false }
  }

  /** Posts, and once more with a new token if Twitch does not accept the app's: it ends when the operator replaces the secret. */
  async function post(row: ConnectionRow, text: string): Promise<MessageResult> {
    const message = { broadcasterId: row.platformUserId, senderId: (await bot.get()).id, text }
    const accessToken = await appToken.get()
    const result = await postMessage(config, accessToken, message)
    if (result.kind !== 'refused' || result.status !== 401) return result
    appToken.drop(accessToken)
    return postMessage(config, await appToken.get(), message)
  }

  return {
    isOpen: async () => mayUseApi((await bot.get()).scopes),
    forgetRoles: moderated.forget,
    enter,
    async send(row, textFor) {
      const { isPrivileged } = await enter(row)
      const waitMs = await limits.takeMessage(isPrivileged)
      if (waitMs > 0) throw new SlowDownError(waitMs)
      const result = await post(row, textFor(isPrivileged)).catch(() => ({ kind: 'notSent' }) as const)
      if (!isPrivileged) throttle.block(row.platformUserId, plainGapMs / scale)
      if (result.kind === 'posted') return { kind: 'accepted', isPrivileged }
      if (result.kind === 'unconfirmed') return { kind: 'silence' }
      if (result.kind === 'dropped')
        return { kind: 'refused', id: toNoticeId(result.code), text: result.text }
      if (result.kind === 'tooFast') {
        await limits.blockMessages(result.waitMs / scale)
        throw new SlowDownError(result.waitMs / scale, 'destination')
      }
      return { kind: 'closed', isAway: result.kind !== 'refused' || result.status === 503 }
    },
  }
}

interface Bot {
  id: string
  accessToken: string
  scopes: readonly string[]
}

/** Whose token the bot's is, which is looked up once for each token. */
function openBot({ oauth, token }: Pick<ApiSenderContext, 'oauth' | 'token'>) {
  let known: Bot | undefined
  return {
    async get(): Promise<Bot> {
      const accessToken = await token.get()
      if (known?.accessToken === accessToken) return known
      const owner = await oauth.describe(accessToken)
      if (!owner) throw new Error('twitch does not accept the bot’s token')
      known = { id: owner.id, scopes: owner.scopes, accessToken }
      return known
    },
  }
}

/** How old the list may be for a channel that is on it, and for one that is not. A test line lists anew. */
const maxAgeMs = 10 * 60_000
const maxAgeOfAbsenceMs = 60_000

/** The channels where the bot is a moderator. While Twitch does not list them, what is stored counts. */
function openModerated({ config, log, scale }: ApiSenderContext, bot: { get(): Promise<Bot> }) {
  let ids: Set<string> | undefined
  let triedAt = -Infinity
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    try {
      const { accessToken, id } = await bot.get()
      ids = await listModerated(config, accessToken, id)
    } catch (error) {
      log.info({ reason: (error as Error).message }, 'moderated channels on twitch not listed')
    }
    triedAt = performance.now()
  }

  return {
    forget: () => void (triedAt = -Infinity),
    async has({ platformUserId, botIsModerator }: ConnectionRow): Promise<boolean> {
      const ageMs = (performance.now() - triedAt) * scale
      if (ageMs > (ids?.has(platformUserId) ? maxAgeMs : maxAgeOfAbsenceMs))
        await (reading ??= read().finally(() => (reading = undefined)))
      return ids?.has(platformUserId) ?? botIsModerator ?? false
    },
  }
}
