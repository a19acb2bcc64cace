/**
 * The bot's access token on one platform. It is fetched on first use and reused until shortly before it expires. If the platform
 * issues a new refresh token, that token is stored sealed for later processes. If it refuses, the outage is stored as well. Only the
 * process that holds the platform's lease refreshes.
 */
import { createHash } from 'node:crypto'
import type { BotPlatform } from '../../contract/chat/platforms.ts'
import type { Db } from '../../db/connection.ts'
import { findBotGrant, saveBotGrant } from '../../db/queries/chat/bot-grants.ts'
import type { BotGrantKey } from '../../db/queries/chat/bot-grants.ts'
import { deleteBotOutage, saveBotOutage } from '../../db/queries/chat/bot-outages.ts'
import { GrantRevokedError } from './oauth-tokens.ts'
import type { OauthTokens } from './oauth-tokens.ts'
import { seal, tokenContext, unseal } from '../security/sealing.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

export interface BotTokenContext {
  db: Db
  secretsKey: SecretKeys
  platform: BotPlatform
  /** The refresh token from the configuration. If the operator changes it, the stored refresh token is no longer used. */
  configured: string
  refresh(refreshToken: string): Promise<OauthTokens>
}

const marginMs = 5 * 60_000

export type BotToken = ReturnType<typeof openBotToken>

/** Opens a bot's access token; nothing is fetched before its first use. */
export function openBotToken(ctx: BotTokenContext) {
  let tokens: OauthTokens | undefined
  let refreshing: Promise<OauthTokens> | undefined

  async function renew(): Promise<OauthTokens> {
    const refreshToken = await readRefreshToken(ctx)
    const renewed = await ctx.refresh(refreshToken).catch(async (error: unknown) => {
      if (error instanceof GrantRevokedError) await saveBotOutage(ctx.db, ctx.platform, 'grant')
      throw error
    })
    const next = renewed.refreshToken ?? refreshToken
    if (next !== refreshToken) await storeRefreshToken(ctx, next)
    await deleteBotOutage(ctx.db, ctx.platform, 'grant')
    tokens = renewed // only now: a caller that was given it might drop it meanwhile
    return renewed
  }

  return {
    /** Returns a valid token; concurrent calls share one refresh. Throws `GrantRevokedError`. */
    async get() {
      if (tokens && tokens.expiresAt.getTime() - Date.now() >= marginMs) return tokens.accessToken
      refreshing ??= renew().finally(() => (refreshing = undefined))
      return (await refreshing).accessToken
    },
    /**
     * Drops a token that the platform refused, so that the next call fetches another. Does nothing if another token is already in
     * use.
     */
    drop(accessToken: string) {
      if (tokens?.accessToken === accessToken) tokens = undefined
    },
  }
}

/** Stores a refresh token sealed, to be used in place of the configured one. */
export async function storeRefreshToken(
  ctx: Omit<BotTokenContext, 'refresh'>,
  refreshToken: string,
): Promise<void> {
  await saveBotGrant(ctx.db, botKeyOf(ctx), seal(ctx.secretsKey, refreshToken, placeOf(ctx)))
}

async function readRefreshToken(ctx: BotTokenContext): Promise<string> {
  const sealed = await findBotGrant(ctx.db, botKeyOf(ctx))
  return sealed === undefined ? ctx.configured : unseal(ctx.secretsKey, sealed, placeOf(ctx))
}

/** Returns the key under which what belongs to a configured token is stored. */
export function botKeyOf({
  platform,
  configured,
}: Pick<BotTokenContext, 'platform' | 'configured'>): BotGrantKey {
  return { platform, configuredHash: createHash('sha256').update(configured).digest() }
}

function placeOf({ platform }: Pick<BotTokenContext, 'platform'>): string {
  return tokenContext('bot', platform, 'refresh')
}
