/** Twitch's authorization service: consent, tokens, revocation and validation. */
import type { Request, Response, Router } from 'express'
import * as z from 'zod'
import { isRegisteredRedirect, withParams } from '../redirects.ts'
import {
  type Accounts,
  ensureUser,
  loginPattern,
  redeemCode,
  refreshTokens,
  revokeToken,
  type Tokens,
} from './accounts.ts'
import { consentPage, type ConsentQuery, consentQuery } from './consent-page.ts'

const consentForm = consentQuery.extend({
  decision: z.enum(['authorize', 'cancel']),
  login: z.string().optional(),
  newLogin: z.string().optional(),
})

/** Adds the routes under /twitch/oauth2. */
export function addOauth(router: Router, accounts: Accounts): void {
  router.get('/twitch/oauth2/authorize', (request, response) => {
    const query = consentQuery.safeParse(request.query)
    if (!query.success) return refuse(response, 400, 'missing client id or redirect uri')
    const error = errorOf(accounts, query.data)
    if (error) return refuse(response, 400, error)
    response.send(consentPage(accounts, query.data))
  })

  router.post('/twitch/oauth2/authorize', (request, response) => decide(accounts, request, response))
  router.post('/twitch/oauth2/token', (request, response) => issueTokens(accounts, request, response))

  router.post('/twitch/oauth2/revoke', (request, response) => {
    const { client_id: clientId, token } = paramsOf(request)
    if (!clientId) return refuse(response, 400, 'missing client id')
    if (clientId !== accounts.app.clientId) return refuse(response, 404, 'client does not exist')
    if (!token || !revokeToken(accounts, token)) return refuse(response, 400, 'Invalid token')
    response.status(200).end()
  })

  router.get('/twitch/oauth2/validate', (request, response) => validate(accounts, request, response))
}

function decide(accounts: Accounts, request: Request, response: Response): void {
  const form = consentForm.safeParse(request.body)
  if (!form.success) return refuse(response, 400, 'incomplete form')
  const error = errorOf(accounts, form.data)
  if (error) return refuse(response, 400, error)
  const { redirect_uri: redirectUri, state, scope } = form.data
  if (form.data.decision === 'cancel') {
    const error_description = 'The user denied you access'
    return response.redirect(withParams(redirectUri, { error: 'access_denied', error_description, state }))
  }
  const login = (form.data.newLogin?.trim() || form.data.login || '').toLowerCase()
  if (!loginPattern.test(login)) return refuse(response, 400, 'choose a user of 3 to 25 letters, digits or _')
  ensureUser(accounts, { login })
  const code = accounts.oauth.makeCode({ login, scopes: listScopes(scope), redirectUri })
  response.redirect(withParams(redirectUri, { code, scope, state }))
}

function validate(accounts: Accounts, request: Request, response: Response): void {
  const token = /^(?:OAuth|Bearer) (.+)$/i.exec(request.get('authorization') ?? '')?.[1]
  if (!token) return refuse(response, 401, 'missing authorization token')
  const access = accounts.oauth.findAccess(token)
  if (!access) return refuse(response, 401, 'invalid access token')
  response.json({
    client_id: accounts.app.clientId,
    login: access.login,
    scopes: access.scopes,
    user_id: accounts.users[access.login]!.id,
    expires_in: Math.floor((access.expiresAt - Date.now()) / 1000),
  })
}

function errorOf(accounts: Accounts, query: ConsentQuery): string | undefined {
  if (query.client_id !== accounts.app.clientId) return 'invalid client'
  if (!isRegisteredRedirect(query.redirect_uri, accounts.redirects)) {
    return 'Parameter redirect_uri does not match registered URI'
  }
  return query.response_type === 'code' ? undefined : 'invalid response type'
}

function issueTokens(accounts: Accounts, request: Request, response: Response): void {
  const params = paramsOf(request)
  if (!params.client_id) return refuse(response, 400, 'missing client id')
  if (params.client_id !== accounts.app.clientId) return refuse(response, 400, 'invalid client')
  if (!params.client_secret) return refuse(response, 400, 'missing client secret')
  if (params.client_secret !== accounts.app.clientSecret)
    return refuse(response, 403, 'invalid client secret')
  switch (params.grant_type) {
    case 'authorization_code': {
      if (!params.code) return refuse(response, 400, 'missing code')
      if (!params.redirect_uri) return refuse(response, 400, 'missing redirect uri')
      const tokens = redeemCode(accounts, params.code, params.redirect_uri)
      return tokens ? sendTokens(response, tokens) : refuse(response, 400, 'Invalid authorization code')
    }
    case 'refresh_token': {
      if (!params.refresh_token) return refuse(response, 400, 'missing refresh token')
      const tokens = refreshTokens(accounts, params.refresh_token)
      return tokens ? sendTokens(response, tokens) : refuse(response, 400, 'Invalid refresh token')
    }
    case undefined:
    default:
      return refuse(response, 400, params.grant_type ? 'Invalid grant type' : 'missing grant type')
  }
}

function sendTokens(response: Response, tokens: Tokens): void {
  response.set('cache-control', 'no-store').json({
    access_token: tokens.accessToken,
    expires_in: tokens.expiresIn,
    refresh_token: tokens.refreshToken,
    scope: tokens.scopes,
    token_type: 'bearer',
  })
}

/** The parameters, which Twitch accepts in the form and in the query. */
function paramsOf(request: Request): Record<string, string | undefined> {
  const given = { ...request.query, ...(request.body as Record<string, unknown> | undefined) }
  return Object.fromEntries(
    Object.entries(given).flatMap(([k, v]) => (typeof v === 'string' ? [[k, v]] : [])),
  )
}

function listScopes(scope: string): string[] {
  return scope.split(' ').filter(Boolean)
}

function refuse(response: Response, status: 400 | 401 | 403 | 404, message: string): void {
  const names = { 400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found' }
  response.status(status).json({ error: names[status], status, message })
}
