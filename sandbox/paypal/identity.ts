/** Log in with PayPal: the consent page's hand-over and what the app may then read. */
import { Router } from 'express'
import * as z from 'zod'
import { escapeHtml } from '../page.ts'
import { sendPage } from '../provider-page.ts'
import { badRequest } from './api-error.ts'
import { type Book, findMerchantByEmail, makeMerchant, type Merchant } from './book.ts'
import type { Door } from './door.ts'
import { makeSecret } from './ids.ts'
import { page } from './pages.ts'
import { requireBearer } from './tokens.ts'

const codeLifetimeMs = 10 * 60 * 1000

const asked = z.object({
  client_id: z.string(),
  response_type: z.literal('code'),
  scope: z.string().min(1),
  redirect_uri: z.url({ protocol: /^https?$/ }),
  state: z.string().default(''),
})

const answered = asked.extend({
  email: z.email(),
  country: z.string().length(2).default('GB'),
  decision: z.enum(['agree', 'cancel']),
})

/** The consent page and the user's details. */
export function identityRoutes(book: Book, door: Door): Router {
  const router = Router()

  router.get(['/connect', '/signin/authorize'], (request, response) => {
    const wish = asked.safeParse(request.query)
    if (!wish.success || wish.data.client_id !== book.app.clientId) {
      return sendPage(response, 400, refusalPage())
    }
    sendPage(response, 200, consentPage(book, wish.data))
  })

  router.post('/connect', (request, response) => {
    const form = answered.safeParse(request.body)
    if (!form.success || form.data.client_id !== book.app.clientId) {
      return sendPage(response, 400, refusalPage())
    }
    response.redirect(303, returnAddress(book, form.data))
  })

  router.get(
    '/v1/identity/oauth2/userinfo',
    door.openToAll(undefined, (request) => {
      const token = requireBearer(book, request, 'user')
      if (request.query.schema !== 'paypalv1.1') {
        throw badRequest([{ issue: 'INVALID_PARAMETER_VALUE', field: 'schema', location: 'query' }])
      }
      return { status: 200, body: userInfo(book.merchants[token.merchantId!]!, token.scope) }
    }),
  )

  return router
}

/** The seller's account for an address, opened when there is none: enough to be paid, no consent for a partner. */
export function openAccount(book: Book, email: string, country: string): Merchant {
  const known = findMerchantByEmail(book, email)
  if (known) return known
  const merchant = makeMerchant({ email, country, hasConsented: false })
  book.merchants[merchant.merchantId] = merchant
  book.save()
  return merchant
}

function returnAddress(book: Book, form: z.infer<typeof answered>): string {
  const address = new URL(form.redirect_uri)
  if (form.state) address.searchParams.set('state', form.state)
  if (form.decision === 'cancel') {
    address.searchParams.set('error', 'access_denied')
    return address.href
  }
  const { merchantId } = openAccount(book, form.email, form.country)
  const code = `C21AA${makeSecret(32)}`
  const expiresAt = Date.now() + codeLifetimeMs
  const { scope, redirect_uri: redirectUri } = form
  book.tokens[code] = { kind: 'code', merchantId, scope, redirectUri, expiresAt }
  book.save()
  address.searchParams.set('code', code)
  address.searchParams.set('scope', scope)
  return address.href
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

function consentPage(book: Book, wish: z.infer<typeof asked>): string {
  const hidden = Object.entries(wish)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')
  const known = Object.values(book.merchants)
    .filter(({ merchantId }) => merchantId !== book.app.merchantId)
    .map(({ email }) => `<option value="${escapeHtml(email)}">`)
    .join('')
  return page(
    'Log in with PayPal',
    `<p>An app asks to see: <strong>${escapeHtml(wish.scope)}</strong></p>
    <form method="post" action="/paypal/connect">${hidden}
      <label>PayPal e-mail <input type="email" name="email" list="accounts" required autofocus></label>
      <datalist id="accounts">${known}</datalist>
      <label>Country <input name="country" value="GB" maxlength="2" required></label>
      <button name="decision" value="agree" class="primary">Agree and continue</button>
      <button name="decision" value="cancel" formnovalidate>Cancel</button>
    </form>`,
  )
}

function refusalPage(): string {
  return page(
    'This link does not work',
    '<p>The app or the address it wants you sent to is not known here.</p>',
  )
}
