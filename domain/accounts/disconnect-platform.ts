/** Takes a creator's Twitch or YouTube account away from us. */
import type { Logger } from 'pino'
import type { Platform } from '../../contract/entities.ts'
import type { Db } from '../../db/connection.ts'
import { deleteConnection } from '../../db/queries/connections.ts'
import { tokenContext, unseal } from '../sealing.ts'

/** Tells a platform that a token is to work no more. */
export type RevokeToken = (token: string) => Promise<void>

export interface DisconnectContext {
  db: Db
  log: Logger
  config: { secretsKey: Buffer }
  /** None where the platform is off in this installation. */
  revokers: Partial<Record<Platform, RevokeToken>>
}

/** What ends a grant: Twitch revokes access tokens, Google takes the refresh token and with it the grant. */
const tokenThatEndsIt = { twitch: 'access', youtube: 'refresh' } as const

/** Forgets the connection for good, then asks the platform to revoke; its refusal is logged and changes nothing. */
export async function disconnectPlatform(
  ctx: DisconnectContext,
  uid: string,
  platform: Platform,
): Promise<void> {
  const connection = await deleteConnection(ctx.db, uid, platform)
  const revoke = ctx.revokers[platform]
  if (!connection || !revoke) return
  const kind = tokenThatEndsIt[platform]
  const sealed = kind === 'access' ? connection.accessTokenSealed : connection.refreshTokenSealed
  try {
    await revoke(unseal(ctx.config.secretsKey, sealed, tokenContext(uid, platform, kind)))
  } catch (error) {
    ctx.log.warn({ uid, platform, reason: (error as Error).message }, 'token not revoked')
  }
}
