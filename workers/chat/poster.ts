/** What every platform's poster can do. Each platform implements this interface. */
import type { ChatProblem } from '../../contract/chat-problems.ts'
import type { ChatPlatform } from '../../contract/entities.ts'
import type { ConnectionRow } from '../../db/schema.ts'

/**
 * `ready` and `post` throw `SlowDownError` when the message has to wait and `GiveUpError` when it can never be sent; after
 * any other error it may be tried again. Calls for different connections overlap; calls for one connection do not.
 */
export interface ChatPoster {
  platform: ChatPlatform
  /**
   * Returns how many messages a chat accepts now, within all limits. Joins the channel where the platform needs that. `isUrgent`: a
   * funded goal is due.
   */
  ready(connection: ConnectionRow, isUrgent: boolean): Promise<Readiness>
  /**
   * Sends one message to the connection's chat and resolves once the platform has confirmed it. Throws `GiveUpError`
   * (`unconfirmed`) when the message may or may not have been posted; such a message is never sent again.
   */
  post(connection: ConnectionRow, text: string): Promise<Posted>
  /**
   * Sends nothing from now on. Messages that wait for the platform's confirmation fail, and another process may try them
   * again.
   */
  close(): Promise<void>
}

export interface Readiness {
  /** How many messages may be sent now; 0 means none. */
  messages: number
  /** When none may be sent: milliseconds until it makes sense to ask again. */
  waitMs: number
  /** When none may be sent: the problem that the creator is shown. */
  reason?: ChatProblem
}

/** `notModerator`: posted, but within the lower limits, because the bot is not a moderator of the chat. */
export type Posted = 'posted' | 'notModerator'
