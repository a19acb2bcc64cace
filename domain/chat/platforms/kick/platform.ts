import type { ChatService } from '../platform.ts'
import { openKickConnector } from './connector.ts'

export const kick: ChatService<'kick'> = {
  openConnector: openKickConnector,
  /** Refresh tokens end after 30 days without use: github.com/KickEngineering/KickDevDocs/issues/397 */
  checkEveryMs: 6 * 60 * 60_000,
}
