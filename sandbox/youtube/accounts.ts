/** Google's people and what they allowed: accounts with their YouTube channel, the app, codes and tokens. */
import { createHash } from 'node:crypto'
import { makeDigits, makeSecret } from '../secrets.ts'
import type { State } from '../state.ts'

export interface Channel {
  id: string
  title: string
  /** The part of the address after the @. */
  handle: string
  email: string
  /** What Google calls the account, `sub`. */
  accountId: string
  publishedAt: string
}

interface Code {
  channelId: string
  scopes: string[]
  isOffline: boolean
  nonce?: string
  codeChallenge?: string
  /** Undefined when the permission was given by the control call: then any address will do. */
  redirectUri?: string
  expiresAt: number
}

/** Whom a token speaks for, and what it may do. */
export interface Access {
  channelId: string
  scopes: string[]
}

export interface Tokens extends Access {
  accessToken: string
  refreshToken?: string
  nonce?: string
  expiresIn: number
}

export interface Accounts {
  app: { clientId: string; clientSecret: string; botRefreshToken: string; botChannelId: string }
  channels: Record<string, Channel>
  codes: Record<string, Code>
  refreshes: Record<string, Access>
  accesses: Record<string, Access & { expiresAt: number }>
  /** Who has allowed something before: Google then gives no second refresh token unless it is asked to. */
  consents: Record<string, true>
  redirects: Record<string, true>
  save(): void
}

const accessSeconds = 3599
const codeMs = 10 * 60_000
export const youtubeScope = 'https://www.googleapis.com/auth/youtube'

/** Opens the accounts; the app and the bot are made the first time. */
export function openAccounts(state: State): Accounts {
  const app = state.collection<string>('google.app')
  const accounts: Accounts = {
    app: { clientId: '', clientSecret: '', botRefreshToken: '', botChannelId: '' },
    channels: state.collection('google.channels'),
    codes: state.collection('google.codes'),
    refreshes: state.collection('google.refreshes'),
    accesses: state.collection('google.accesses'),
    consents: state.collection('google.consents'),
    redirects: state.collection('google.redirects'),
    save: state.save,
  }
  const bot = ensureChannel(accounts, { title: 'Brimful Bot', email: 'bot@channels.example' })
  const clientId = (app.clientId ??= `${makeDigits(12)}-${makeDigits(16)}.apps.googleusercontent.com`)
  const clientSecret = (app.clientSecret ??= `GOCSPX-${makeSecret(21)}`)
  const botAccess = { channelId: bot.id, scopes: [`${youtubeScope}.force-ssl`] }
  const botRefreshToken = accounts.refreshes[app.botRefreshToken ?? '']
    ? app.botRefreshToken!
    : addRefresh(accounts, botAccess) // new as well after somebody revoked it: a restart sets the bot right
  app.botRefreshToken = botRefreshToken
  return { ...accounts, app: { clientId, clientSecret, botRefreshToken, botChannelId: bot.id } }
}

