/**
 * A creator's access token: unsealed, refreshed shortly before it expires, and sealed again. Of all processes, only one refreshes a
 * token at a time, and the others wait for the result, because a platform may invalidate a refresh token on its first use.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  claimRefresh,
  markAccessLost,
  releaseRefresh,
  updateConnectionTokens,
} from '../../db/queries/chat/connection-health.ts'
import { findConnection } from '../../db/queries/chat/connections.ts'
import type { Db } from '../../db/connection.ts'
import type { ConnectionRow } from '../../db/schema.ts'
import { GrantRevokedError } from './oauth-tokens.ts'
import type { OauthTokens } from './oauth-tokens.ts'
import { seal, tokenContext, unseal } from '../security/sealing.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

export interface CreatorTokenContext {
  db: Db
  secretsKey: SecretKeys
  refresh(refreshToken: string): Promise<OauthTokens>
}

/** How many milliseconds before it expires a token is refreshed. */
const marginMs = 5 * 60_000
/**
 * In milliseconds. Longer than a gateway's timeout, so a process that claimed the refresh longer ago than this is considered dead.
 */
const claimMs = 15_000
const lookMs = 100

/** Returns the access token of a connection; refreshes and stores it when it expires soon. Throws `GrantRevokedError`. */
export async function getCreatorToken(ctx: CreatorTokenContext, connection: ConnectionRow): Promise<string> {
  const endsSoon = connection.accessExpiresAt.getTime() - Date.now() < marginMs
  return endsSoon ? refreshCreatorToken(ctx, connection) : openToken(ctx, connection)
}

/**
 * Returns a newer access token than the one in `connection`, refreshed by this or another process. Throws `GrantRevokedError`
 * when the grant is no longer valid (and records that on the connection) or the platform was disconnected.
 */
export async function refreshCreatorToken(
  ctx: CreatorTokenContext,
  connection: ConnectionRow,
): Promise<string> {
  const { uid, platform } = connection
  const known = openToken(ctx, connection)
  let current = connection
  const until = Date.now() + 2 * claimMs
  while (Date.now() < until) {
    const claimed = await claimRefresh(ctx.db, current, claimMs)
    if (claimed) return renew(ctx, claimed)
    const now = await findConnection(ctx.db, uid, platform)
    if (!now || now.accessLostAt) throw new GrantRevokedError()
    const token = openToken(ctx, now)
    if (token !== known) return token
    current = now // the same token may have been sealed again, with a newer key
    await sleep(lookMs)
  }
  throw new Error(`the ${platform} token is refreshed elsewhere, and takes too long`)
}

async function renew(ctx: CreatorTokenContext, connection: ConnectionRow): Promise<string> {
  const { db, secretsKey, refresh } = ctx
  const { uid, platform } = connection
  const refreshContext = tokenContext(uid, platform, 'refresh')
  const known = unseal(secretsKey, connection.refreshTokenSealed, refreshContext)
  try {
    const tokens = await refresh(known)
    await updateConnectionTokens(db, connection, {
      accessTokenSealed: seal(secretsKey, tokens.accessToken, tokenContext(uid, platform, 'access')),
      // If the platform issued no new refresh token, the old one stays valid.
      refreshTokenSealed: seal(secretsKey, tokens.refreshToken ?? known, refreshContext),
      accessExpiresAt: tokens.expiresAt,
    })
    return tokens.accessToken
  } catch (error) {
    if (error instanceof GrantRevokedError)
      await markAccessLost(db, uid, platform, connection.refreshTokenSealed)
    else await releaseRefresh(db, connection)
    throw error
  }
}

function openToken({ secretsKey }: CreatorTokenContext, connection: ConnectionRow): string {
  const { uid, platform, accessTokenSealed } = connection
  return unseal(secretsKey, accessTokenSealed, tokenContext(uid, platform, 'access'))
}
