/** The chat platforms as the domain knows them. */
import type { BotPlatform, ChatPlatform, Platform } from '../../../contract/chat/platforms.ts'
import { discord } from './discord/platform.ts'
import { kick } from './kick/platform.ts'
import type { BotService, ChatService, ConsentService } from './platform.ts'
import { twitch } from './twitch/platform.ts'
import { youtube } from './youtube/platform.ts'

type Services<Names extends ChatPlatform> = { [P in Names]: ChatService<P> }

export const chatServices: Services<ChatPlatform> = { youtube, twitch, kick, discord }
/** The platforms that creators connect on a consent page. */
export const consentServices: { [P in Platform]: ConsentService<P> } = chatServices
/** The bots of the operator. */
export const botServices: { [P in BotPlatform]: BotService<P> } = {
  youtube: youtube.bot,
  twitch: twitch.bot,
}