/** The channel of that id or title, made when new; an e-mail address that is given replaces the known one. */
export function ensureChannel(
  accounts: Accounts,
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

/** By id, handle (with or without @), title or e-mail address. */
export function findChannel(accounts: Accounts, name: string): Channel | undefined {
  const wanted = name.toLowerCase().replace(/^@/, '')
  const all = Object.values(accounts.channels)
  return (
    accounts.channels[name] ??
    all.find(({ handle }) => handle === wanted) ??
    all.find(({ title, email }) => title.toLowerCase() === wanted || email.toLowerCase() === wanted)
  )
}

/** The account pressed Allow. */
export function makeCode(accounts: Accounts, wish: Omit<Code, 'expiresAt'>): string {
  forgetExpired(accounts.codes)
  const code = `4/0A${makeSecret(45)}`
  accounts.codes[code] = { ...wish, expiresAt: Date.now() + codeMs }
  accounts.save()
  return code
}

/** Spends a code, or says in Google's words why it is not good. */
export function redeemCode(
  accounts: Accounts,
  { code, redirectUri, verifier }: { code: string; redirectUri: string; verifier?: string },
): Tokens | { error: string; description: string } {
  const found = accounts.codes[code]
  if (!found || found.expiresAt < Date.now())
    return { error: 'invalid_grant', description: 'Malformed auth code.' }
  if (found.redirectUri !== undefined && found.redirectUri !== redirectUri) {
    return { error: 'redirect_uri_mismatch', description: 'Bad Request' }
  }
  if (found.codeChallenge && !verifier)
    return { error: 'invalid_grant', description: 'Missing code verifier.' }
  if (found.codeChallenge && found.codeChallenge !== challengeOf(verifier!)) {
    return { error: 'invalid_grant', description: 'Invalid code verifier.' }
  }
  delete accounts.codes[code]
  accounts.consents[found.channelId] = true
  const access = { channelId: found.channelId, scopes: found.scopes }
  const refreshToken = found.isOffline ? addRefresh(accounts, access) : undefined
  return { ...makeAccess(accounts, access), refreshToken, nonce: found.nonce }
}

/** A new access token; undefined when the refresh token is revoked or was never given. */
export function refreshAccess(accounts: Accounts, refreshToken: string): Tokens | undefined {
  const access = accounts.refreshes[refreshToken]
  return access && makeAccess(accounts, access)
}

/** Whom an access token speaks for, while it lives. */
export function findAccess(accounts: Accounts, token: string): Access | undefined {
  const access = accounts.accesses[token]
  return access && access.expiresAt > Date.now() ? access : undefined
}

/** Ends everything the account behind a token ever allowed the app, as Google does. */
export function revokeToken(accounts: Accounts, token: string): boolean {
  const access = accounts.refreshes[token] ?? findAccess(accounts, token)
  if (access) disconnectChannel(accounts, access.channelId)
  return Boolean(access)
}

/** The account removes the app in its Google settings. */
export function disconnectChannel(accounts: Accounts, channelId: string): void {
  for (const tokens of [accounts.refreshes, accounts.accesses]) {
    for (const [token, access] of Object.entries(tokens))
      if (access.channelId === channelId) delete tokens[token]
  }
  delete accounts.consents[channelId]
  accounts.save()
}

/** Lets a channel's access tokens run out at once; the refresh tokens stay good. */
export function expireAccess(accounts: Accounts, channelId: string): void {
  for (const [token, access] of Object.entries(accounts.accesses)) {
    if (access.channelId === channelId) delete accounts.accesses[token]
  }
  accounts.save()
}

function addRefresh(accounts: Accounts, access: Access): string {
  const refreshToken = `1//0${makeSecret(60)}`
  accounts.refreshes[refreshToken] = access
  accounts.save()
  return refreshToken
}

function makeAccess(accounts: Accounts, { channelId, scopes }: Access): Tokens {
  forgetExpired(accounts.accesses)
  const accessToken = `ya29.${makeSecret(80)}`
  accounts.accesses[accessToken] = { channelId, scopes, expiresAt: Date.now() + accessSeconds * 1000 }
  accounts.save()
  return { accessToken, channelId, scopes, expiresIn: accessSeconds }
}

function freeHandle(accounts: Accounts, title: string): string {
  const taken = new Set(Object.values(accounts.channels).map(({ handle }) => handle))
  const handle = title.toLowerCase().replace(/[^a-z0-9]/g, '') || 'channel'
  for (let at = 2; ; at += 1) {
    if (!taken.has(handle)) return handle
    if (!taken.has(`${handle}${at}`)) return `${handle}${at}`
  }
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

function forgetExpired(dated: Record<string, { expiresAt: number }>): void {
  for (const [key, { expiresAt }] of Object.entries(dated)) if (expiresAt < Date.now()) delete dated[key]
}
