/** Checks the chatbots' accounts, sign-in with Google, and what stops the bots in creators' chats. */
import type { Db } from '../../db/connection.ts'
import { botPlatform } from '../../contract/chat/platforms.ts'
import type { BotPlatform } from '../../contract/chat/platforms.ts'
import { countConnections } from '../../db/queries/chat/connection-health.ts'
import { openGoogleSignIn } from '../accounts/google-identity.ts'
import { openBotToken } from '../chat/bot-token.ts'
import { GrantRevokedError } from '../chat/oauth-tokens.ts'
import type { OauthTokens } from '../chat/oauth-tokens.ts'
import type { ConfigOf } from '../config/chat/platforms.ts'
import type { BotService } from '../chat/platforms/platform.ts'
import { botServices } from '../chat/platforms/platforms.ts'
import type { Config } from '../config/config.ts'
import { fault, off, ok, warning } from '../finding.ts'
import type { Check, Finding } from '../finding.ts'
import { onPostgres } from './on-postgres.ts'

/** Returns the checks of the bots, sign-in with Google, and creators' chats. */
export function checkBots(config: Config): Check[] {
  return [
    ...botPlatform.options.map((name) => ({ subject: name, run: () => checkBot(config, name) })),
    { subject: 'google', run: () => checkGoogle(config) },
    { subject: 'chats', run: () => onPostgres(config, checkChats) },
  ]
}

async function checkBot<P extends BotPlatform>(config: Config, platform: P): Promise<Finding> {
  const bot: BotService<P> = botServices[platform]
  const own = config[platform] as ConfigOf<P> | undefined
  if (!own) return off(`${bot.switch} is not set.`)
  return bot.examine(own, (configured, refresh) => renew(config, platform, configured, refresh))
}

/** Returns an access token, renewed as the workers do it; undefined if the grant is no longer valid. */
async function renew(
  config: Config,
  platform: BotPlatform,
  configured: string,
  refresh: (refreshToken: string) => Promise<OauthTokens>,
): Promise<string | undefined> {
  const { secretsKey } = config
  return onPostgres(config, (db) =>
    openBotToken({ db, secretsKey, platform, configured, refresh }).get(),
  ).catch((error: unknown) => {
    if (error instanceof GrantRevokedError) return undefined
    throw error
  })
}

async function checkGoogle({ google, publicUrl }: Config): Promise<Finding> {
  if (!google) return off('GOOGLE_CLIENT_ID is not set.')
  const isKnown = await openGoogleSignIn(google).knowsClient(`${publicUrl}/api/v1/account/google/callback`)
  return isKnown
    ? ok('Google knows the client.')
    : fault('GOOGLE_CLIENT_ID or GOOGLE_CLIENT_SECRET is refused: copy both from the Google console again.')
}

async function checkChats(db: Db): Promise<Finding[]> {
  const counts = await countConnections(db)
  const findings = counts.flatMap(({ platform, all, lost, withoutModerator }) => [
    ...(lost > 0
      ? [warning(`${lost} of ${all} on ${platform} have revoked access: only they can reconnect.`)]
      : []),
    ...(withoutModerator > 0
      ? [
          warning(
            `${withoutModerator} of ${all} on ${platform} have not made the bot a moderator: ask them to.`,
          ),
        ]
      : []),
  ])
  const total = counts.reduce((sum, { all }) => sum + all, 0)
  return findings.length > 0 ? findings : [ok(`${total} chats are connected.`)]
}
