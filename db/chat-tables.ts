/** Kysely types of the tables of connected chats. */
import type { ColumnType, Generated } from 'kysely'
import type { ChatMessageKind } from '../contract/chat-message.ts'
import type { ChatProblem } from '../contract/chat-problems.ts'
import type { ChatPlatform } from '../contract/entities.ts'
import type { MaybeTime, Time } from './column-types.ts'

/** Platforms where one account of the operator posts for all creators. */
export type BotPlatform = Exclude<ChatPlatform, 'discord'>

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
  }
  chatbotSettings: {
    uid: string
    platform: ChatPlatform
    receiveAllTips: Generated<boolean>
    receiveGoalFunded: Generated<boolean>
    receiveGeneralTips: Generated<boolean>
  }
  chatTemplate: {
    uid: string
    platform: ChatPlatform
    kind: ChatMessageKind
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
  }
  /** A refresh token that a platform issued in place of the one that the operator configured. */
  botGrant: {
    platform: BotPlatform
    configuredHash: Buffer
    refreshTokenSealed: string
  }
}
