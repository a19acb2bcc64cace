import type { Logger } from 'pino'
import type { ChatPlatform } from '../../contract/chat/platforms.ts'
import type { Db } from '../../db/connection.ts'
import { deleteConnection } from '../../db/queries/chat/connections.ts'
import type { ConnectionRow } from '../../db/schema.ts'
import { tokenContext, unseal } from '../security/sealing.ts'
import type { StoredTokens } from './connector.ts'
import type { Revokers } from './connectors.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

export interface DisconnectContext {
  db: Db
  log: Logger
  config: { secretsKey: SecretKeys }
  revokers: Revokers
}

/**
 * Deletes the connection, then asks the platform to revoke the grant. If the platform refuses, that is logged and the
 * connection stays deleted.
 */
export async function disconnectPlatform(
  ctx: DisconnectContext,
  uid: string,
  platform: ChatPlatform,
): Promise<void> {
  const connection = await deleteConnection(ctx.db, uid, platform)
  if (connection) await revokeConnection(ctx, connection)
}

/** Asks the platform to revoke the grant of a deleted or replaced connection; logs a refusal. */
export async function revokeConnection(
  { log, config, revokers }: Omit<DisconnectContext, 'db'>,
  connection: ConnectionRow,
): Promise<void> {
  const { uid, platform } = connection
  const revoke = revokers[platform]
  if (!revoke) return
  try {
    await revoke(openTokens(connection, config.secretsKey))
  } catch (error) {
    log.warn({ uid, platform, reason: (error as Error).message }, 'token not revoked')
  }
}

function openTokens({ uid, platform, ...row }: ConnectionRow, keys: SecretKeys): StoredTokens {
  return {
    accessToken: unseal(keys, row.accessTokenSealed, tokenContext(uid, platform, 'access')),
    refreshToken: unseal(keys, row.refreshTokenSealed, tokenContext(uid, platform, 'refresh')),
    accessExpiresAt: row.accessExpiresAt,
  }
}
