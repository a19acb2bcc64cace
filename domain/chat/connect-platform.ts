/** Connects the account that a creator chose on a platform's consent page. */
import type { Logger } from 'pino'
import type { Platform } from '../../contract/chat/platforms.ts'
import type { Db } from '../../db/connection.ts'
import { findConnection, saveConnection } from '../../db/queries/chat/connections.ts'
import type { ConnectionRow } from '../../db/schema.ts'
import { revokeConnection } from './disconnect-platform.ts'
import type { Revokers } from './connectors.ts'
import type { OauthTokens } from './oauth-tokens.ts'
import { seal, tokenContext } from '../security/sealing.ts'
import { ConnectRefusal } from './connector.ts'
import type { ChosenAccount } from './connector.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

export interface ConnectContext {
  db: Db
  log: Logger
  config: { secretsKey: SecretKeys }
  revokers: Revokers
}

/**
 * Stores the account, replacing the creator's previous one, and revokes the previous grant if it was for another account. Throws
 * `ConnectRefusal` when the channel is connected to another creator, or the platform issued no refresh token.
 */
export async function connectPlatform(
  ctx: ConnectContext,
  uid: string,
  platform: Platform,
  { platformUserId, channel, email, tokens }: ChosenAccount,
): Promise<void> {
  const before = await findConnection(ctx.db, uid, platform)
  const isSaved = await saveConnection(ctx.db, {
    uid,
    platform,
    platformUserId,
    channel,
    email,
    ...sealTokens(ctx.config.secretsKey, { uid, platform }, tokens),
  })
  if (!isSaved) throw new ConnectRefusal('taken')
  // For the same account, revoking the previous grant might revoke the new one too.
  if (before && before.platformUserId !== platformUserId) await revokeConnection(ctx, before)
}

/** Seals tokens for storage. Throws `ConnectRefusal` when the refresh token is missing. */
export function sealTokens(
  keys: SecretKeys,
  { uid, platform }: Pick<ConnectionRow, 'uid' | 'platform'>,
  { accessToken, refreshToken, expiresAt, scopes }: OauthTokens,
) {
  if (!refreshToken) throw new ConnectRefusal('failed')
  return {
    scopes: scopes.join(' '),
    accessTokenSealed: seal(keys, accessToken, tokenContext(uid, platform, 'access')),
    refreshTokenSealed: seal(keys, refreshToken, tokenContext(uid, platform, 'refresh')),
    accessExpiresAt: expiresAt,
  }
}
