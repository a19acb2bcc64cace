/** Our bot's channel on YouTube. */
import { createHash } from 'node:crypto'
import { fault, ok } from '../../../finding.ts'
import { isSame, makeToken } from '../../../security/tokens.ts'
import { BotRefusal, nextStep, requireScopes, storeBot } from '../../bot-connection.ts'
import type { BotContext, ConsentReturn, Terminal } from '../../bot-connection.ts'
import { reconnect } from '../reconnect.ts'
import type { BotService } from '../platform.ts'
import type { YoutubeConfig } from '../../../config/chat/youtube.ts'
import { openGoogleOauth } from './oauth.ts'

/** Either scope permits `liveChatMessages.insert` (developers.google.com/youtube/v3/live/docs/liveChatMessages/insert). */
const scopes = [
  'https://www.googleapis.com/auth/youtube.force-ssl',
  'https://www.googleapis.com/auth/youtube',
]
const findMissingScopes = (granted: readonly string[]) =>
  scopes.some((scope) => granted.includes(scope)) ? [] : [scopes[0]!]

export const youtubeBot: BotService<'youtube'> = {
  switch: 'YOUTUBE_BOT_REFRESH_TOKEN',
  findMissingScopes,

  async connect(ctx, config, terminal) {
    const consent = await terminal.openReturn()
    return connect(ctx, config, { ...terminal, consent }).finally(consent.close)
  },

  async examine(config, renew) {
    const oauth = openGoogleOauth(config)
    let granted: string[] = []
    const token = await renew(config.botRefreshToken, async (refreshToken) => {
      const tokens = await oauth.refresh(refreshToken)
      granted = tokens.scopes
      return tokens
    })
    if (!token) return fault(`The bot’s grant is not valid: ${reconnect('youtube')}`)
    const missing = findMissingScopes(granted)
    if (missing.length > 0)
      return fault(`The bot’s grant lacks ${missing.join(' and ')}: ${reconnect('youtube')}`)
    if (!(await oauth.findChannel(token)))
      return fault(
        'The bot’s Google account has no YouTube channel: create one, or log in with another account.',
      )
    return ok('The bot is logged in and has a channel.')
  },
}

/**
 * Connects YouTube's bot by the flow for command-line tools, with PKCE. Google's device codes are for clients of another type:
 * developers.google.com/youtube/v3/guides/auth/devices, "Alternatives".
 */
async function connect(
  ctx: BotContext,
  config: YoutubeConfig,
  { show, consent }: Pick<Terminal, 'show'> & { consent: ConsentReturn },
): Promise<void> {
  const oauth = openGoogleOauth(config)
  const [state, codeVerifier] = [makeToken(), makeToken()]
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const request = { scopes: [scopes[0]!], state, codeChallenge }
  show(`Register ${consent.address} as a redirect address of your Google client, if it is not yet.`)
  show(
    `Then open this address, and choose the bot’s channel:\n  ${oauth.consentUrl(consent.address, request)}`,
  )
  show('If the page you come back to does not load, paste its address here and press Enter.')

  const tokens = await oauth.exchange(readCode(await consent.received, state), consent.address, codeVerifier)
  requireScopes(findMissingScopes(tokens.scopes))
  const channel = await oauth.findChannel(tokens.accessToken)
  if (!channel)
    throw new BotRefusal('That account has no YouTube channel: create one, or choose another account.')
  const account = { accountId: channel.id, name: channel.title }
  await storeBot(ctx, { platform: 'youtube', configured: config.botRefreshToken }, tokens, account)
  show(`Connected as “${channel.title}”, https://www.youtube.com/channel/${channel.id}. ${nextStep}`)
  show('Creators make this channel a moderator of their chat; their settings have its address.')
}

/** Returns the code of the consent page's answer. */
function readCode({ searchParams }: URL, state: string): string {
  const code = searchParams.get('code')
  const returned = Buffer.from(searchParams.get('state') ?? '')
  if (!isSame(Buffer.from(state), returned))
    throw new BotRefusal('That address belongs to another attempt: run the command again.')
  if (!code) throw new BotRefusal(`The consent was not given (${searchParams.get('error') ?? 'no code'}).`)
  return code
}
