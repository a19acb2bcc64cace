/** Implements PayPal's token endpoint: access tokens for the app, and for users who log in with PayPal. */
import type { Request } from 'express'
import * as z from 'zod'
import { notAuthenticated, oauthError } from './api-error.ts'
import type { Store, Token } from './store.ts'
import { makeSecret } from '../secrets.ts'
import { removeExpired } from '../state.ts'

const appLifetime = 32_400
const userLifetime = 28_800
const refreshLifetime = 10 * 365 * 24 * 3600

const form = z.object({
  grant_type: z.string(),
  code: z.string().default(''),
  refresh_token: z.string().default(''),
  redirect_uri: z.string().optional(),
})

/** Responds to POST /v1/oauth2/token. */
export function grantToken(store: Store, request: Request): Record<string, unknown> {
  requireClient(store, request)
  const parsed = form.safeParse(request.body)
  if (!parsed.success) throw oauthError(400, 'invalid_request', 'grant_type is null')
  const { grant_type, code, refresh_token, redirect_uri } = parsed.data
  switch (grant_type) {
    case 'client_credentials':
      return grantToApp(store)
    case 'authorization_code':
      return grantForCode(store, code, redirect_uri)
    case 'refresh_token':
      return grantForRefresh(store, refresh_token)
    default:
      throw oauthError(400, 'unsupported_grant_type', 'Grant Type is NULL or unsupported')
  }
}

/** Returns the stored token of a call. Throws a 401 unless it is valid and of the given kind. */
export function requireBearer(store: Store, request: Request, kind: 'app' | 'user'): Token {
  const [scheme, value = ''] = (request.get('authorization') ?? '').split(' ')
  if (scheme !== 'Bearer') throw notAuthenticated()
  const token = store.tokens[value]
  if (!token || token.expiresAt < Date.now() || token.kind !== kind) {
    throw oauthError(401, 'invalid_token', 'The token passed in was not found in the system')
  }
  return token
}

/** Revokes the token of a call. */
export function revokeBearer(store: Store, request: Request): void {
  const value = request.get('authorization')?.split(' ')[1]
  if (value) delete store.tokens[value]
}

/** Stores a new token that is valid for `lifetime` seconds, and returns it. */
export function issueToken(store: Store, lifetime: number, token: Omit<Token, 'expiresAt'>): string {
  removeExpired(store.tokens, ({ expiresAt }) => expiresAt)
  const value = `A21AA${makeSecret(48)}`
  store.tokens[value] = { ...token, expiresAt: Date.now() + lifetime * 1000 }
  store.save()
  return value
}

function requireClient(store: Store, request: Request): void {
  const [scheme, encoded = ''] = (request.get('authorization') ?? '').split(' ')
  const expected = `${store.app.clientId}:${store.app.clientSecret}`
  const isRight = scheme === 'Basic' && Buffer.from(encoded, 'base64').toString() === expected
  if (!isRight) throw oauthError(401, 'invalid_client', 'Client Authentication failed')
}

function grantToApp(store: Store): Record<string, unknown> {
  const scope =
    'https://uri.paypal.com/services/payments/payment https://uri.paypal.com/services/payments/refund'
  const access_token = issueToken(store, appLifetime, { kind: 'app', scope })
  const app_id = `APP-${store.app.webhookId}`
  return { scope, access_token, token_type: 'Bearer', app_id, expires_in: appLifetime, nonce: nonce() }
}

function grantForCode(store: Store, code: string, redirectUri: string | undefined): Record<string, unknown> {
  const known = store.tokens[code]
  delete store.tokens[code] // a code works once
  const isGood = known?.kind === 'code' && known.expiresAt > Date.now()
  const isSameAddress = redirectUri === undefined || known?.redirectUri === redirectUri
  if (!isGood || !isSameAddress) throw oauthError(400, 'invalid_grant', 'Invalid authorization code')
  const { merchantId, scope } = known
  const refresh_token = issueToken(store, refreshLifetime, { kind: 'refresh', merchantId, scope })
  return { ...userToken(store, { merchantId, scope }), refresh_token }
}

function grantForRefresh(store: Store, value: string): Record<string, unknown> {
  const known = store.tokens[value]
  if (known?.kind !== 'refresh') throw oauthError(400, 'invalid_grant', 'Invalid refresh token')
  return userToken(store, known)
}

function userToken(store: Store, { merchantId, scope }: Pick<Token, 'merchantId' | 'scope'>) {
  const access_token = issueToken(store, userLifetime, { kind: 'user', merchantId, scope })
  return { scope, access_token, token_type: 'Bearer', expires_in: userLifetime, nonce: nonce() }
}

function nonce(): string {
  return `${new Date().toISOString()}${makeSecret(24)}`
}
