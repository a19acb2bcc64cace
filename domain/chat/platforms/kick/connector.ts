/** Connects creators' accounts on Kick, with PKCE. The grant is also what posts: our app writes as its bot. */
import { createHash } from 'node:crypto'
import type { KickConfig } from '../../../config/chat/kick.ts'
import { ConnectRefusal } from '../../connector.ts'
import type { Connector } from '../../connector.ts'
import { openKickOauth } from './oauth.ts'

/** `user:read` tells which account it is, `chat:write` lets the bot post in its chat: docs.kick.com/scopes */
const scopes = ['user:read', 'chat:write']

export function openKickConnector(config: KickConfig): Connector {
  const oauth = openKickOauth(config)
  return {
    consentUrl: (redirectUri, { state, codeVerifier }) =>
      oauth.consentUrl(redirectUri, {
        scopes,
        state,
        codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
      }),
    async redeem(code, redirectUri, { codeVerifier }) {
      const tokens = await oauth.exchange(code, redirectUri, codeVerifier)
      if (!scopes.every((scope) => tokens.scopes.includes(scope))) throw new ConnectRefusal('permission')
      const { id, name, email } = await oauth.findUser(tokens.accessToken)
      return { platformUserId: id, channel: name, email, tokens }
    },
    refresh: oauth.refresh,
    validate: oauth.validate,
    /** Kick does not say that the end of one token ends the other, so both are revoked. */
    async revoke({ accessToken, refreshToken }) {
      await oauth.revoke(refreshToken, 'refresh_token')
      await oauth.revoke(accessToken, 'access_token')
    },
  }
}
