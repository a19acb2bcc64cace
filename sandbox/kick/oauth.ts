/** Implements Kick's authorization service: docs.kick.com/getting-started/generating-tokens-oauth2-flow. */
import { createHash } from 'node:crypto'
import type { Request, Router } from 'express'
import * as z from 'zod'
import { ApiError, answer } from '../faults.ts'
import { escapeHtml, hiddenFields, page } from '../page.ts'
import { isRegisteredRedirect, withParams } from '../redirects.ts'
import { type Accounts, namePattern } from './accounts.ts'

/** The scopes of docs.kick.com/scopes. */
const knownScopes = new Set([
  'user:read',
  'channel:read',
  'channel:write',
  'channel:rewards:read',
  'channel:rewards:write',
  'chat:write',
  'streamkey:read',
  'events:subscribe',
  'moderation:ban',
  'moderation:chat_message:manage',
  'kicks:read',
])

const consentQuery = z.object({
  client_id: z.string(),
  response_type: z.literal('code'),
  redirect_uri: z.string(),
  state: z.string().min(1),
  scope: z.string().min(1),
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.literal('S256'),
})
type ConsentQuery = z.output<typeof consentQuery>
const consentForm = consentQuery.extend({ decision: z.enum(['allow', 'deny']), name: z.string().default('') })

const invalid = (status = 400) => new ApiError(status, { error: 'Invalid request' })

/** Adds the routes under /kick/oauth. */
export function addOauth(router: Router, accounts: Accounts): void {
  router.get('/kick/oauth/authorize', (request, response) => {
    const query = consentQuery.safeParse(request.query)
    if (!query.success || !isValid(accounts, query.data))
      return void response.status(400).json({ error: 'Invalid request' })
    response.send(consentPage(query.data))
  })
  router.post('/kick/oauth/authorize', (request, response) => {
    const form = consentForm.safeParse(request.body)
    if (!form.success || !isValid(accounts, form.data))
      return void response.status(400).json({ error: 'Invalid request' })
    const {
      redirect_uri: redirectUri,
      state,
      scope,
      decision,
      name,
      code_challenge: codeChallenge,
    } = form.data
    if (decision === 'deny')
      return response.redirect(withParams(redirectUri, { error: 'access_denied', state }))
    if (!namePattern.test(name)) return void response.status(400).json({ error: 'Invalid request' })
    accounts.ensureUser(name)
    const code = accounts.oauth.makeCode({ name, scopes: scope.split(' '), redirectUri, codeChallenge })
    response.redirect(withParams(redirectUri, { code, state }))
  })
  router.post(
    '/kick/oauth/token',
    answer((request) => issueTokens(accounts, request)),
  )
  router.post(
    '/kick/oauth/token/introspect',
    answer((request) => introspect(accounts, request)),
  )
  router.post('/kick/oauth/revoke', (request, response) => {
    const { token } = request.query
    // The end of one token leaves the other as it is: Kick documents no more than that.
    if (typeof token === 'string') accounts.deleteToken(token)
    response.type('text').send('OK') // github.com/KickEngineering/KickDevDocs/issues/94: also for an unknown token
  })
}

function isValid({ app, redirects }: Accounts, query: ConsentQuery): boolean {
  if (query.client_id !== app.clientId || !isRegisteredRedirect(query.redirect_uri, redirects)) return false
  return query.scope.split(' ').every((scope) => knownScopes.has(scope))
}

function issueTokens(accounts: Accounts, request: Request) {
  if (!request.is('application/x-www-form-urlencoded')) throw invalid()
  const form = request.body as Record<string, string | undefined>
  if (form.client_id !== accounts.app.clientId || form.client_secret !== accounts.app.clientSecret)
    throw invalid(401)
  if (form.grant_type === 'authorization_code') return redeem(accounts, form)
  if (form.grant_type !== 'refresh_token') throw invalid()
  const grant = accounts.oauth.findGrant(form.refresh_token ?? '')
  if (!grant) throw invalid()
  accounts.endGrant(form.refresh_token!) // each refresh token works once
  return accounts.issue(grant)
}

function redeem(accounts: Accounts, form: Record<string, string | undefined>) {
  const code = accounts.oauth.findCode(form.code ?? '')
  if (!code) throw invalid()
  accounts.oauth.deleteCode(form.code!)
  // A code that a control call made has no challenge, and any redirect address may redeem it.
  if (code.redirectUri !== undefined && code.redirectUri !== form.redirect_uri) throw invalid()
  const challenge = createHash('sha256')
    .update(form.code_verifier ?? '')
    .digest('base64url')
  if (code.codeChallenge !== undefined && code.codeChallenge !== challenge) throw invalid()
  return accounts.issue(code)
}

function introspect(accounts: Accounts, request: Request) {
  const token = /^Bearer (.+)$/.exec(request.get('authorization') ?? '')?.[1] ?? ''
  const access = accounts.oauth.findAccess(token)
  if (!access) throw new ApiError(401, { data: {}, message: 'Unauthorized' })
  return {
    data: {
      active: true,
      client_id: accounts.app.clientId,
      token_type: 'user',
      scope: access.scopes.join(' '),
      exp: Math.floor(access.expiresAt / 1000),
    },
    message: 'OK',
  }
}

function consentPage(query: ConsentQuery): string {
  const scopes = query.scope.split(' ').map((scope) => `<li>${escapeHtml(scope)}</li>`)
  return page(
    'Authorize with Kick',
    `<p>The app at <b>${escapeHtml(new URL(query.redirect_uri).host)}</b> would like to use:</p><ul>${scopes.join('')}</ul>
<form method="post">${hiddenFields(query)}
<label>Continue as <input name="name" required pattern="[A-Za-z0-9_]{3,25}" autocomplete="off"></label>
<button class="primary" name="decision" value="allow">Allow</button>
<button name="decision" value="deny" formnovalidate>Deny</button></form>`,
  )
}
