/** The page on which a seller connects an account to the platform, and goes back with what it became. */
import { Router } from 'express'
import * as z from 'zod'
import { escapeHtml } from '../page.ts'
import { sendPage } from '../provider-page.ts'
import type { Merchant, Referral } from './book.ts'
import { openAccount } from './identity.ts'
import { sellerLinks } from './onboarding.ts'
import { page } from './pages.ts'
import type { Desk } from './settle.ts'

const signUp = z.object({
  referralToken: z.string(),
  email: z.email(),
  country: z.string().length(2),
  isEmailConfirmed: z.string().optional(),
  canReceive: z.string().optional(),
  hasConsented: z.string().optional(),
})

/** The routes of /bizsignup. */
export function signUpRoutes(desk: Desk): Router {
  const { book } = desk
  const router = Router()

  router.get('/bizsignup/partner/entry', (request, response) => {
    const token = request.query.referralToken
    const referral = typeof token === 'string' ? book.referrals[token] : undefined
    if (typeof token !== 'string' || !referral)
      return sendPage(response, 404, page('This link has ended', '<p>Ask for a new one.</p>'))
    sendPage(response, 200, signUpPage(token, referral))
  })

  router.post('/bizsignup/partner/entry', (request, response) => {
    const form = signUp.safeParse(request.body)
    const referral = form.success ? book.referrals[form.data.referralToken] : undefined
    if (!form.success || !referral) {
      return sendPage(response, 400, page('Something is missing', '<p>Go back and fill in the form.</p>'))
    }
    const merchant = completeSignUp(desk, referral, form.data)
    if (!referral.returnUrl) {
      return sendPage(response, 200, page('You are connected', '<p>You can close this window.</p>'))
    }
    response.redirect(303, returnAddress(referral.returnUrl, merchant))
  })

  return router
}

function completeSignUp({ book, hooks }: Desk, referral: Referral, form: z.infer<typeof signUp>): Merchant {
  const merchant = openAccount(book, form.email, form.country.toUpperCase())
  Object.assign(merchant, {
    isEmailConfirmed: form.isEmailConfirmed === 'on',
    canReceive: form.canReceive === 'on',
    hasConsented: form.hasConsented === 'on',
    trackingId: referral.trackingId,
  })
  referral.merchantId = merchant.merchantId
  book.save()
  hooks.announce({
    type: 'MERCHANT.ONBOARDING.COMPLETED',
    resourceType: 'merchant-onboarding',
    resource: {
      partner_client_id: book.app.clientId,
      merchant_id: merchant.merchantId,
      tracking_id: merchant.trackingId,
      links: sellerLinks(book, merchant),
    },
    summary: 'The merchant account setup is completed',
  })
  return merchant
}

function returnAddress(returnUrl: string, merchant: Merchant): string {
  const address = new URL(returnUrl)
  const facts = {
    merchantId: merchant.trackingId ?? '',
    merchantIdInPayPal: merchant.merchantId,
    permissionsGranted: String(merchant.hasConsented),
    consentStatus: String(merchant.hasConsented),
    productIntentId: 'addipmt',
    isEmailConfirmed: String(merchant.isEmailConfirmed),
    accountStatus: 'BUSINESS_ACCOUNT',
  }
  for (const [name, value] of Object.entries(facts)) address.searchParams.set(name, value)
  return address.href
}

function signUpPage(token: string, referral: Referral): string {
  return page(
    'Connect your PayPal account',
    `<p>The platform asks to take payments into your account and to refund them for you.</p>
    <form method="post" action="/paypal/bizsignup/partner/entry">
      <input type="hidden" name="referralToken" value="${escapeHtml(token)}">
      <label>PayPal e-mail <input type="email" name="email" value="${escapeHtml(referral.email ?? '')}" required></label>
      <label>Country <input name="country" value="GB" maxlength="2" required></label>
      <label class="check"><input type="checkbox" name="hasConsented" checked> I agree</label>
      <label class="check"><input type="checkbox" name="isEmailConfirmed" checked> My e-mail address is confirmed</label>
      <label class="check"><input type="checkbox" name="canReceive" checked> My account can receive payments</label>
      <button class="primary">Agree and connect</button>
    </form>`,
  )
}
