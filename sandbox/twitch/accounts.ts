/** Twitch's people and what they allowed: users, the app, codes and tokens. */
import { makeDigits, makeLowerCaseSecret } from '../secrets.ts'
import type { State } from '../state.ts'

export interface TwitchUser {
  id: string
  login: string
  displayName: string
  email: string
  createdAt: string
}

interface Code {
  login: string
  scopes: string[]
  /** Undefined when the permission was given by the control call: then any address will do. */
  redirectUri?: string
  expiresAt: number
}

/** What a user allowed the app; its key is the refresh token, which Twitch keeps at a refresh. */
interface Grant {
  login: string
  scopes: string[]
}

/** Whom an access token speaks for. */
export interface Access extends Grant {
  refreshToken: string
  expiresAt: number
}

export interface Tokens {
  accessToken: string
  refreshToken: string
  scopes: string[]
  expiresIn: number
}

export interface Accounts {
  app: { clientId: string; clientSecret: string; botRefreshToken: string }
  users: Record<string, TwitchUser>
  codes: Record<string, Code>
  grants: Record<string, Grant>
  accesses: Record<string, Access>
  redirects: Record<string, true>
  save(): void
}

export const botLogin = 'brimfulbot'
/** What a login looks like. */
export const loginPattern = /^[a-z0-9][a-z0-9_]{2,24}$/
const accessSeconds = 4 * 3600
const codeMs = 10 * 60_000

/** Opens the accounts; the app and the bot are made the first time. */
export function openAccounts(state: State): Accounts {
  const app = state.collection<string>('twitch.app')
  const accounts: Accounts = {
    app: { clientId: '', clientSecret: '', botRefreshToken: '' },
    users: state.collection('twitch.users'),
    codes: state.collection('twitch.codes'),
    grants: state.collection('twitch.grants'),
    accesses: state.collection('twitch.accesses'),
    redirects: state.collection('twitch.redirects'),
    save: state.save,
  }
  ensureUser(accounts, { login: botLogin, displayName: 'BrimfulBot', email: 'bot@viewers.example' })
  const clientId = (app.clientId ??= makeLowerCaseSecret(30))
  const clientSecret = (app.clientSecret ??= makeLowerCaseSecret(30))
  const bot = { login: botLogin, scopes: ['chat:read', 'chat:edit'] }
  const botRefreshToken = accounts.grants[app.botRefreshToken ?? '']
    ? app.botRefreshToken!
    : addGrant(accounts, bot) // new as well after somebody revoked it: a restart sets the bot right
  app.botRefreshToken = botRefreshToken
  return { ...accounts, app: { clientId, clientSecret, botRefreshToken } }
}

/** The user of that login, made when new; details that are given replace what was known. */
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

/** Everybody, by name. */
export function listUsers(accounts: Accounts): TwitchUser[] {
  return Object.values(accounts.users).sort((a, b) => a.login.localeCompare(b.login))
}

/** The person pressed Authorize. */
export function makeCode(accounts: Accounts, wish: Omit<Code, 'expiresAt'>): string {
  forgetExpired(accounts.codes)
  const code = makeLowerCaseSecret(30)
  accounts.codes[code] = { ...wish, expiresAt: Date.now() + codeMs }
  accounts.save()
  return code
}

/** Spends a code; undefined when it is unknown, spent, stale, or was made for another address. */
export function redeemCode(accounts: Accounts, code: string, redirectUri: string): Tokens | undefined {
  const found = accounts.codes[code]
  delete accounts.codes[code]
  if (!found || found.expiresAt < Date.now()) return undefined
  if (found.redirectUri !== undefined && found.redirectUri !== redirectUri) return undefined
  return makeTokens(accounts, addGrant(accounts, { login: found.login, scopes: found.scopes }))
}

/** New tokens for a refresh token that stands; the refresh token stays the same. */
export function refreshTokens(accounts: Accounts, refreshToken: string): Tokens | undefined {
  return accounts.grants[refreshToken] && makeTokens(accounts, refreshToken)
}

/** Whom an access token speaks for, while it lives. */
export function findAccess(accounts: Accounts, token: string): Access | undefined {
  const access = accounts.accesses[token]
  return access && access.expiresAt > Date.now() ? access : undefined
}

/** Ends the permission that an access or refresh token stands for. */
export function revokeToken(accounts: Accounts, token: string): boolean {
  const refreshToken = accounts.grants[token] ? token : accounts.accesses[token]?.refreshToken
  if (refreshToken) dropGrant(accounts, refreshToken)
  return Boolean(refreshToken)
}

/** The user disconnects the app in Twitch's own settings; says how many permissions that ended. */
export function disconnectUser(accounts: Accounts, login: string): number {
  const ended = Object.keys(accounts.grants).filter((token) => accounts.grants[token]?.login === login)
  for (const token of ended) dropGrant(accounts, token)
  return ended.length
}

/** Lets a user's access tokens run out at once; the refresh tokens stay good. */
export function expireAccess(accounts: Accounts, login: string): number {
  const ended = Object.keys(accounts.accesses).filter((token) => accounts.accesses[token]?.login === login)
  for (const token of ended) delete accounts.accesses[token]
  accounts.save()
  return ended.length
}

function addGrant(accounts: Accounts, grant: Grant): string {
  const refreshToken = makeLowerCaseSecret(50)
  accounts.grants[refreshToken] = grant
  accounts.save()
  return refreshToken
}

function makeTokens(accounts: Accounts, refreshToken: string): Tokens {
  forgetExpired(accounts.accesses)
  const { login, scopes } = accounts.grants[refreshToken]!
  const accessToken = makeLowerCaseSecret(30)
  const expiresAt = Date.now() + accessSeconds * 1000
  accounts.accesses[accessToken] = { login, scopes, refreshToken, expiresAt }
  accounts.save()
  return { accessToken, refreshToken, scopes, expiresIn: accessSeconds }
}

function dropGrant(accounts: Accounts, refreshToken: string): void {
  delete accounts.grants[refreshToken]
  for (const [token, access] of Object.entries(accounts.accesses)) {
    if (access.refreshToken === refreshToken) delete accounts.accesses[token]
  }
  accounts.save()
}

function forgetExpired(dated: Record<string, { expiresAt: number }>): void {
  for (const [key, { expiresAt }] of Object.entries(dated)) if (expiresAt < Date.now()) delete dated[key]
}
