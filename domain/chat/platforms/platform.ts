/** What a chat platform does in its own way. Each platform's folder has one such object, which `platforms.ts` lists. */
import type { Escape } from '../../../contract/chat/chat-message.ts'
import type { BotPlatform, ChatPlatform, Platform } from '../../../contract/chat/platforms.ts'
import type { Finding } from '../../finding.ts'
import type { BotContext, Terminal } from '../bot-connection.ts'
import type { Connector } from '../connector.ts'
import type { OauthTokens } from '../oauth-tokens.ts'
import type { ConfigOf } from '../../config/chat/platforms.ts'

/** What a platform has follows from its facts in `contract/chat/`. */
export type ChatService<P extends ChatPlatform> = {
  /** Escapes other people's text; absent where a chat shows text as it is. */
  escape?: Escape
  /** Whether the platform says with each confirmation if the bot is a moderator. */
  confirmsModerator?: true
} & (P extends Platform ? ConsentService<P> : unknown) &
  (P extends BotPlatform ? { bot: BotService<P> } : unknown)

export interface ConsentService<P extends Platform> {
  openConnector(config: ConfigOf<P>): Connector
  /** How often a creator's grant is checked, in milliseconds. */
  checkEveryMs: number
}

/** The account of the operator that posts for all creators. */
export interface BotService<P extends BotPlatform> {
  /** The variable that switches the bot on. */
  switch: string
  /** Returns the scopes that the bot's grant lacks for posting. */
  findMissingScopes(granted: readonly string[]): string[]
  /** Lets the operator consent, and stores the grant. Throws `BotRefusal`. */
  connect(ctx: BotContext, config: ConfigOf<P>, terminal: Terminal): Promise<void>
  /** Checks the bot's account. `renew` returns an access token; undefined if the grant is no longer valid. */
  examine(config: ConfigOf<P>, renew: Renew): Promise<Finding>
}

type Renew = (
  configured: string,
  refresh: (refreshToken: string) => Promise<OauthTokens>,
) => Promise<string | undefined>
