/** Checks the chatbots' accounts, sign-in with Google, and what stops the bots in creators' chats. */
import { openDb } from '../../db/connection.ts'
import type { Db } from '../../db/connection.ts'
import type { BotPlatform } from '../../db/chat-tables.ts'
import { countConnections } from '../../db/queries/connection-health.ts'
import { openGoogleSignIn } from '../accounts/google-identity.ts'
import { findMissingScopes } from '../chat/bot-scopes.ts'
import { openBotToken } from '../chat/bot-token.ts'
import { openGoogleOauth } from '../chat/google-oauth.ts'
import { GrantRevokedError } from '../chat/oauth-tokens.ts'
import type { OauthTokens } from '../chat/oauth-tokens.ts'
import { openTwitchOauth } from '../chat/twitch-oauth.ts'
import type { Config } from '../config.ts'
import { fault, off, ok, warning } from './finding.ts'
import type { Check, Finding } from './finding.ts'

/** Returns the checks of Twitch, YouTube, sign-in with Google, and creators' chats. */
export function checkBots(config: Config): Check[] {
  return [
    { subject: 'twitch', run: () => checkTwitch(config) },
    { subject: 'youtube', run: () => checkYoutube(config) },
    { subject: 'google', run: () => checkGoogle(config) },
    { subject: 'chats', run: () => onDb(config, checkChats) },
  ]
}

async function onDb<T>({ databaseUrl }: Config, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb(databaseUrl, { poolSize: 1 })
  return work(db).finally(() => db.destroy())
}

/** Returns what repairs a bot's grant. */
const reconnect = (platform: BotPlatform) => `run "npm run connect-bot -- ${platform}".`

async function checkTwitch(config: Config): Promise<Finding> {
  const { twitch } = config
  if (!twitch) return off('TWITCH_CLIENT_ID is not set.')
  const oauth = openTwitchOauth(twitch)
  if (!(await oauth.knowsApp()))
    return fault('TWITCH_CLIENT_ID or TWITCH_CLIENT_SECRET is refused: copy both from Twitch again.')
  const token = await renew(config, 'twitch', twitch.botRefreshToken, oauth.refresh)
  const owner = token && (await oauth.describe(token))
  if (!owner) return fault(`The bot’s grant is not valid: ${reconnect('twitch')}`)
  if (owner.login !== twitch.botUsername.toLowerCase())
    return fault(`The grant is that of ${owner.login}, not of TWITCH_BOT_USERNAME: ${reconnect('twitch')}`)
  const missing = findMissingScopes('twitch', owner.scopes ?? [])
  if (missing.length > 0)
    return fault(`The bot’s grant lacks ${missing.join(' and ')}: ${reconnect('twitch')}`)
  return ok(`The bot is logged in as ${owner.login}.`)
}

async function checkYoutube(config: Config): Promise<Finding> {
  const { youtube } = config
  if (!youtube) return off('YOUTUBE_BOT_REFRESH_TOKEN is not set.')
  const oauth = openGoogleOauth(youtube)
  let scopes: string[] = []
  const refresh = async (refreshToken: string) => {
    const tokens = await oauth.refresh(refreshToken)
    scopes = tokens.scopes
    return tokens
  }
  const token = await renew(config, 'youtube', youtube.botRefreshToken, refresh)
  if (!token) return fault(`The bot’s grant is not valid: ${reconnect('youtube')}`)
  const missing = findMissingScopes('youtube', scopes)
  if (missing.length > 0)
    return fault(`The bot’s grant lacks ${missing.join(' and ')}: ${reconnect('youtube')}`)
  if (!(await oauth.findChannel(token)))
    return fault(
      'The bot’s Google account has no YouTube channel: create one, or log in with another account.',
    )
  return ok('The bot is logged in and has a channel.')
}

/** Returns an access token, renewed as the workers do it; undefined if the grant is no longer valid. */
async function renew(
  config: Config,
  platform: BotPlatform,
  configured: string,
  refresh: (refreshToken: string) => Promise<OauthTokens>,
): Promise<string | undefined> {
  const { secretsKey } = config
  return onDb(config, (db) => openBotToken({ db, secretsKey, platform, configured, refresh }).get()).catch(
    (error: unknown) => {
      if (error instanceof GrantRevokedError) return undefined
      throw error
    },
  )
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
