/**
 * Connects one of our bots: `npm run connect-bot`. The operator consents in a browser, logged in as the bot; the refresh token is
 * stored sealed in the place of the configured one, and never shown.
 */
import { createHash } from 'node:crypto'
import type { BotPlatform } from '../../db/chat-tables.ts'
import type { Db } from '../../db/connection.ts'
import { saveBotAccount } from '../../db/queries/bot-accounts.ts'
import type { BotAccount } from '../../db/queries/bot-accounts.ts'
import { isSame, makeToken } from '../security/tokens.ts'
import type { TwitchConfig, YoutubeConfig } from '../config.ts'
import { findMissingScopes } from './bot-scopes.ts'
import { botKeyOf, storeRefreshToken } from './bot-token.ts'
import { openGoogleOauth } from './google-oauth.ts'
import type { OauthTokens } from './oauth-tokens.ts'
import { redeemDevice, requestDevice } from './twitch-device.ts'
import { openTwitchOauth } from './twitch-oauth.ts'
import type { SecretKeys } from '../secret-keys.ts'

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

export interface ConnectBotContext {
  db: Db
  config: { secretsKey: SecretKeys; twitch: TwitchConfig | undefined; youtube: YoutubeConfig | undefined }
}

/** Connects the bot of a platform. Throws `BotRefusal`. */
export async function connectBot(
  ctx: ConnectBotContext,
  platform: BotPlatform,
  terminal: Terminal,
): Promise<void> {
  const { twitch, youtube } = ctx.config
  if (platform === 'twitch') {
    if (!twitch)
      throw new BotRefusal(`Twitch is off: set TWITCH_CLIENT_ID and what belongs to it. ${placeholder}`)
    return connectTwitch(ctx, twitch, terminal)
  }
  if (!youtube) throw new BotRefusal(`YouTube is off: set YOUTUBE_BOT_REFRESH_TOKEN. ${placeholder}`)
  const consent = await terminal.openReturn()
  return connectYoutube(ctx, youtube, { ...terminal, consent }).finally(consent.close)
}

const placeholder = 'As refresh token set any word: this command stores the real one.'

/**
 * Connects Twitch's bot by the device code flow, which needs no registered address:
 * dev.twitch.tv/docs/authentication/getting-tokens-oauth/#device-code-grant-flow
 */
async function connectTwitch(
  ctx: ConnectBotContext,
  config: TwitchConfig,
  terminal: Terminal,
): Promise<void> {
  const oauth = openTwitchOauth(config)
  const scopes = ['chat:read', 'chat:edit']
  const device = await requestDevice(config, scopes)
  terminal.show(`Log in to Twitch as ${config.botUsername} and open this address:\n  ${device.address}`)
  terminal.show(`It shows the code ${device.userCode}. Waiting for your consent …`)

  let tokens: OauthTokens | 'pending' = 'pending'
  while (tokens === 'pending') {
    if (Date.now() > device.expiresAt.getTime())
      throw new BotRefusal('The code has expired: run the command again.')
    await terminal.wait(device.intervalMs)
    tokens = await redeemDevice(config, device.code, scopes)
  }
  const owner = await oauth.describe(tokens.accessToken)
  if (owner?.login !== config.botUsername.toLowerCase())
    throw new BotRefusal(
      `That was ${owner?.login ?? 'an unknown account'}: log in as ${config.botUsername}, or correct TWITCH_BOT_USERNAME.`,
    )
  requireScopes('twitch', owner.scopes ?? [])
  const { id } = await oauth.findUser(tokens.accessToken)
  await store(ctx, { platform: 'twitch', configured: config.botRefreshToken }, tokens, {
    accountId: id,
    name: owner.login,
  })
  terminal.show(`Connected as ${owner.login}. ${next}`)
  terminal.show(`Creators make it a moderator with /mod ${owner.login}; their settings say so.`)
}

/**
 * Connects YouTube's bot by the flow for command-line tools, with PKCE. Google's device codes are for clients of another type:
 * developers.google.com/youtube/v3/guides/auth/devices, "Alternatives".
 */
async function connectYoutube(
  ctx: ConnectBotContext,
  config: YoutubeConfig,
  { show, consent }: Pick<Terminal, 'show'> & { consent: ConsentReturn },
): Promise<void> {
  const oauth = openGoogleOauth(config)
  const [state, codeVerifier] = [makeToken(), makeToken()]
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const request = { scopes: ['https://www.googleapis.com/auth/youtube.force-ssl'], state, codeChallenge }
  show(`Register ${consent.address} as a redirect address of your Google client, if it is not yet.`)
  show(
    `Then open this address, and choose the bot’s channel:\n  ${oauth.consentUrl(consent.address, request)}`,
  )
  show('If the page you come back to does not load, paste its address here and press Enter.')

  const tokens = await oauth.exchange(readCode(await consent.received, state), consent.address, codeVerifier)
  requireScopes('youtube', tokens.scopes)
  const channel = await oauth.findChannel(tokens.accessToken)
  if (!channel)
    throw new BotRefusal('That account has no YouTube channel: create one, or choose another account.')
  const account = { accountId: channel.id, name: channel.title }
  await store(ctx, { platform: 'youtube', configured: config.botRefreshToken }, tokens, account)
  show(`Connected as “${channel.title}”, https://www.youtube.com/channel/${channel.id}. ${next}`)
  show('Creators make this channel a moderator of their chat; their settings have its address.')
}

const next =
  'A bot that was refused works again within a minute; to replace one that worked, restart the workers. `npm run doctor` checks it.'

/** Returns the code of the consent page's answer. */
function readCode({ searchParams }: URL, state: string): string {
  const code = searchParams.get('code')
  const returned = Buffer.from(searchParams.get('state') ?? '')
  if (!isSame(Buffer.from(state), returned))
    throw new BotRefusal('That address belongs to another attempt: run the command again.')
  if (!code) throw new BotRefusal(`The consent was not given (${searchParams.get('error') ?? 'no code'}).`)
  return code
}

function requireScopes(platform: BotPlatform, granted: readonly string[]): void {
  const missing = findMissingScopes(platform, granted)
  if (missing.length > 0) throw new BotRefusal(`The consent lacks ${missing.join(' and ')}: give all of it.`)
}

async function store(
  { db, config: { secretsKey } }: ConnectBotContext,
  bot: { platform: BotPlatform; configured: string },
  { refreshToken }: OauthTokens,
  account: BotAccount,
): Promise<void> {
  if (!refreshToken) throw new BotRefusal('The platform gave no refresh token: run the command again.')
  await storeRefreshToken({ db, secretsKey, ...bot }, refreshToken)
  await saveBotAccount(db, botKeyOf(bot), account)
}
