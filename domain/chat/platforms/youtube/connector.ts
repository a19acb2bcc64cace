/** Connects creators' channels on YouTube. */
import { createHash } from 'node:crypto'
import type { Connector } from '../../connector.ts'
import { ConnectRefusal } from '../../connector.ts'
import type { YoutubeConfig } from '../../../config/chat/youtube.ts'
import { openGoogleOauth } from './oauth.ts'

/** The scope for finding the live chat. The bot posts with its own account, so no other scope is needed. */
const scope = 'https://www.googleapis.com/auth/youtube.readonly'

export function openYoutubeConnector(config: YoutubeConfig): Connector {
  const oauth = openGoogleOauth(config)
  return {
    /** The usual consent covers the live chat, from which the events come. */
    eventScopes: [],
    consentUrl: (redirectUri, { state, codeVerifier }) =>
      oauth.consentUrl(redirectUri, {
        scopes: ['openid', 'email', scope],
        state,
        codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
      }),
    async redeem(code, redirectUri, { codeVerifier }) {
      const tokens = await oauth.exchange(code, redirectUri, codeVerifier)
      if (!tokens.scopes.includes(scope)) throw new ConnectRefusal('permission')
      const { channelId, email } = await oauth.findOwner(tokens.accessToken)
      if (!channelId) throw new ConnectRefusal('noChannel')
      return { platformUserId: channelId, channel: channelId, email, tokens }
    },
    refresh: oauth.refresh,
    validate: oauth.validate,
    revoke: ({ refreshToken }) => oauth.revoke(refreshToken),
  }
}
