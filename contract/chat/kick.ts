import type { PlatformFacts } from './platform-facts.ts'

export const kick = {
  name: 'Kick',
  connects: 'consent',
  /** A message of type `bot` goes to the chat of the token's owner, in the name of our app: docs.kick.com/apis/chat */
  posts: 'with own grant',
  /** Kick does not document what it counts up to 500. */
  maxLength: 500,
  isEverydayWord: true,
} as const satisfies PlatformFacts
