/** Which kinds of messages the chatbot posts on each platform. */
import { defaultChatbotToggles } from '../../../contract/entities.ts'
import type { ChatbotToggles } from '../../../contract/entities.ts'
import type { ChatPlatform } from '../../../contract/chat/platforms.ts'
import type { Db } from '../../connection.ts'

/** Returns which messages a creator wants on a platform; the defaults when nothing is saved. */
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

/** Saves which messages a creator wants on a platform. */
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
