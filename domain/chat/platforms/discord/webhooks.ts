/** Discord's webhooks, called with discord.js's REST client. Anyone who has the URL of a webhook can post to its channel. */
import { DiscordAPIError, HTTPError, REST, RateLimitError } from '@discordjs/rest'
import { z } from 'zod'
import { isFaultStatus, watchCall } from '../../../../db/wires.ts'
import type { DiscordConfig } from '../../../config/chat/discord.ts'
import { isNotSent } from '../not-sent.ts'

/** The parts of a webhook's URL. The token permits posting, so it is a secret. */
export interface DiscordWebhook {
  id: string
  token: string
}

/** Thrown when Discord refuses a call. `status` is the HTTP status, `code` is Discord's own (10015 means an unknown webhook). */
export class DiscordRefusal extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number) {
    super(`discord refused: ${status} ${code}`)
    this.name = 'DiscordRefusal'
    this.status = status
    this.code = code
  }

  /** True if the refusal means that the webhook no longer exists or never did. */
  get isGone(): boolean {
    return this.status === 404 || this.status === 401
  }
}

/**
 * Thrown when Discord rate-limits us and the call can succeed only later. The limit applies to this webhook or, if `isGlobal`, to
 * the whole installation.
 */
export class DiscordBusy extends Error {
  readonly milliseconds: number
  readonly isGlobal: boolean

  constructor(milliseconds: number, isGlobal: boolean) {
    super('discord is busy')
    this.name = 'DiscordBusy'
    this.milliseconds = milliseconds
    this.isGlobal = isGlobal
  }
}

/** Thrown when we sent a message and got no confirmation. The message may be in the channel. */
export class DiscordUnconfirmed extends Error {
  override name = 'DiscordUnknown'
}

const usualTimeoutMs = 10_000
/**
 * The client knows the rate limits from earlier responses. With this option it rejects a call that is over a limit, instead of
 * waiting.
 */
const always = () => true
const facts = z.object({ name: z.string().nullable(), channel_id: z.string() })
const message = z.object({ id: z.string() })

/**
 * Parses the URL that a creator pasted; undefined when it is not a Discord webhook. Only the id and token are used, so that
 * nobody can make us call another host.
 */
export function parseWebhookAddress({ apiUrl }: DiscordConfig, address: string): DiscordWebhook | undefined {
  if (!URL.canParse(address.trim())) return undefined
  const { protocol, host, pathname, username } = new URL(address.trim())
  const own = new URL(apiUrl)
  if (protocol !== own.protocol || !hostsOf(own.host).has(host) || username !== '') return undefined
  const path = pathname.startsWith(own.pathname) ? pathname.slice(own.pathname.length) : ''
  const [, id, token] = /^(?:\/v\d{1,2})?\/webhooks\/(\d{17,20})\/([\w-]{60,80})\/?$/.exec(path) ?? []
  return id && token ? { id, token } : undefined
}

/**
 * Returns the hosts that a webhook's URL may have. Discord's web apps show URLs with the host name of their own release channel.
 */
function hostsOf(host: string): Set<string> {
  const fronts = ['discord.com', 'discordapp.com', 'ptb.discord.com', 'canary.discord.com']
  return new Set(host === 'discord.com' ? fronts : [host])
}

/** Opens the calls of webhooks. The client does not retry them. */
export function openDiscordWebhooks({ apiUrl }: DiscordConfig, timeoutMs = usualTimeoutMs) {
  const rest = new REST({
    api: apiUrl,
    version: '10',
    timeout: timeoutMs,
    retries: 0,
    rejectOnRateLimit: always,
  })
  /**
   * Returns a timeout for a whole call. The client's own timeout ends when the headers of a response arrive, so it does not cover
   * the body.
   */
  const deadline = () => AbortSignal.timeout(timeoutMs)
  const pathOf = ({ id, token }: DiscordWebhook) => `/webhooks/${id}/${token}` as const

  return {
    /** Reads a webhook's name and channel. Throws `DiscordRefusal` when it does not exist. */
    async find(webhook: DiscordWebhook) {
      const call = rest.get(pathOf(webhook), { auth: false, signal: deadline() })
      const found = await watchCall('discord', call, isUnanswered).catch((error) => rethrow(error, false))
      const { name, channel_id: channelId } = facts.parse(found)
      return { name: name ?? 'Webhook', channelId }
    },
    /** Posts a message and returns its id; mentions in the text notify nobody. */
    async write(webhook: DiscordWebhook, content: string) {
      const body = { content, allowed_mentions: { parse: [] }, flags: suppressEmbeds }
      const query = new URLSearchParams({ wait: 'true' })
      const call = rest.post(pathOf(webhook), { auth: false, query, body, signal: deadline() })
      const written = await watchCall('discord', call, isUnanswered).catch((error) => rethrow(error, true))
      const read = message.safeParse(written)
      if (!read.success) throw new DiscordUnconfirmed('discord answered in another form')
      return read.data.id
    },
  }
}

/** Discord's flag that suppresses the preview of a link. */
const suppressEmbeds = 1 << 2

/** True if Discord did not respond, or responded with a fault of its own. A call that the client held back because of a rate limit is not unanswered. */
function isUnanswered(error: unknown): boolean {
  if (error instanceof RateLimitError) return false
  const isAnswer = error instanceof DiscordAPIError || error instanceof HTTPError
  return isFaultStatus(isAnswer ? error.status : undefined)
}

/** Throws a new error in place of the library's error, which contains the webhook's URL with its token. */
function rethrow(error: unknown, isWrite: boolean): never {
  if (error instanceof RateLimitError) {
    throw new DiscordBusy(error.retryAfter || error.timeToReset, error.global)
  }
  if (error instanceof DiscordAPIError && error.status < 500) {
    throw new DiscordRefusal(error.status, Number(error.code) || 0)
  }
  if (error instanceof DiscordAPIError || error instanceof HTTPError) {
    // Discord failed during the call, so the message may have been posted. Only 503 means that Discord did not begin to process the
    // call (RFC 9110, 15.6.4).
    if (isWrite && error.status >= 500 && error.status !== 503)
      throw new DiscordUnconfirmed(`discord answered ${error.status}`)
    throw new Error(`discord answered ${error.status}`)
  }
  const code = (error as NodeJS.ErrnoException).code ?? (error as Error).name
  if (isWrite && !isNotSent(code)) throw new DiscordUnconfirmed(`discord: ${code}`)
  throw new Error(`discord: ${code}`)
}
