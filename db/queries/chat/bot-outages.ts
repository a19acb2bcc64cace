/** When a platform stopped accepting its bot. */
import { sql } from 'kysely'
import type { BotOutageCause } from '../../chat-tables.ts'
import type { BotPlatform } from '../../../contract/chat/platforms.ts'
import type { Db } from '../../connection.ts'

/** Stores that a platform does not accept its bot. The time of an outage that is already stored stays. */
export async function saveBotOutage(db: Db, platform: BotPlatform, cause: BotOutageCause): Promise<void> {
  await db
    .insertInto('botOutage')
    .values({ platform, cause })
    .onConflict((oc) => oc.columns(['platform', 'cause']).doNothing())
    .execute()
}

/** Ends an outage, if there is one. */
export async function deleteBotOutage(db: Db, platform: BotPlatform, cause: BotOutageCause): Promise<void> {
  await db.deleteFrom('botOutage').where('platform', '=', platform).where('cause', '=', cause).execute()
}

/** Returns the platforms that do not accept their bot, and when that began. */
export async function listBotOutages(db: Db): Promise<{ platform: BotPlatform; since: Date }[]> {
  return db
    .selectFrom('botOutage')
    .select(['platform', sql<Date>`min(since)`.as('since')])
    .groupBy('platform')
    .execute()
}
