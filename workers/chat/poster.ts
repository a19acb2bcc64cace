/** What every platform's poster can do; adding a platform is writing one of these. */
import type { Platform } from '../../contract/entities.ts'
import type { ConnectionRow } from '../../db/schema.ts'

export interface ChatPoster {
  platform: Platform
  /**
   * Puts one line into the chat of a connection and resolves once the platform confirmed it. `SlowDownError`: not now;
   * `GiveUpError`: not ever; anything else may be tried again, at the price of a line that stands there twice.
   */
  post(connection: ConnectionRow, text: string): Promise<void>
  /** From now on nothing is written; what waits for the platform's word fails, and may be tried again elsewhere. */
  close(): Promise<void>
}
