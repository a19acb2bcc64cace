/** What our bots' grants have to permit. */
import type { BotPlatform } from '../../db/chat-tables.ts'

/**
 * Twitch's scopes to read and write chat over IRC (dev.twitch.tv/docs/chat/authenticating); either of Google's scopes for
 * `liveChatMessages.insert` (developers.google.com/youtube/v3/live/docs/liveChatMessages/insert).
 */
const twitchScopes = ['chat:read', 'chat:edit']
const youtubeScopes = [
  'https://www.googleapis.com/auth/youtube.force-ssl',
  'https://www.googleapis.com/auth/youtube',
]

/** Returns the scopes that a bot's grant lacks for posting. */
export function findMissingScopes(platform: BotPlatform, granted: readonly string[]): string[] {
  if (platform === 'twitch') return twitchScopes.filter((scope) => !granted.includes(scope))
  return youtubeScopes.some((scope) => granted.includes(scope)) ? [] : [youtubeScopes[0]!]
}
