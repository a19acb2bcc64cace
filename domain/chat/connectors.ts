/** How each platform's consent page is reached, and what its answer is worth. */
import { createHash } from 'node:crypto'
import type { ConnectFailure } from '../../contract/connect-failures.ts'
import type { Platform } from '../../contract/entities.ts'
import type { Config, TwitchConfig, YoutubeConfig } from '../config.ts'
import { openGoogleOauth } from './google-oauth.ts'
import type { OauthTokens } from './oauth-tokens.ts'
import { openTwitchOauth } from './twitch-oauth.ts'
import type { Consent } from './consent.ts'

/** The account that a creator chose, with tokens that speak for it. */
export interface ChosenAccount {
  platformUserId: string
  channel: string
  email: string
  tokens: OauthTokens
}

export interface Connector {
  /** The consent page, which sends the browser back to `redirectUri`. */
  consentUrl(redirectUri: string, consent: Consent): string
  /** Redeems what it sent back. Throws `ConnectRefusal` when the account is of no use. */
  redeem(code: string, redirectUri: string, consent: Consent): Promise<ChosenAccount>
  /** A new access token. Throws `GrantRevokedError` when the grant is gone. */
  refresh(refreshToken: string): Promise<OauthTokens>
  /** Whether the platform takes an access token. */
  validate(accessToken: string): Promise<boolean>
}

/** None where a platform is off in this installation. */
export type Connectors = Partial<Record<Platform, Connector>>

/** A consent that came to nothing; the creator is told why. */
export class ConnectRefusal extends Error {
  readonly failure: ConnectFailure

  constructor(failure: ConnectFailure) {
    super(`not connected: ${failure}`)
    this.name = 'ConnectRefusal'
    this.failure = failure
  }
}

/** Opens what connects for a configuration. */
export function openConnectors({ twitch, youtube }: Pick<Config, 'twitch' | 'youtube'>): Connectors {
  return {
    ...(twitch && { twitch: twitchConnector(twitch) }),
    ...(youtube && { youtube: youtubeConnector(youtube) }),
  }
}

/** All that is asked for: whose account it is. The chatbot writes as itself. */
const twitchScope = 'user:read:email'

/** Twitch knows no PKCE: dev.twitch.tv/docs/authentication/getting-tokens-oauth. */
function twitchConnector(config: TwitchConfig): Connector {
  const oauth = openTwitchOauth(config)
  return {
    consentUrl: (redirectUri, { state }) => oauth.consentUrl(redirectUri, twitchScope, state),
    async redeem(code, redirectUri) {
      const tokens = await oauth.exchange(code, redirectUri)
      if (!tokens.scopes.includes(twitchScope)) throw new ConnectRefusal('permission')
      const { id, login, email } = await oauth.findUser(tokens.accessToken)
      if (login === config.botUsername.toLowerCase()) throw new ConnectRefusal('bot')
      return { platformUserId: id, channel: login, email, tokens }
    },
    refresh: oauth.refresh,
    validate: oauth.validate,
  }
}

/** To find the live chat; the chatbot writes as itself. */
const youtubeScope = 'https://www.googleapis.com/auth/youtube.readonly'

function youtubeConnector(config: YoutubeConfig): Connector {
  const oauth = openGoogleOauth(config)
  return {
    consentUrl: (redirectUri, { state, codeVerifier }) =>
      oauth.consentUrl(redirectUri, {
        scopes: ['openid', 'email', youtubeScope],
        state,
        codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
      }),
    async redeem(code, redirectUri, { codeVerifier }) {
      const tokens = await oauth.exchange(code, redirectUri, codeVerifier)
      if (!tokens.scopes.includes(youtubeScope)) throw new ConnectRefusal('permission')
      const { channelId, email } = await oauth.findOwner(tokens.accessToken)
      if (!channelId) throw new ConnectRefusal('noChannel')
      return { platformUserId: channelId, channel: channelId, email, tokens }
    },
    refresh: oauth.refresh,
    validate: oauth.validate,
  }
}
