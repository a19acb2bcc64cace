/** What connecting a bot has in common on all platforms: the talk with the operator, and the grant that is stored. */
import type { BotPlatform } from '../../contract/chat/platforms.ts'
import type { Db } from '../../db/connection.ts'
import { saveBotAccount } from '../../db/queries/chat/bot-accounts.ts'
import type { BotAccount } from '../../db/queries/chat/bot-accounts.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import { botKeyOf, storeRefreshToken } from './bot-token.ts'
import type { OauthTokens } from './oauth-tokens.ts'

/** How the command talks with the operator. */
export interface Terminal {
  show(line: string): void
  /** Begins to listen for the browser that returns from a consent page. */
  openReturn(): Promise<ConsentReturn>
  /** Resolves after some milliseconds. */
  wait(milliseconds: number): Promise<unknown>
}

/** The return from a consent page. */
export interface ConsentReturn {
  /** The redirect address, which has to be registered with the platform. */
  address: string
  /** Resolves with the address to which the browser returned: received by a listener, or pasted by the operator. */
  received: Promise<URL>
  close(): Promise<void>
}

/** Thrown when the bot was not connected; the message says what to do. */
export class BotRefusal extends Error {}

export interface BotContext {
  db: Db
  config: { secretsKey: SecretKeys }
}

/** What the operator reads after the bot is connected. */
export const nextStep =
  'A bot that was refused works again within a minute; to replace one that worked, restart the workers. “brimful doctor” checks it.'

/** Throws `BotRefusal` if the consent lacks scopes. */
export function requireScopes(missing: readonly string[]): void {
  if (missing.length > 0) throw new BotRefusal(`The consent lacks ${missing.join(' and ')}: give all of it.`)
}

/** Stores the grant in the place of the configured one. Throws `BotRefusal` if it has no refresh token. */
export async function storeBot(
  { db, config: { secretsKey } }: BotContext,
  bot: { platform: BotPlatform; configured: string },
  { refreshToken }: OauthTokens,
  account: BotAccount,
): Promise<void> {
  if (!refreshToken) throw new BotRefusal('The platform gave no refresh token: run the command again.')
  await storeRefreshToken({ db, secretsKey, ...bot }, refreshToken)
  await saveBotAccount(db, botKeyOf(bot), account)
}
