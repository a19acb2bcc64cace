/** What platforms gave the bots in place of the refresh tokens that the operator configured. */
import type { BotPlatform } from '../chat-tables.ts'
import type { Db } from '../connection.ts'

/** Which of the bots, and the SHA-256 of the token that the operator configured for it. */
export interface BotGrantKey {
  platform: BotPlatform
  configuredHash: Buffer
}

/** The sealed refresh token that came of the configured one; undefined when that one is still good. */
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

/** Keeps a sealed refresh token in place of whatever was kept for the platform before. */
export async function saveBotGrant(db: Db, key: BotGrantKey, refreshTokenSealed: string): Promise<void> {
  const change = { configuredHash: key.configuredHash, refreshTokenSealed }
  await db
    .insertInto('botGrant')
    .values({ ...key, refreshTokenSealed })
    .onConflict((oc) => oc.column('platform').doUpdateSet(change))
    .execute()
}
