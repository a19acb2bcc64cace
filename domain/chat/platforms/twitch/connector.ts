/** Connects creators' accounts on Twitch, without PKCE (dev.twitch.tv/docs/authentication/getting-tokens-oauth). */
import type { Connector } from '../../connector.ts'
import { ConnectRefusal } from '../../connector.ts'
import type { TwitchConfig } from '../../../config/chat/twitch.ts'
import { eventScopes, kindScopes } from './event-subscriptions.ts'
import { openTwitchOauth } from './oauth.ts'

/** The scope for reading which account the creator chose. */
const scope = 'user:read:email'
/** Permits posting in the creator's chat by Twitch's API as our bot: https://dev.twitch.tv/docs/api/reference/#send-chat-message */
const botScope = 'channel:bot'

/** Returns whether a creator has consented to our bot in the channel. `scopes` are those of the connection, with blanks between. */
export const allowsBot = (scopes: string): boolean => scopes.split(' ').includes(botScope)

export function openTwitchConnector(config: TwitchConfig): Connector {
  const oauth = openTwitchOauth(config)
  return {
    eventScopes,
    kindScopes,
    consentUrl: (redirectUri, { state }, more = []) =>
      oauth.consentUrl(redirectUri, [scope, botScope, ...more].join(' '), state),
    async redeem(code, redirectUri) {
      const tokens = await oauth.exchange(code, redirectUri)
      if (!tokens.scopes.includes(scope)) throw new ConnectRefusal('permission')
      const { id, login, email } = await oauth.findUser(tokens.accessToken)
      if (login === config.botUsername.toLowerCase()) throw new ConnectRefusal('bot')
      return { platformUserId: id, channel: login, email, tokens }
    },
    refresh: oauth.refresh,
    validate: oauth.validate,
    /** Only a valid access token revokes the grant, so an expired one is refreshed first. */
    async revoke({ accessToken, refreshToken, accessExpiresAt }) {
      const isLiving = accessExpiresAt.getTime() > Date.now()
      await oauth.revoke(isLiving ? accessToken : (await oauth.refresh(refreshToken)).accessToken)
    },
  }
}
