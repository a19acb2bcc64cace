import type { PlatformFacts } from './platform-facts.ts'

export const youtube = {
  name: 'YouTube',
  connects: 'consent',
  posts: 'as our bot',
  /** What YouTube counts up to 200 is not documented. */
  maxLength: 200,
} as const satisfies PlatformFacts
