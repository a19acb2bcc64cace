/** Defines the interface that each chat platform implements. */
import type { ChatProblem } from '../../contract/chat/chat-problems.ts'
import type { ChatPlatform } from '../../contract/chat/platforms.ts'
import type { ConnectionRow } from '../../db/schema.ts'

/**
 * `ready` and `post` throw `SlowDownError` when the message has to wait and `GiveUpError` when it can never be sent; after any
 * other error the dispatcher may try again. Calls for different connections may run at the same time; calls for one connection do
 * not.
 */
export interface ChatPoster {
  platform: ChatPlatform
  /**
   * Returns how many messages a chat accepts now, within all limits. Joins the channel on platforms that require it. `isUrgent`
   * means that the announcement of a funded goal is due.
   */
  ready(connection: ConnectionRow, isUrgent: boolean): Promise<Readiness>
  /**
   * Sends one message to the connection's chat and resolves once the platform has confirmed it. Throws `GiveUpError`
   * (`unconfirmed`) when it is unknown whether the message was posted; such a message is never sent again. `isRetry` means that a
   * process may have sent this message before; `isTest`, that it is a test line, for which nothing is taken from memory that the creator may just have
   * changed.
   */
  post(connection: ConnectionRow, text: string, options?: PostOptions): Promise<Posted>
  /**
   * Looks whether the latest message of a chat is shown, on platforms that may accept a message and hold it. Returns undefined when it
   * does not look now, or cannot tell; never rejects. `isTest` means that the message is a test line, for which it always looks.
   */
  findShown?(connection: ConnectionRow, isTest: boolean): Promise<Shown | undefined>
  /** Stops sending. Messages that wait for the platform's confirmation fail, and another process may send them again. */
  close(): Promise<void>
}

export interface PostOptions {
  isRetry?: boolean
  isTest?: boolean
}

/** Whether a posted message is in the chat. */
export interface Shown {
  isShown: boolean
  /** Whether the bot moderates the chat, if the platform reports it. */
  isModerator?: boolean
}

export interface Readiness {
  /** How many messages may be sent now; 0 means none. */
  messages: number
  /** If no message may be sent: the milliseconds after which `ready` should be called again. */
  waitMs: number
  /** If no message may be sent: the problem to show to the creator. */
  reason?: ChatProblem
  /** While messages are scarce: from which worth on a tip gets one, in minor units of the creator's currency. */
  fromMinor?: number
}

/** `notModerator`: the message was posted, but the bot is not a moderator of the chat, so the lower limits apply. */
export type Posted = 'posted' | 'notModerator'
