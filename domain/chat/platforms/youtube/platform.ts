import type { ChatService } from '../platform.ts'
import { youtubeBot } from './bot.ts'
import { openYoutubeConnector } from './connector.ts'

export const youtube: ChatService<'youtube'> = {
  openConnector: openYoutubeConnector,
  /** Google requires no check, but ends grants that are not used. */
  checkEveryMs: 6 * 60 * 60_000,
  bot: youtubeBot,
}
