import type { PlatformFacts } from './platform-facts.ts'

export const twitch = {
  name: 'Twitch',
  connects: 'consent',
  posts: 'as our bot',
  /** Twitch counts 500 code points: https://github.com/Chatterino/chatterino2/pull/7256 */
  maxLength: 450,
} as const satisfies PlatformFacts
