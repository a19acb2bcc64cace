/** A creator's access token: unsealed, refreshed when it is about to end, sealed again. */
import { updateConnectionTokens } from '../../db/queries/connection-health.ts'
import type { Db } from '../../db/connection.ts'
import type { ConnectionRow } from '../../db/schema.ts'
import type { OauthTokens } from '../gateways/oauth-tokens.ts'
import { seal, tokenContext, unseal } from '../sealing.ts'

export interface CreatorTokenContext {
  db: Db
  secretsKey: Buffer
  refresh(refreshToken: string): Promise<OauthTokens>
}

/** A token this close to its end is not begun with. */
const marginMs = 5 * 60_000

/** The access token of a connection, refreshed and saved when it ends soon. Throws `GrantRevokedError`. */
export async function getCreatorToken(ctx: CreatorTokenContext, connection: ConnectionRow): Promise<string> {
  const { uid, platform, accessTokenSealed, accessExpiresAt } = connection
  if (accessExpiresAt.getTime() - Date.now() < marginMs) return refreshCreatorToken(ctx, connection)
  return unseal(ctx.secretsKey, accessTokenSealed, tokenContext(uid, platform, 'access'))
}

/** A new access token, saved; the refresh token stays where the service gave no new one. Throws `GrantRevokedError`. */
export async function refreshCreatorToken(
  { db, secretsKey, refresh }: CreatorTokenContext,
  connection: ConnectionRow,
): Promise<string> {
  const { uid, platform } = connection
  const context = {
    access: tokenContext(uid, platform, 'access'),
    refresh: tokenContext(uid, platform, 'refresh'),
  }
  const known = unseal(secretsKey, connection.refreshTokenSealed, context.refresh)
  const tokens = await refresh(known)
  await updateConnectionTokens(db, connection, {
    accessTokenSealed: seal(secretsKey, tokens.accessToken, context.access),
    refreshTokenSealed: seal(secretsKey, tokens.refreshToken ?? known, context.refresh),
    accessExpiresAt: tokens.expiresAt,
  })
  return tokens.accessToken
}
