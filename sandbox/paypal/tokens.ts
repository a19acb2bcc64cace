/** PayPal's token endpoint: for the app itself, and for people who log in with PayPal. */
import type { Request } from 'express'
import * as z from 'zod'
import { notAuthenticated, oauthError } from './api-error.ts'
import type { Book, Token } from './book.ts'
import { makeSecret } from './ids.ts'

const appLifetime = 32_400
const userLifetime = 28_800
const refreshLifetime = 10 * 365 * 24 * 3600

const form = z.object({
  grant_type: z.string(),
  code: z.string().default(''),
  refresh_token: z.string().default(''),
  redirect_uri: z.string().optional(),
})

/** Answers POST /v1/oauth2/token. */
export function grantToken(book: Book, request: Request): Record<string, unknown> {
  requireClient(book, request)
  const parsed = form.safeParse(request.body)
  if (!parsed.success) throw oauthError(400, 'invalid_request', 'grant_type is null')
  const { grant_type, code, refresh_token, redirect_uri } = parsed.data
  switch (grant_type) {
    case 'client_credentials':
      return grantToApp(book)
    case 'authorization_code':
      return grantForCode(book, code, redirect_uri)
    case 'refresh_token':
      return grantForRefresh(book, refresh_token)
    default:
      throw oauthError(400, 'unsupported_grant_type', 'Grant Type is NULL or unsupported')
  }
}

/** Throws unless the call carries a live token of this kind; answers with the token's record. */
export function requireBearer(book: Book, request: Request, kind: 'app' | 'user'): Token {
  const [scheme, value = ''] = (request.get('authorization') ?? '').split(' ')
  if (scheme !== 'Bearer') throw notAuthenticated()
  const token = book.tokens[value]
  if (!token || token.expiresAt < Date.now() || token.kind !== kind) {
    throw oauthError(401, 'invalid_token', 'The token passed in was not found in the system')
  }
  return token
}

/** Forgets the token that this call carries, so that it never works again. */
export function revokeBearer(book: Book, request: Request): void {
  const value = request.get('authorization')?.split(' ')[1]
  if (value) delete book.tokens[value]
}

/** Stores a new token of this kind and answers with it. */
export function issueToken(book: Book, lifetime: number, token: Omit<Token, 'expiresAt'>): string {
  for (const [key, { expiresAt }] of Object.entries(book.tokens)) {
    if (expiresAt < Date.now()) delete book.tokens[key]
  }
  const value = `A21AA${makeSecret(48)}`
  book.tokens[value] = { ...token, expiresAt: Date.now() + lifetime * 1000 }
  book.save()
  return value
}

function requireClient(book: Book, request: Request): void {
  const [scheme, encoded = ''] = (request.get('authorization') ?? '').split(' ')
  const expected = `${book.app.clientId}:${book.app.clientSecret}`
  const isRight = scheme === 'Basic' && Buffer.from(encoded, 'base64').toString() === expected
  if (!isRight) throw oauthError(401, 'invalid_client', 'Client Authentication failed')
}

function grantToApp(book: Book): Record<string, unknown> {
  const scope =
    'https://uri.paypal.com/services/payments/payment https://uri.paypal.com/services/payments/refund'
  const access_token = issueToken(book, appLifetime, { kind: 'app', scope })
  const app_id = `APP-${book.app.webhookId}`
  return { scope, access_token, token_type: 'Bearer', app_id, expires_in: appLifetime, nonce: nonce() }
}

function grantForCode(book: Book, code: string, redirectUri: string | undefined): Record<string, unknown> {
  const known = book.tokens[code]
  delete book.tokens[code] // a code works once
  const isGood = known?.kind === 'code' && known.expiresAt > Date.now()
  const isSameAddress = redirectUri === undefined || known?.redirectUri === redirectUri
  if (!isGood || !isSameAddress) throw oauthError(400, 'invalid_grant', 'Invalid authorization code')
  const { merchantId, scope } = known
  const refresh_token = issueToken(book, refreshLifetime, { kind: 'refresh', merchantId, scope })
  return { ...userToken(book, { merchantId, scope }), refresh_token }
}

function grantForRefresh(book: Book, value: string): Record<string, unknown> {
  const known = book.tokens[value]
  if (known?.kind !== 'refresh') throw oauthError(400, 'invalid_grant', 'Invalid refresh token')
  return userToken(book, known)
}

function userToken(book: Book, { merchantId, scope }: Pick<Token, 'merchantId' | 'scope'>) {
  const access_token = issueToken(book, userLifetime, { kind: 'user', merchantId, scope })
  return { scope, access_token, token_type: 'Bearer', expires_in: userLifetime, nonce: nonce() }
}

function nonce(): string {
  return `${new Date().toISOString()}${makeSecret(24)}`
}
