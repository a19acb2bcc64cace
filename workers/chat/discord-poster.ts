/** Posts to a Discord channel by the webhook that its creator made for Brimful. */
import { openWebhook } from '../../domain/chat/connect-discord.ts'
import type { DiscordConfig } from '../../domain/config.ts'
import {
  DiscordBusy,
  DiscordRefusal,
  DiscordUnknown,
  openDiscordWebhooks,
} from '../../domain/chat/discord-webhooks.ts'
import { GiveUpError, SlowDownError } from '../errors.ts'
import { openPace } from './throttle.ts'
import type { ChatPoster } from './poster.ts'

export interface DiscordPosterContext {
  config: DiscordConfig
  secretsKey: Buffer
  timeoutMs?: number | undefined
}

/** A webhook accepts 30 messages a minute. We send fewer, and let tips share messages, so that a channel is not flooded. */
const linesAtOnce = 5
const windowMs = 10_000
const closedMs = 1_000

/** Opens the poster. Discord states its limits in its responses, and the REST client keeps to them. */
export function openDiscordPoster({ config, secretsKey, timeoutMs }: DiscordPosterContext): ChatPoster {
  const webhooks = openDiscordWebhooks(config, timeoutMs)
  const pace = openPace()
  const written = new Map<string, number[]>()
  let isClosed = false

  /** How many messages our own limit still allows a webhook. */
  function roomOf(id: string): { lines: number; waitMs: number } {
    const recent = (written.get(id) ?? []).filter((at) => at > performance.now() - windowMs)
    if (recent.length === 0) written.delete(id)
    else written.set(id, recent)
    const [oldest = 0] = recent
    const lines = linesAtOnce - recent.length
    return lines > 0 ? { lines, waitMs: 0 } : { lines: 0, waitMs: oldest + windowMs - performance.now() }
  }

  return {
    platform: 'discord',
    async ready({ platformUserId: id }) {
      const waitMs = pace.waitMs(id)
      return waitMs > 0 ? { lines: 0, waitMs } : roomOf(id)
    },
    async post(connection, text) {
      if (isClosed) throw new SlowDownError(closedMs)
      const webhook = openWebhook(connection, secretsKey)
      written.set(webhook.id, [...(written.get(webhook.id) ?? []), performance.now()])
      try {
        await webhooks.write(webhook, text)
        return 'posted'
      } catch (error) {
        const failure = toFailure(error)
        if (failure instanceof SlowDownError) pace.close(webhook.id, failure.milliseconds)
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
  if (error instanceof DiscordUnknown) return new GiveUpError('unconfirmed')
  if (!(error instanceof DiscordRefusal)) return error
  if (error.isGone) return new GiveUpError('revoked')
  return new GiveUpError(error.status === 403 ? 'noPermission' : 'rejected')
}
