/** For each platform: opens its consent page, and redeems the code that the page returns. */
import { createHash } from 'node:crypto'
import type { ConnectFailure } from '../../contract/connect-failures.ts'
import type { Platform } from '../../contract/entities.ts'
import type { Config, TwitchConfig, YoutubeConfig } from '../config.ts'
import { openGoogleOauth } from './google-oauth.ts'
import type { OauthTokens } from './oauth-tokens.ts'
import { openTwitchOauth } from './twitch-oauth.ts'
import type { Consent } from './consent.ts'

/** The account that a creator chose, and its tokens. */
export interface ChosenAccount {
  platformUserId: string
  channel: string
  email: string
  tokens: OauthTokens
}

export interface Connector {
  /** Returns the address of the consent page, which redirects the browser to `redirectUri`. */
  consentUrl(redirectUri: string, consent: Consent): string
  /** Redeems the code of the consent page. Throws `ConnectRefusal` when the account cannot be used. */
  redeem(code: string, redirectUri: string, consent: Consent): Promise<ChosenAccount>
  /** Fetches a new access token. Throws `GrantRevokedError` when the grant is no longer valid. */
  refresh(refreshToken: string): Promise<OauthTokens>
  /** Returns whether the platform accepts an access token. */
  validate(accessToken: string): Promise<boolean>
}

/** The connectors by platform. A platform that is not configured has none. */
export type Connectors = Partial<Record<Platform, Connector>>

/** Thrown when an account was not connected. The creator sees the reason. */
export class ConnectRefusal extends Error {
  readonly failure: ConnectFailure

  constructor(failure: ConnectFailure) {
    super(`not connected: ${failure}`)
    this.name = 'ConnectRefusal'
    this.failure = failure
  }
}

/** Opens the connectors of all configured platforms. */
export function openConnectors({ twitch, youtube }: Pick<Config, 'twitch' | 'youtube'>): Connectors {
  return {
    ...(twitch && { twitch: twitchConnector(twitch) }),
    ...(youtube && { youtube: youtubeConnector(youtube) }),
  }
}

/** The scope for reading which account the creator chose. The bot posts with its own account, so no other scope is needed. */
const twitchScope = 'user:read:email'

/** Opens Twitch's connector, without PKCE (dev.twitch.tv/docs/authentication/getting-tokens-oauth). */
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

/** The scope for finding the live chat. The bot posts with its own account, so no other scope is needed. */
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
