/** The chat platforms. Whatever lists platforms iterates over this list: docs/adding.md has the steps for another one. */
import * as z from 'zod/mini'
import { discord } from './discord.ts'
import { kick } from './kick.ts'
import type { PlatformFacts } from './platform-facts.ts'
import { twitch } from './twitch.ts'
import { youtube } from './youtube.ts'

/** The platforms whose chats announce tips, in the order that pages show. */
export const chatPlatforms = { youtube, twitch, kick, discord } as const

type Facts = typeof chatPlatforms
export type ChatPlatform = keyof Facts

/** The platforms that have a fact of this value. */
type PlatformsWith<Name extends string, Value> = {
  [P in ChatPlatform]: Facts[P] extends { [N in Name]: Value } ? P : never
}[ChatPlatform]

/** Platforms that a creator connects on a consent page. */
export type Platform = PlatformsWith<'connects', 'consent'>
/** Platforms where one account of the operator posts for all creators. */
export type BotPlatform = PlatformsWith<'posts', 'as our bot'>

const names = Object.keys(chatPlatforms) as ChatPlatform[]

export const chatPlatform = z.enum(names)
export const platform = z.enum(names.filter(isConsented))
export const botPlatform = z.enum(names.filter(isPostedByBot))

/** Returns whether a creator connects the platform on a consent page. */
export function isConsented(name: ChatPlatform): name is Platform {
  return chatPlatforms[name].connects === 'consent'
}

/** Returns whether an account of the operator posts there. */
export function isPostedByBot(name: ChatPlatform): name is BotPlatform {
  return chatPlatforms[name].posts === 'as our bot'
}

/** Returns whether the platform is called by an everyday word. */
export function isEverydayWord(name: ChatPlatform): boolean {
  const facts: PlatformFacts = chatPlatforms[name]
  return facts.isEverydayWord === true
}

/** Makes a value for each of some platforms. */
export function byPlatform<P extends ChatPlatform, Value>(
  platforms: readonly P[],
  make: (platform: P) => Value,
): Record<P, Value> {
  return Object.fromEntries(platforms.map((name) => [name, make(name)])) as Record<P, Value>
}
