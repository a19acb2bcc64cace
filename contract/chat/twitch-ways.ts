/** Which way the chatbot's messages take on Twitch, and why. */
import * as z from 'zod/mini'

export const twitchWays = [
  /** By Twitch's API, where the message has a chatbot's badge. */
  'api',
  /** Over IRC, because neither has the creator consented to a bot in the channel, nor is the bot a moderator there. */
  'noConsent',
  /** Over IRC, because our bot's own consent does not cover the API. */
  'botConsent',
  /** Over IRC, because the API refuses the messages or does not respond. */
  'refused',
] as const

export const twitchWay = z.enum(twitchWays)
export type TwitchWay = z.output<typeof twitchWay>
