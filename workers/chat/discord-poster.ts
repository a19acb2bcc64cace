/** Posts to a Discord channel by a webhook that its creator set up. */
import { openWebhook } from '../../domain/chat/connect-discord.ts'
import type { DiscordConfig } from '../../domain/config.ts'
import {
  DiscordBusy,
  DiscordRefusal,
  DiscordUnconfirmed,
  openDiscordWebhooks,
} from '../../domain/chat/discord-webhooks.ts'
import { GiveUpError, SlowDownError } from '../errors.ts'
import { openThrottle } from './throttle.ts'
import type { ChatPoster } from './poster.ts'

export interface DiscordPosterContext {
  config: DiscordConfig
  secretsKey: Buffer
  timeoutMs?: number | undefined
}

/**
 * Our own limit of messages per window. Discord allows 30 a minute, but with fewer, tips share messages and do not flood the
 * channel.
 */
const messagesPerWindow = 5
const windowMs = 10_000
const closedMs = 1_000

/** Opens the poster. Discord states its rate limits in its responses, and the REST client obeys them. */
export function openDiscordPoster({ config, secretsKey, timeoutMs }: DiscordPosterContext): ChatPoster {
  const webhooks = openDiscordWebhooks(config, timeoutMs)
  const throttle = openThrottle()
  const sentAt = new Map<string, number[]>()
  let isClosed = false

  /** Returns how many messages our own limit still allows for a webhook. */
  function readRoom(id: string): { messages: number; waitMs: number } {
    const recent = (sentAt.get(id) ?? []).filter((at) => at > performance.now() - windowMs)
    if (recent.length === 0) sentAt.delete(id)
    else sentAt.set(id, recent)
    const [oldest = 0] = recent
    const messages = messagesPerWindow - recent.length
    return messages > 0
      ? { messages, waitMs: 0 }
      : { messages: 0, waitMs: oldest + windowMs - performance.now() }
  }

  return {
    platform: 'discord',
    async ready({ platformUserId: id }) {
      const waitMs = throttle.waitMs(id)
      return waitMs > 0 ? { messages: 0, waitMs } : readRoom(id)
    },
    async post(connection, text) {
      if (isClosed) throw new SlowDownError(closedMs)
      const webhook = openWebhook(connection, secretsKey)
      sentAt.set(webhook.id, [...(sentAt.get(webhook.id) ?? []), performance.now()])
      try {
        await webhooks.write(webhook, text)
        return 'posted'
      } catch (error) {
        const failure = toFailure(error)
        if (failure instanceof SlowDownError) throttle.block(webhook.id, failure.milliseconds)
        throw failure
      }
    },
    async close() {
      isClosed = true
    },
  }
}

function toFailure(error: unknown): unknown {
  if (error instanceof DiscordBusy) {
    return new SlowDownError(error.milliseconds, error.isGlobal ? 'destination' : 'delivery')
  }
  if (error instanceof DiscordUnconfirmed) return new GiveUpError('unconfirmed')
  if (!(error instanceof DiscordRefusal)) return error
  if (error.isGone) return new GiveUpError('revoked')
  return new GiveUpError(error.status === 403 ? 'noPermission' : 'rejected')
}
