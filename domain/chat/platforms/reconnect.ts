import type { BotPlatform } from '../../../contract/chat/platforms.ts'

/** Says what repairs a bot's grant. */
export const reconnect = (platform: BotPlatform) => `run "npm run connect-bot -- ${platform}".`
