/** Posts to a Discord channel by a webhook that its creator set up. */
import { createHash } from 'node:crypto'
import { readBudget, takeFromBudget } from '../../../db/queries/chat/bot-budgets.ts'
import type { Db } from '../../../db/connection.ts'
import { openWebhook } from '../../../domain/chat/platforms/discord/connect.ts'
import type { DiscordConfig } from '../../../domain/config/chat/discord.ts'
import {
  DiscordBusy,
  DiscordRefusal,
  DiscordUnconfirmed,
  openDiscordWebhooks,
} from '../../../domain/chat/platforms/discord/webhooks.ts'
import { GiveUpError, SlowDownError } from '../../errors.ts'
import { openThrottle } from '../throttle.ts'
import type { ChatPoster } from '../poster.ts'
import type { SecretKeys } from '../../../domain/config/secret-keys.ts'

export interface DiscordPosterContext {
  db: Db
  config: DiscordConfig
  secretsKey: SecretKeys
  timeoutMs?: number | undefined
}

/**
 * Our own limit of messages to a webhook, for all processes together. Discord allows 30 a minute, but with fewer, tips share
 * messages and do not flood the channel.
 */
const limit = { limit: 5, windowMs: 10_000 }
const closedMs = 1_000

/** Opens the poster. Discord states its rate limits in its responses, and the REST client obeys them. */
export function openDiscordPoster({ db, config, secretsKey, timeoutMs }: DiscordPosterContext): ChatPoster {
  const webhooks = openDiscordWebhooks(config, timeoutMs)
  const throttle = openThrottle()
  let isClosed = false

  return {
    platform: 'discord',
    async ready({ platformUserId: id }) {
      const waitMs = throttle.waitMs(id)
      if (waitMs > 0) return { messages: 0, waitMs }
      const { left, waitMs: budgetMs } = await readBudget(db, toBudget(id), limit)
      return { messages: left, waitMs: budgetMs }
    },
    async post(connection, text) {
      if (isClosed) throw new SlowDownError(closedMs)
      const webhook = openWebhook(connection, secretsKey)
      const waitMs = await takeFromBudget(db, toBudget(webhook.id), limit)
      if (waitMs > 0) throw new SlowDownError(waitMs)
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

/** Names a webhook's budget by a hash, so that the table of budgets has no ids of creators' webhooks. */
function toBudget(webhookId: string): string {
  return `discord:${createHash('sha256').update(webhookId).digest('hex').slice(0, 32)}`
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
