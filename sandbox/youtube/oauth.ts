/** Implements the part of Google's authorization service that the YouTube connection uses. */
import type { Request, Response, Router } from 'express'
import * as z from 'zod'
import { isRegisteredRedirect, withParams } from '../redirects.ts'
import { answer } from '../faults.ts'
import {
  accessSeconds,
  type Accounts,
  ensureChannel,
  findChannel,
  redeemCode,
  type Redeemed,
  revokeToken,
} from './accounts.ts'
import { oauthError } from './api-error.ts'
import { consentPage, type ConsentQuery, consentQuery, isOptional, listScopes } from './consent-page.ts'
import type { Signer } from './id-token.ts'

const oneOrMany = z.union([z.string().transform((one) => [one]), z.array(z.string())])

const consentForm = consentQuery.extend({
  decision: z.enum(['allow', 'deny']),
  channel: z.string().default(''),
  newTitle: z.string().default(''),
  granted: oneOrMany.default([]),
})

/** Adds the routes under /google, and the user info, which is at the API's address. */
export function addOauth(router: Router, accounts: Accounts, signer: Signer): void {
  router.get('/google/auth', (request, response) => {
    const query = consentQuery.safeParse(request.query)
    const error = query.success ? errorOf(accounts, query.data) : 'invalid_request'
    if (!query.success || error) return void response.status(400).send(refusalText(error!))
    response.send(consentPage(accounts, query.data))
  })
  router.post('/google/auth', (request, response) => decide(accounts, request, response))
  const issue = answer((request) => issueTokens(accounts, signer, request))
  const revoke = answer((request) => {
    const token = request.query.token ?? (request.body as Record<string, unknown> | undefined)?.token
    const isRevoked = typeof token === 'string' && revokeToken(accounts, token)
    if (!isRevoked) throw oauthError(400, 'invalid_token', 'Token expired or revoked')
    return {}
  })
  router.post('/google/token', issue)
  router.post('/google/revoke', revoke)
  router.get('/google/certs', (_request, response) => void response.json(signer.listKeys()))
  const user = answer((request) => showUser(accounts, request))
  router.get(['/oauth2/v2/userinfo', '/oauth2/v3/userinfo', '/google/userinfo'], user)
}

function errorOf(accounts: Accounts, query: ConsentQuery): string | undefined {
  if (query.client_id !== accounts.app.clientId) return 'invalid_client'
  if (!isRegisteredRedirect(query.redirect_uri, accounts.redirects)) return 'redirect_uri_mismatch'
  if (query.response_type !== 'code') return 'unsupported_response_type'
  return query.code_challenge && query.code_challenge_method !== 'S256' ? 'invalid_request' : undefined
}

function refusalText(error: string): string {
  return `Access blocked: Error 400: ${error}`
}

function decide(accounts: Accounts, request: Request, response: Response): void {
  const form = consentForm.safeParse(request.body)
  const error = form.success ? errorOf(accounts, form.data) : 'invalid_request'
  if (!form.success || error) return void response.status(400).send(refusalText(error!))
  const { redirect_uri: redirectUri, state, granted, newTitle, access_type, prompt = '' } = form.data
  if (form.data.decision === 'deny')
    return response.redirect(withParams(redirectUri, { error: 'access_denied', state }))

  const title = newTitle.trim()
  const channel = title ? ensureChannel(accounts, { title }) : findChannel(accounts, form.data.channel)
  if (!channel) return void response.status(400).send('Choose a channel.')
  const scopes = listScopes(form.data.scope).filter((scope) => !isOptional(scope) || granted.includes(scope))
  const asksForConsent = prompt.split(' ').includes('consent')
  const code = accounts.oauth.makeCode({
    channelId: channel.id,
    scopes,
    isOffline: access_type === 'offline' && (asksForConsent || !accounts.consents[channel.id]),
    nonce: form.data.nonce,
    codeChallenge: form.data.code_challenge,
    redirectUri,
  })
  const scope = scopes.join(' ')
  response.redirect(withParams(redirectUri, { state, code, scope, authuser: '0', prompt: 'consent' }))
}

function issueTokens(accounts: Accounts, signer: Signer, request: Request) {
  const params = {
    ...basicAuth(request),
    ...(request.body as Record<string, string | undefined> | undefined),
  }
  const { clientId, clientSecret } = accounts.app
  if (!params.client_id)
    throw oauthError(400, 'invalid_request', 'Could not determine client ID from request.')
  if (params.client_id !== clientId)
    throw oauthError(401, 'invalid_client', 'The OAuth client was not found.')
  if (params.client_secret !== clientSecret) throw oauthError(401, 'invalid_client', 'Unauthorized')
  if (params.grant_type === 'authorization_code') {
    const { code, redirect_uri: redirectUri = '', code_verifier: verifier } = params
    if (!code) throw oauthError(400, 'invalid_request', 'Missing required parameter: code')
    return showTokens(accounts, signer, redeemCode(accounts, { code, redirectUri, verifier }))
  }
  if (params.grant_type !== 'refresh_token')
    throw oauthError(400, 'unsupported_grant_type', `Invalid grant_type: ${params.grant_type ?? ''}`)
  const grant = accounts.oauth.findGrant(params.refresh_token ?? '')
  if (!grant) throw oauthError(400, 'invalid_grant', 'Token has been expired or revoked.')
  return showTokens(accounts, signer, grant)
}

function showTokens(accounts: Accounts, signer: Signer, redeemed: Redeemed) {
  const { channelId, scopes, refreshToken } = redeemed
  return {
    access_token: accounts.oauth.makeAccess({ channelId, scopes }),
    expires_in: accessSeconds,
    refresh_token: refreshToken,
    scope: scopes.join(' '),
    token_type: 'Bearer',
    ...(scopes.includes('openid') && { id_token: signer.signIdToken(accounts, redeemed) }),
  }
}

function showUser(accounts: Accounts, request: Request) {
  const token = /^Bearer (.+)$/i.exec(request.get('authorization') ?? '')?.[1]
  const access = token ? accounts.oauth.findAccess(token) : undefined
  if (!access) throw oauthError(401, 'invalid_request', 'Invalid Credentials')
  const { accountId, email, title } = accounts.channels[access.channelId]!
  const mayReadEmail = access.scopes.includes('https://www.googleapis.com/auth/userinfo.email')
  const id = request.path.includes('/v2/') ? { id: accountId } : { sub: accountId }
  const verified = request.path.includes('/v2/') ? { verified_email: true } : { email_verified: true }
  return { ...id, ...(mayReadEmail && { email, ...verified }), name: title }
}

function basicAuth(request: Request): Record<string, string> {
  const encoded = /^Basic (.+)$/i.exec(request.get('authorization') ?? '')?.[1]
  if (!encoded) return {}
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':').map(decodeURIComponent)
  return { client_id: id, client_secret: secret }
}
