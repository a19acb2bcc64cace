/** Implements Twitch's authorization service: consent, tokens, revocation and validation. */
import type { Request, Response, Router } from 'express'
import * as z from 'zod'
import { isRegisteredRedirect, withParams } from '../redirects.ts'
import { answer } from '../faults.ts'
import {
  type Accounts,
  ensureUser,
  issueAppToken,
  loginPattern,
  redeemCode,
  refreshTokens,
  revokeToken,
} from './accounts.ts'
import { refusal } from './api-error.ts'
import { redeemDevice } from './device.ts'
import { consentPage, type ConsentQuery, consentQuery } from './consent-page.ts'

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

const consentForm = consentQuery.extend({
  decision: z.enum(['authorize', 'cancel']),
  login: z.string().optional(),
  newLogin: z.string().optional(),
})

/** Adds the routes under /twitch/oauth2. Calls `onRevoked` after a grant has ended. */
export function addOauth(router: Router, accounts: Accounts, onRevoked: () => void): void {
  router.get('/twitch/oauth2/authorize', (request, response) => {
    const query = consentQuery.safeParse(request.query)
    const error = query.success ? errorOf(accounts, query.data) : 'missing client id or redirect uri'
    if (!query.success || error) return refuse(response, error!)
    response.send(consentPage(accounts, query.data))
  })
  router.post('/twitch/oauth2/authorize', (request, response) => decide(accounts, request, response))
  const issue = answer((request) => issueTokens(accounts, request))
  const revoke = answer((request) => {
    const { client_id: clientId, token } = paramsOf(request)
    if (!clientId) throw refusal(400, 'missing client id')
    if (clientId !== accounts.app.clientId) throw refusal(404, 'client does not exist')
    if (!token || !revokeToken(accounts, token)) throw refusal(400, 'Invalid token')
    onRevoked()
  })
  const check = answer((request) => validate(accounts, request))
  router.post('/twitch/oauth2/token', issue)
  router.post('/twitch/oauth2/revoke', revoke)
  router.get('/twitch/oauth2/validate', check)
}

function decide(accounts: Accounts, request: Request, response: Response): void {
  const form = consentForm.safeParse(request.body)
  const error = form.success ? errorOf(accounts, form.data) : 'incomplete form'
  if (!form.success || error) return refuse(response, error!)
  const { redirect_uri: redirectUri, state, scope } = form.data
  if (form.data.decision === 'cancel') {
    const error_description = 'The user denied you access'
    return response.redirect(withParams(redirectUri, { error: 'access_denied', error_description, state }))
  }
  const login = (form.data.newLogin?.trim() || form.data.login || '').toLowerCase()
  if (!loginPattern.test(login)) return refuse(response, 'choose a user of 3 to 25 letters, digits or _')
  ensureUser(accounts, { login })
  const code = accounts.oauth.makeCode({ login, scopes: listScopes(scope), redirectUri })
  response.redirect(withParams(redirectUri, { code, scope, state }))
}

function validate(accounts: Accounts, request: Request) {
  const token = /^(?:OAuth|Bearer) (.+)$/i.exec(request.get('authorization') ?? '')?.[1]
  if (!token) throw refusal(401, 'missing authorization token')
  const access = accounts.oauth.findAccess(token)
  if (!access) throw refusal(401, 'invalid access token')
  return {
    client_id: accounts.app.clientId,
    login: access.login,
    scopes: access.scopes,
    user_id: accounts.users[access.login]!.id,
    expires_in: Math.floor((access.expiresAt - Date.now()) / 1000),
  }
}

function errorOf(accounts: Accounts, query: ConsentQuery): string | undefined {
  if (query.client_id !== accounts.app.clientId) return 'invalid client'
  if (!isRegisteredRedirect(query.redirect_uri, accounts.redirects)) {
    return 'Parameter redirect_uri does not match registered URI'
  }
  return query.response_type === 'code' ? undefined : 'invalid response type'
}

function issueTokens(accounts: Accounts, request: Request) {
  const params = paramsOf(request)
  if (!params.client_id) throw refusal(400, 'missing client id')
  if (params.client_id !== accounts.app.clientId) throw refusal(400, 'invalid client')
  // The device code flow is for clients without a secret; a refresh of its tokens needs the secret of a client that has one.
  if (params.grant_type === deviceGrant) return redeemDevice(accounts, params)
  if (!params.client_secret) throw refusal(400, 'missing client secret')
  if (params.client_secret !== accounts.app.clientSecret) throw refusal(403, 'invalid client secret')
  if (params.grant_type === 'authorization_code') {
    if (!params.code) throw refusal(400, 'missing code')
    if (!params.redirect_uri) throw refusal(400, 'missing redirect uri')
    const tokens = redeemCode(accounts, params.code, params.redirect_uri)
    if (!tokens) throw refusal(400, 'Invalid authorization code')
    return tokens
  }
  if (params.grant_type === 'client_credentials') return issueAppToken(accounts)
  if (params.grant_type !== 'refresh_token')
    throw refusal(400, params.grant_type ? 'Invalid grant type' : 'missing grant type')
  if (!params.refresh_token) throw refusal(400, 'missing refresh token')
  const tokens = refreshTokens(accounts, params.refresh_token)
  if (!tokens) throw refusal(400, 'Invalid refresh token')
  return tokens
}

/** Returns the parameters, which Twitch accepts in the form or in the query. */
function paramsOf(request: Request): Record<string, string | undefined> {
  const given = { ...request.query, ...(request.body as Record<string, unknown> | undefined) }
  return Object.fromEntries(
    Object.entries(given).flatMap(([k, v]) => (typeof v === 'string' ? [[k, v]] : [])),
  )
}

function listScopes(scope: string): string[] {
  return scope.split(' ').filter(Boolean)
}

function refuse(response: Response, message: string): void {
  const { status, body } = refusal(400, message)
  response.status(status).json(body)
}
