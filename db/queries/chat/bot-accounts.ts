/** The platform accounts of our bots, which creators make moderators. */
import type { BotPlatform } from '../../../contract/chat/platforms.ts'
import type { Db } from '../../connection.ts'
import type { BotGrantKey } from './bot-grants.ts'

export interface BotAccount {
  accountId: string
  /** The login on Twitch, the channel's title on YouTube. */
  name: string
}

/** Returns a bot's account; undefined until it has been read with the configured token. */
export async function findBotAccount(db: Db, key: BotGrantKey): Promise<BotAccount | undefined> {
  return db
    .selectFrom('botAccount')
    .select(['accountId', 'name'])
    .where('platform', '=', key.platform)
    .where('configuredHash', '=', key.configuredHash)
    .executeTakeFirst()
}

/** Stores a bot's account, replacing the platform's previous one. */
export async function saveBotAccount(db: Db, key: BotGrantKey, account: BotAccount): Promise<void> {
  const change = { ...account, configuredHash: key.configuredHash }
  await db
    .insertInto('botAccount')
    .values({ platform: key.platform satisfies BotPlatform, ...change })
    .onConflict((oc) => oc.column('platform').doUpdateSet(change))
    .execute()
}
