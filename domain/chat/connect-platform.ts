/** Connects the account that a creator chose on a platform's consent page. */
import type { Logger } from 'pino'
import type { Platform } from '../../contract/chat/platforms.ts'
import type { ConnectionRow } from '../../db/schema.ts'
import { revokeConnection } from './disconnect-platform.ts'
import type { Revokers } from './connectors.ts'
import type { OauthTokens } from './oauth-tokens.ts'
import { seal, tokenContext } from '../security/sealing.ts'
import { ConnectRefusal } from './connector.ts'
import type { ChosenAccount, Connecting } from './connector.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

export interface ConnectContext {
  log: Logger
  config: { secretsKey: SecretKeys }
  revokers: Revokers
}

/**
 * Stores the account, replacing the creator's previous one, mails the owner, and revokes the previous grant if it was for another account.
 * Throws `ConnectRefusal` when the channel is connected to another creator, or the platform issued no refresh token, and AppError
 * `unauthenticated` when the session has ended meanwhile.
 */
export async function connectPlatform(
  ctx: ConnectContext,
  { uid, save }: Connecting,
  platform: Platform,
  { platformUserId, channel, email, tokens }: ChosenAccount,
): Promise<void> {
  const sealed = sealTokens(ctx.config.secretsKey, { uid, platform }, tokens)
  const connection = { platform, platformUserId, channel, email, ...sealed }
  const before = await save(connection)
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
