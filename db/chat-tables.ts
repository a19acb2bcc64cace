/** Kysely types of the tables of connected chats. */
import type { ColumnType, Generated } from 'kysely'
import type { AmountTemplateKind } from '../contract/chat/chat-template.ts'
import type { ChatMessageKind } from '../contract/chat/chat-message.ts'
import type { ChatProblem } from '../contract/chat/chat-problems.ts'
import type { BotPlatform, ChatPlatform } from '../contract/chat/platforms.ts'
import type { TwitchWay } from '../contract/chat/twitch-ways.ts'
import type { MaybeTime, Time } from './column-types.ts'

export interface ChatTables {
  botLease: {
    name: string
    holder: string
    expiresAt: ColumnType<Date, Date, Date>
  }
  platformConnection: {
    uid: string
    platform: ChatPlatform
    platformUserId: string
    channel: string
    email: string
    scopes: string
    accessTokenSealed: string
    refreshTokenSealed: string
    accessExpiresAt: ColumnType<Date, Date, Date>
    problem: ChatProblem | null
    problemAt: MaybeTime
    accessLostAt: MaybeTime
    checkedAt: Time
    refreshingUntil: MaybeTime
    connectedAt: Time
    /** Whether the bot is a moderator or VIP of the channel; null until a message there was confirmed. */
    botIsModerator: Generated<boolean | null>
    /** Which way the latest message took, on a platform that has more than one. */
    postWay: Generated<TwitchWay | null>
    /** The event of the creator's latest test line. */
    testedEventId: Generated<string | null>
  }
  chatbotSettings: {
    uid: string
    platform: ChatPlatform
    receiveAllTips: Generated<boolean>
    receiveGoalFunded: Generated<boolean>
    receiveGeneralTips: Generated<boolean>
    /** The smallest announced tip in minor units of the creator's currency; 0 announces every tip. */
    minTipMinor: Generated<number>
    /** Whether templates may contain the message of a tip. */
    showsMessage: Generated<boolean>
  }
  chatTemplate: {
    uid: string
    platform: ChatPlatform
    kind: ChatMessageKind
    text: string
  }
  /** A creator's template for tips of at least `fromMinor` minor units of the creator's currency. */
  chatAmountTemplate: {
    uid: string
    platform: ChatPlatform
    kind: AmountTemplateKind
    position: number
    fromMinor: number
    text: string
  }
  blockedWord: {
    uid: string
    word: string
  }
  /** Recent use of a platform's rate limit: `takenAt` has the times within the sliding window, sorted. */
  botBudget: {
    name: string
    takenAt: Generated<Date[]>
    takenBy: string | null
    blockedUntil: MaybeTime
  }
  quotaDay: {
    name: string
    day: ColumnType<string, string, string>
    units: Generated<number>
    budget: number
    messages: Generated<number>
    refusedAt: MaybeTime
  }
  /** The creators whose chats got messages from a day's quota. */
  quotaCreator: {
    name: string
    day: ColumnType<string, string, string>
    uid: string
  }
  /** What a message costs of a daily quota, in units, as learned. */
  quotaPrice: {
    name: string
    units: number
    configured: number
    learnedAt: Generated<Date>
  }
  /** A refresh token that a platform issued in place of the one that the operator configured. */
  botGrant: {
    platform: BotPlatform
    configuredHash: Buffer
    refreshTokenSealed: string
  }
  /** An outage of a bot: the platform does not accept it. */
  botOutage: {
    platform: BotPlatform
    cause: BotOutageCause
    since: Generated<Date>
  }
  /** The bot's account on each platform, read with the token whose hash is `configuredHash`. */
  botAccount: {
    platform: BotPlatform
    accountId: string
    name: string
    configuredHash: Buffer
  }
}

/** `grant`: the platform gives no access token; `login`: it refuses the bot with a new one. */
export type BotOutageCause = 'grant' | 'login'
