/** The messages that the chatbot posts, by platform. */
import { defaultChatbotToggles } from '../../contract/entities.ts'
import type { ChatbotToggles, ChatPlatform } from '../../contract/entities.ts'
import type { Db } from '../connection.ts'

/** Returns a creator's choice for a platform; the defaults when nothing is saved. */
export async function getChatbotToggles(
  db: Db,
  uid: string,
  platform: ChatPlatform,
): Promise<ChatbotToggles> {
  const saved = await db
    .selectFrom('chatbotSettings')
    .select(['receiveAllTips', 'receiveGoalFunded', 'receiveGeneralTips'])
    .where('uid', '=', uid)
    .where('platform', '=', platform)
    .executeTakeFirst()
  return saved ?? defaultChatbotToggles
}

/** Saves a creator's choice for a platform. */
export async function saveChatbotToggles(
  db: Db,
  uid: string,
  platform: ChatPlatform,
  toggles: ChatbotToggles,
): Promise<void> {
  await db
    .insertInto('chatbotSettings')
    .values({ uid, platform, ...toggles })
    .onConflict((oc) => oc.columns(['uid', 'platform']).doUpdateSet(toggles))
    .execute()
}
