import type { ChatService } from '../platform.ts'
import { twitchBot } from './bot.ts'
import { openTwitchConnector } from './connector.ts'

export const twitch: ChatService<'twitch'> = {
  openConnector: openTwitchConnector,
  /** Twitch requires an hourly validation: dev.twitch.tv/docs/authentication/validate-tokens */
  checkEveryMs: 55 * 60_000,
  confirmsModerator: true,
  bot: twitchBot,
}
