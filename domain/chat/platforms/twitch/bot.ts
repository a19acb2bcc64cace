/** Our bot's account on Twitch. */
import { fault, ok } from '../../../finding.ts'
import { BotRefusal, nextStep, requireScopes, storeBot } from '../../bot-connection.ts'
import type { OauthTokens } from '../../oauth-tokens.ts'
import { reconnect } from '../reconnect.ts'
import type { BotService } from '../platform.ts'
import { redeemDevice, requestDevice } from './device.ts'
import { openTwitchOauth } from './oauth.ts'

/** What posting by Twitch's API needs (https://dev.twitch.tv/docs/api/reference/#send-chat-message), and finding out where the bot is a moderator. */
const apiScopes = ['user:bot', 'user:write:chat', 'user:read:moderated_channels']
/** Those, and what reading and writing chat over IRC needs (dev.twitch.tv/docs/chat/authenticating). */
const scopes = ['chat:read', 'chat:edit', ...apiScopes]
const findMissingScopes = (granted: readonly string[]) => scopes.filter((scope) => !granted.includes(scope))

/** Returns whether a bot with these scopes may post by Twitch's API. */
export const mayUseApi = (granted: readonly string[]): boolean =>
  apiScopes.every((scope) => granted.includes(scope))

export const twitchBot: BotService<'twitch'> = {
  switch: 'TWITCH_CLIENT_ID',
  findMissingScopes,

  /**
   * Connects Twitch's bot by the device code flow, which needs no registered address:
   * dev.twitch.tv/docs/authentication/getting-tokens-oauth/#device-code-grant-flow
   */
  async connect(ctx, config, terminal) {
    const oauth = openTwitchOauth(config)
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
    requireScopes(findMissingScopes(owner.scopes))
    await storeBot(ctx, { platform: 'twitch', configured: config.botRefreshToken }, tokens, {
      accountId: owner.id,
      name: owner.login,
    })
    terminal.show(`Connected as ${owner.login}. ${nextStep}`)
    terminal.show(`Creators make it a moderator with /mod ${owner.login}; their settings say so.`)
  },

  async examine(config, renew) {
    const oauth = openTwitchOauth(config)
    if (!(await oauth.knowsApp()))
      return fault('TWITCH_CLIENT_ID or TWITCH_CLIENT_SECRET is refused: copy both from Twitch again.')
    const token = await renew(config.botRefreshToken, oauth.refresh)
    const owner = token && (await oauth.describe(token))
    if (!owner) return fault(`The bot’s grant is not valid: ${reconnect('twitch')}`)
    if (owner.login !== config.botUsername.toLowerCase())
      return fault(`The grant is that of ${owner.login}, not of TWITCH_BOT_USERNAME: ${reconnect('twitch')}`)
    const missing = findMissingScopes(owner.scopes)
    if (missing.length > 0)
      return fault(`The bot’s grant lacks ${missing.join(' and ')}: ${reconnect('twitch')}`)
    return ok(`The bot is logged in as ${owner.login}.`)
  },
}
