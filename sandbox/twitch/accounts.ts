/** Stores Twitch's users, the app, and the rights that users have granted to it. */
import { type Access, openOAuthTokens, type OAuthTokens } from '../oauth-tokens.ts'
import { makeDigits, makeLowerCaseSecret } from '../secrets.ts'
import { removeExpired, type State } from '../state.ts'

export interface TwitchUser {
  id: string
  login: string
  displayName: string
  email: string
  createdAt: string
}

interface Owner {
  login: string
}

export type TwitchAccess = Access<Owner>

/** A device that asked for a code; `login` is set when that user has consented. */
export interface Device {
  userCode: string
  scopes: string[]
  expiresAt: number
  login?: string
}

export interface Accounts {
  app: { clientId: string; clientSecret: string; botRefreshToken: string }
  users: Record<string, TwitchUser>
  oauth: OAuthTokens<Owner>
  /** The app's own tokens, which are nobody's. */
  appTokens: Record<string, { expiresAt: number }>
  /** Devices that wait for a person's consent, by their code. */
  devices: Record<string, Device>
  redirects: Record<string, true>
  save(): void
}

export const botLogin = 'brimfulbot'
/** The format of a login. */
export const loginPattern = /^[a-z0-9][a-z0-9_]{2,24}$/
const accessSeconds = 4 * 3600
const appTokenSeconds = 5_011_271
/** What a newly connected bot has consented to. */
const botScopes = ['chat:read', 'chat:edit', 'user:bot', 'user:write:chat', 'user:read:moderated_channels']

/** Opens the stored accounts. A new store gets the app and the bot. */
export function openAccounts(state: State): Accounts {
  const app = state.collection<string>('twitch.app')
  const oauth = openOAuthTokens<Owner>(state, {
    names: { codes: 'twitch.codes', grants: 'twitch.grants', accesses: 'twitch.accesses' },
    accessSeconds,
    makeSecret: {
      code: () => makeLowerCaseSecret(30),
      refresh: () => makeLowerCaseSecret(50),
      access: () => makeLowerCaseSecret(30),
    },
  })
  const clientId = (app.clientId ??= makeLowerCaseSecret(30))
  const clientSecret = (app.clientSecret ??= makeLowerCaseSecret(30))
  // A bot whose token was revoked gets a new one at the next start.
  if (!oauth.findGrant(app.botRefreshToken ?? ''))
    app.botRefreshToken = oauth.addGrant({ login: botLogin, scopes: botScopes })
  const accounts: Accounts = {
    app: { clientId, clientSecret, botRefreshToken: app.botRefreshToken! },
    users: state.collection('twitch.users'),
    oauth,
    appTokens: state.collection('twitch.appTokens'),
    devices: state.collection('twitch.devices'),
    redirects: state.collection('twitch.redirects'),
    save: state.save,
  }
  ensureUser(accounts, { login: botLogin, displayName: 'BrimfulBot', email: 'bot@viewers.example' })
  return accounts
}

/** Returns the user with this login, created if new. Given details replace the stored ones. */
export function ensureUser(
  accounts: Accounts,
  { login, ...given }: { login: string; displayName?: string; email?: string },
): TwitchUser {
  const known = accounts.users[login]
  const user: TwitchUser = {
    id: known?.id ?? makeDigits(9),
    login,
    displayName: given.displayName ?? known?.displayName ?? login,
    email: given.email ?? known?.email ?? `${login}@viewers.example`,
    createdAt: known?.createdAt ?? new Date().toISOString(),
  }
  accounts.users[login] = user
  accounts.save()
  return user
}

/** Returns the user with this login, who exists. */
export const userOf = (accounts: Accounts, login: string): TwitchUser => accounts.users[login]!

/** Returns all users, sorted by login. */
export function listUsers(accounts: Accounts): TwitchUser[] {
  return Object.values(accounts.users).sort((a, b) => a.login.localeCompare(b.login))
}

/** Redeems a code; undefined when it is unknown, used, expired, or was issued for another address. */
export function redeemCode({ oauth }: Accounts, code: string, redirectUri: string) {
  const found = oauth.findCode(code)
  oauth.deleteCode(code)
  if (!found || (found.redirectUri !== undefined && found.redirectUri !== redirectUri)) return undefined
  return issueForGrant({ oauth }, { login: found.login, scopes: found.scopes })
}

/**
 * Issues a token of the app's own, which cannot be refreshed:
 * https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/#client-credentials-grant-flow
 */
export function issueAppToken({ appTokens, save }: Accounts) {
  removeExpired(appTokens, ({ expiresAt }) => expiresAt)
  const access_token = makeLowerCaseSecret(30)
  appTokens[access_token] = { expiresAt: Date.now() + appTokenSeconds * 1000 }
  save()
  return { access_token, expires_in: appTokenSeconds, token_type: 'bearer' }
}

/** Stores a user's grant, and returns its first tokens. */
export function issueForGrant({ oauth }: Pick<Accounts, 'oauth'>, grant: Owner & { scopes: string[] }) {
  return makeTokens(oauth, oauth.addGrant(grant))
}

/** Issues tokens for a refresh token, which stays valid; returns undefined if the refresh token is revoked or unknown. */
export function refreshTokens({ oauth }: Accounts, refreshToken: string) {
  return oauth.findGrant(refreshToken) && makeTokens(oauth, refreshToken)
}

/** Revokes the grant of an access or refresh token; returns false if there is none. */
export function revokeToken({ oauth }: Accounts, token: string): boolean {
  const refreshToken = oauth.findAccess(token)?.refreshToken ?? token
  return oauth.revoke((_owner, one) => one === refreshToken) > 0
}

function makeTokens(oauth: Accounts['oauth'], refresh_token: string) {
  const grant = oauth.findGrant(refresh_token)!
  const access_token = oauth.makeAccess(grant, refresh_token)
  return { access_token, expires_in: accessSeconds, refresh_token, scope: grant.scopes, token_type: 'bearer' }
}
