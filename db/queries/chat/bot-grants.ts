/** Refresh tokens of the bots that platforms issued in place of the ones that the operator configured. */
import type { BotPlatform } from '../../../contract/chat/platforms.ts'
import type { Db } from '../../connection.ts'

/** A bot, and the SHA-256 of the refresh token that the operator configured for it. */
export interface BotGrantKey {
  platform: BotPlatform
  configuredHash: Buffer
}

/** Returns the sealed refresh token that replaced the configured one; undefined while the configured one is valid. */
export async function findBotGrant(
  db: Db,
  { platform, configuredHash }: BotGrantKey,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('botGrant')
    .select('refreshTokenSealed')
    .where('platform', '=', platform)
    .where('configuredHash', '=', configuredHash)
    .executeTakeFirst()
  return row?.refreshTokenSealed
}

/** Stores a sealed refresh token, replacing the platform's previous one. */
export async function saveBotGrant(db: Db, key: BotGrantKey, refreshTokenSealed: string): Promise<void> {
  const change = { configuredHash: key.configuredHash, refreshTokenSealed }
  await db
    .insertInto('botGrant')
    .values({ ...key, refreshTokenSealed })
    .onConflict((oc) => oc.column('platform').doUpdateSet(change))
    .execute()
}
