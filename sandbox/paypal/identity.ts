/** Implements Log in with PayPal: the consent page, and the user's details for the app. */
import type { Router } from 'express'
import * as z from 'zod'
import { escapeHtml, hiddenFields, sendPage } from '../page.ts'
import { badRequest } from './api-error.ts'
import { type Store, findMerchantByEmail, makeMerchant, type Merchant } from './store.ts'
import type { Api } from './api-handler.ts'
import type { PaypalContext } from './captures.ts'
import { withParams } from '../redirects.ts'
import { makeSecret } from '../secrets.ts'
import { page } from './pages.ts'
import { requireBearer } from './tokens.ts'

const codeLifetimeMs = 10 * 60 * 1000

const consentQuery = z.object({
  client_id: z.string(),
  response_type: z.literal('code'),
  scope: z.string().min(1),
  redirect_uri: z.url({ protocol: /^https?$/ }),
  state: z.string().default(''),
})

const consentForm = consentQuery.extend({
  email: z.email(),
  country: z.string().length(2).default('GB'),
  decision: z.enum(['agree', 'cancel']),
})

/** Adds the consent page and the user's details. */
export function addLogin(router: Router, api: Api, { store }: PaypalContext): void {
  router.get(['/connect', '/signin/authorize'], (request, response) => {
    const query = consentQuery.safeParse(request.query)
    if (query.data?.client_id !== store.app.clientId) return sendPage(response, 400, refusalPage())
    sendPage(response, 200, consentPage(store, query.data))
  })

  router.post('/connect', (request, response) => {
    const form = consentForm.safeParse(request.body)
    if (form.data?.client_id !== store.app.clientId) return sendPage(response, 400, refusalPage())
    response.redirect(303, returnAddress(store, form.data))
  })

  const showUser = api.handle(undefined, (request) => {
    const token = requireBearer(store, request, 'user')
    if (request.query.schema !== 'paypalv1.1') {
      throw badRequest([{ issue: 'INVALID_PARAMETER_VALUE', field: 'schema', location: 'query' }])
    }
    return { status: 200, body: userInfo(store.merchants[token.merchantId!]!, token.scope) }
  })
  router.get('/v1/identity/oauth2/userinfo', showUser)
}

/**
 * Returns the seller's account with an email address, and creates it if there is none. A new account can receive money and has
 * not consented to any partner.
 */
export function openAccount(store: Store, email: string, country: string): Merchant {
  const known = findMerchantByEmail(store, email)
  if (known) return known
  const merchant = makeMerchant({ email, country, hasConsented: false })
  store.merchants[merchant.merchantId] = merchant
  store.save()
  return merchant
}

function returnAddress(store: Store, form: z.infer<typeof consentForm>): string {
  const state = form.state || undefined
  if (form.decision === 'cancel') return withParams(form.redirect_uri, { state, error: 'access_denied' })
  const { merchantId } = openAccount(store, form.email, form.country)
  const code = `C21AA${makeSecret(32)}`
  const expiresAt = Date.now() + codeLifetimeMs
  const { scope, redirect_uri: redirectUri } = form
  store.tokens[code] = { kind: 'code', merchantId, scope, redirectUri, expiresAt }
  store.save()
  return withParams(redirectUri, { state, code, scope })
}

function userInfo(merchant: Merchant, scope: string): Record<string, unknown> {
  const scopes = scope.split(/[ +]/)
  const userId = `https://www.paypal.com/webapps/auth/identity/user/${merchant.merchantId}`
  return {
    user_id: userId,
    sub: userId,
    ...(scopes.includes('email') && {
      emails: [{ value: merchant.email, primary: true, confirmed: merchant.isEmailConfirmed }],
    }),
    ...(scopes.includes('https://uri.paypal.com/services/paypalattributes') && {
      payer_id: merchant.merchantId,
      verified_account: String(merchant.canReceive),
    }),
  }
}

function consentPage(store: Store, query: z.infer<typeof consentQuery>): string {
  const known = Object.values(store.merchants)
    .filter(({ merchantId }) => merchantId !== store.app.merchantId)
    .map(({ email }) => `<option value="${escapeHtml(email)}">`)
    .join('')
  return page(
    'Log in with PayPal',
    `<p>An app wants to see: <strong>${escapeHtml(query.scope)}</strong></p>
    <form method="post" action="/paypal/connect">${hiddenFields(query)}
      <label>PayPal email <input type="email" name="email" list="accounts" required autofocus></label>
      <datalist id="accounts">${known}</datalist>
      <label>Country <input name="country" value="GB" maxlength="2" required></label>
      <button name="decision" value="agree" class="primary">Agree and continue</button>
      <button name="decision" value="cancel" formnovalidate>Cancel</button>
    </form>`,
  )
}

function refusalPage(): string {
  return page('This link does not work', '<p>The app is unknown, or its link is incomplete.</p>')
}
