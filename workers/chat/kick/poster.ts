/** Posts to the Kick chat of a creator, by the creator's own grant. */
import { blockBudget, readBudget, takeFromBudget } from '../../../db/queries/chat/bot-budgets.ts'
import type { Db } from '../../../db/connection.ts'
import type { ConnectionRow } from '../../../db/schema.ts'
import { getCreatorToken, refreshCreatorToken } from '../../../domain/chat/creator-token.ts'
import { GrantRevokedError } from '../../../domain/chat/oauth-tokens.ts'
import { postToKick } from '../../../domain/chat/platforms/kick/chat.ts'
import type { KickAnswer } from '../../../domain/chat/platforms/kick/chat.ts'
import { openKickOauth } from '../../../domain/chat/platforms/kick/oauth.ts'
import type { KickConfig } from '../../../domain/config/chat/kick.ts'
import type { SecretKeys } from '../../../domain/config/secret-keys.ts'
import { GiveUpError, SlowDownError } from '../../errors.ts'
import type { ChatPoster } from '../poster.ts'

export interface KickPosterContext {
  db: Db
  config: KickConfig
  secretsKey: SecretKeys
  timeoutMs?: number | undefined
}

/** Kick documents no limit. These are our own, for all processes together: of one chat, and of the app in all chats. */
const chatLimit = { limit: 5, windowMs: 10_000 }
const appLimit = { limit: 90, windowMs: 60_000 }
const appBudget = 'kick'
const closedMs = 1_000
/** How long all chats wait when Kick says that the app's messages of the day are used up. */
const quotaMs = 15 * 60_000

/** Opens the poster. A refusal for the rate makes all chats wait, because Kick does not say whose limit it is. */
export function openKickPoster({ db, config, secretsKey, timeoutMs }: KickPosterContext): ChatPoster {
  const tokens = { db, secretsKey, refresh: openKickOauth(config).refresh }
  let isClosed = false

  /** Posts with the stored token, and once more with a newer one if Kick does not accept it. */
  async function send(connection: ConnectionRow, text: string): Promise<KickAnswer> {
    const answer = await postToKick(config, await getCreatorToken(tokens, connection), text, timeoutMs)
    if (answer.kind !== 'refused' || answer.status !== 401) return answer
    return postToKick(config, await refreshCreatorToken(tokens, connection), text, timeoutMs)
  }

  async function slowDown(waitMs: number): Promise<never> {
    await blockBudget(db, appBudget, waitMs)
    throw new SlowDownError(waitMs, 'destination')
  }

  return {
    platform: 'kick',
    async ready({ platformUserId: id }) {
      const states = await Promise.all([
        readBudget(db, toBudget(id), chatLimit),
        readBudget(db, appBudget, appLimit),
      ])
      return {
        messages: Math.min(...states.map(({ left }) => left)),
        waitMs: Math.max(...states.map(({ waitMs }) => waitMs)),
      }
    },
    async post(connection, text) {
      if (isClosed) throw new SlowDownError(closedMs)
      const waitMs = await takeFromBudget(db, toBudget(connection.platformUserId), chatLimit)
      if (waitMs > 0) throw new SlowDownError(waitMs)
      const appWaitMs = await takeFromBudget(db, appBudget, appLimit)
      if (appWaitMs > 0) throw new SlowDownError(appWaitMs, 'destination')
      const answer = await send(connection, text).catch((error: unknown) => {
        throw error instanceof GrantRevokedError ? new GiveUpError('revoked') : error
      })
      if (answer.kind === 'posted') return 'posted'
      if (answer.kind === 'tooFast') return slowDown(answer.waitMs)
      if (answer.kind === 'quota') return slowDown(quotaMs)
      throw new GiveUpError(toReason(answer))
    },
    async close() {
      isClosed = true
    },
  }
}

const toBudget = (channelId: string) => `kick:${channelId}`

/**
 * Returns why a message was refused. Kick answers 403 without a reason to what followers-only mode, slow mode and a ban refuse
 * (github.com/KickEngineering/KickDevDocs/issues/341); what helps is the same: making the bot a moderator.
 */
function toReason(answer: KickAnswer) {
  if (answer.kind === 'unconfirmed') return 'unconfirmed'
  if (answer.kind !== 'refused') return 'rejected'
  if (answer.status === 401) return 'revoked'
  if (answer.status === 403) return 'noPermission'
  return answer.status === 404 ? 'notFound' : 'rejected'
}
