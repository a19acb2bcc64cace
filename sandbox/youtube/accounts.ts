/** Stores Google accounts with their YouTube channels, the app, and the rights that the accounts have granted to it. */
import { createHash } from 'node:crypto'
import { type Access, type Grant, openOAuthTokens, type OAuthTokens } from '../oauth-tokens.ts'
import { makeDigits, makeSecret } from '../secrets.ts'
import { oauthError } from './api-error.ts'
import type { State } from '../state.ts'

export interface Channel {
  id: string
  title: string
  /** The part of the channel's address after the @. */
  handle: string
  email: string
  /** Google's id of the account, `sub`. */
  accountId: string
  publishedAt: string
}

interface Owner {
  channelId: string
}

interface CodeDetails {
  /** Whether the app asked for a refresh token. */
  isOffline: boolean
  nonce?: string | undefined
  codeChallenge?: string | undefined
}

export type ChannelAccess = Access<Owner>

/** The result of exchanging a code or refresh token: the grant for which tokens are issued. */
export type Redeemed = Grant<Owner> & { refreshToken?: string; nonce?: string | undefined }

export interface Accounts {
  app: { clientId: string; clientSecret: string; botRefreshToken: string; botChannelId: string }
  channels: Record<string, Channel>
  oauth: OAuthTokens<Owner, CodeDetails>
  /** The channels that have consented before, because Google then issues another refresh token only on request. */
  consents: Record<string, true>
  redirects: Record<string, true>
  save(): void
}

/** How long an access token is valid. */
export const accessSeconds = 3599
export const youtubeScope = 'https://www.googleapis.com/auth/youtube'

/** Opens the stored accounts. A new store gets the app and the bot. */
export function openAccounts(state: State): Accounts {
  const app = state.collection<string>('google.app')
  const oauth = openOAuthTokens<Owner, CodeDetails>(state, {
    names: { codes: 'google.codes', grants: 'google.refreshes', accesses: 'google.accesses' },
    accessSeconds,
    makeSecret: {
      code: () => `4/0A${makeSecret(45)}`,
      refresh: () => `1//0${makeSecret(60)}`,
      access: () => `ya29.${makeSecret(80)}`,
    },
  })
  const channels = state.collection<Channel>('google.channels')
  const bot = ensureChannel(
    { channels, save: state.save },
    { title: 'Brimful Bot', email: 'bot@channels.example' },
  )
  const clientId = (app.clientId ??= `${makeDigits(12)}-${makeDigits(16)}.apps.googleusercontent.com`)
  const clientSecret = (app.clientSecret ??= `GOCSPX-${makeSecret(21)}`)
  // A bot whose token was revoked gets a new one at the next start.
  if (!oauth.findGrant(app.botRefreshToken ?? ''))
    app.botRefreshToken = oauth.addGrant({ channelId: bot.id, scopes: [`${youtubeScope}.force-ssl`] })
  return {
    app: { clientId, clientSecret, botRefreshToken: app.botRefreshToken!, botChannelId: bot.id },
    channels,
    oauth,
    consents: state.collection('google.consents'),
    redirects: state.collection('google.redirects'),
    save: state.save,
  }
}

type Channels = Pick<Accounts, 'channels' | 'save'>

/** Returns the channel with this id or title, created if new. A given email address replaces the stored one. */
export function ensureChannel(
  accounts: Channels,
  { id, title, email }: { id?: string; title?: string; email?: string },
): Channel {
  const known = findChannel(accounts, id ?? title ?? '')
  const name = title ?? known?.title ?? 'New channel'
  const channel: Channel = {
    id: known?.id ?? id ?? `UC${makeSecret(16)}`,
    title: name,
    handle: known?.handle ?? freeHandle(accounts, name),
    email: email ?? known?.email ?? `${name.toLowerCase().replace(/[^a-z0-9]+/g, '.')}@channels.example`,
    accountId: known?.accountId ?? makeDigits(21),
    publishedAt: known?.publishedAt ?? new Date().toISOString(),
  }
  accounts.channels[channel.id] = channel
  accounts.save()
  return channel
}

/** Returns the channel with this id, handle (with or without @), title or email address. */
export function findChannel(accounts: Pick<Channels, 'channels'>, name: string): Channel | undefined {
  const wanted = name.toLowerCase().replace(/^@/, '')
  const all = Object.values(accounts.channels)
  return (
    accounts.channels[name] ??
    all.find(({ handle }) => handle === wanted) ??
    all.find(({ title, email }) => title.toLowerCase() === wanted || email.toLowerCase() === wanted)
  )
}

/** Exchanges a code for tokens. Throws Google's error if the code is unknown, used, expired or was issued for another address. */
export function redeemCode(
  accounts: Accounts,
  { code, redirectUri, verifier }: { code: string; redirectUri: string; verifier?: string },
): Redeemed {
  const { oauth } = accounts
  const found = oauth.findCode(code)
  if (!found) throw oauthError(400, 'invalid_grant', 'Malformed auth code.')
  if (found.redirectUri !== undefined && found.redirectUri !== redirectUri)
    throw oauthError(400, 'redirect_uri_mismatch', 'Bad Request')
  if (found.codeChallenge && !verifier) throw oauthError(400, 'invalid_grant', 'Missing code verifier.')
  if (found.codeChallenge && found.codeChallenge !== challengeOf(verifier!))
    throw oauthError(400, 'invalid_grant', 'Invalid code verifier.')
  oauth.deleteCode(code)
  accounts.consents[found.channelId] = true
  const { channelId, scopes, nonce } = found
  return found.isOffline
    ? { channelId, scopes, nonce, refreshToken: oauth.addGrant({ channelId, scopes }) }
    : { channelId, scopes, nonce }
}

/** Revokes everything that a token's account granted, as Google does; returns false if the token is unknown. */
export function revokeToken(accounts: Accounts, token: string): boolean {
  const access = accounts.oauth.findGrant(token) ?? accounts.oauth.findAccess(token)
  if (access) disconnectChannel(accounts, access.channelId)
  return Boolean(access)
}

/** Revokes everything that a channel granted, as its owner can in Google's settings. */
export function disconnectChannel(accounts: Accounts, channelId: string): void {
  accounts.oauth.revoke((owner) => owner.channelId === channelId)
  delete accounts.consents[channelId]
}

function freeHandle({ channels }: Channels, title: string): string {
  const taken = new Set(Object.values(channels).map(({ handle }) => handle))
  const handle = title.toLowerCase().replace(/[^a-z0-9]/g, '') || 'channel'
  for (let at = 2; ; at += 1) {
    if (!taken.has(handle)) return handle
    if (!taken.has(`${handle}${at}`)) return `${handle}${at}`
  }
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
