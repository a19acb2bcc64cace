import type { PlatformFacts } from './platform-facts.ts'

export const discord = {
  name: 'Discord',
  connects: 'webhook',
  posts: 'with own grant',
  /** https://github.com/discord/discord-api-docs/issues/1315 */
  maxLength: 2000,
} as const satisfies PlatformFacts
