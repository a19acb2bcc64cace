/**
 * Connects one of our bots: `npm run connect-bot`. The operator consents in a browser, logged in as the bot; the refresh token is
 * stored sealed in the place of the configured one, and never shown.
 */
import { chatPlatforms } from '../../contract/chat/platforms.ts'
import type { BotPlatform } from '../../contract/chat/platforms.ts'
import { BotRefusal } from './bot-connection.ts'
import type { BotContext, Terminal } from './bot-connection.ts'
import type { ChatConfigs, ConfigOf } from '../config/chat/platforms.ts'
import type { BotService } from './platforms/platform.ts'
import { botServices } from './platforms/platforms.ts'

export type ConnectBotContext = BotContext & { config: Pick<ChatConfigs, BotPlatform> }

/** Connects the bot of a platform. Throws `BotRefusal`. */
export async function connectBot<P extends BotPlatform>(
  ctx: ConnectBotContext,
  platform: P,
  terminal: Terminal,
): Promise<void> {
  const bot: BotService<P> = botServices[platform]
  const config = ctx.config[platform] as ConfigOf<P> | undefined
  if (config) return bot.connect(ctx, config, terminal)
  const { name } = chatPlatforms[platform]
  throw new BotRefusal(
    `${name} is off: set ${bot.switch}. As refresh token set any word: this command stores the real one.`,
  )
}
