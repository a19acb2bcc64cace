import type { BotPlatform } from '../../../contract/chat/platforms.ts'
import { ourCommand } from '../../../db/our-command.ts'

/** Says what repairs a bot's grant. */
export const reconnect = (platform: BotPlatform) => `run ${ourCommand('connect-bot', platform)}.`
