/** What every platform's poster can do; adding a platform is writing one of these. */
import type { ChatProblem } from '../../contract/chat-problems.ts'
import type { ChatPlatform } from '../../contract/entities.ts'
import type { ConnectionRow } from '../../db/schema.ts'

/**
 * Both calls throw `SlowDownError`: not now; `GiveUpError`: not ever; anything else may be tried again. Calls for several
 * connections overlap; for one connection they come one after the other.
 */
export interface ChatPoster {
  platform: ChatPlatform
  /** How much a connection's chat can be told now, within all limits; enters it where one has to. Urgent are funded goals. */
  ready(connection: ConnectionRow, isUrgent: boolean): Promise<Readiness>
  /**
   * Puts one line into the chat of a connection and resolves once the platform confirmed it. A line of which nobody knows
   * whether it stands there is given up as `unconfirmed`, and never said a second time.
   */
  post(connection: ConnectionRow, text: string): Promise<Posted>
  /** From now on nothing is written; what waits for the platform's word fails, and may be tried again elsewhere. */
  close(): Promise<void>
}

export interface Readiness {
  /** How many lines there is room for; 0 is none now. */
  lines: number
  /** With none: when to ask again. */
  waitMs: number
  /** With none: what the creator is told of it. */
  reason?: ChatProblem
}

/** How a line stands: `notModerator` where it would stand better if the bot were one. */
export type Posted = 'posted' | 'notModerator'
