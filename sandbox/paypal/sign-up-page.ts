/** Serves the page on which a seller connects an account to the platform and returns with the result. */
import type { Router } from 'express'
import * as z from 'zod'
import { choice, escapeHtml, hiddenFields, sendPage } from '../page.ts'
import { withParams } from '../redirects.ts'
import type { Merchant, Referral } from './store.ts'
import { openAccount } from './identity.ts'
import { sellerLinks } from './onboarding.ts'
import { page } from './pages.ts'
import type { PaypalContext } from './captures.ts'

const signUp = z.object({
  referralToken: z.string(),
  email: z.email(),
  country: z.string().length(2),
  isEmailConfirmed: z.string().optional(),
  canReceive: z.string().optional(),
  hasConsented: z.string().optional(),
})

/** Adds the page at /bizsignup, on which a seller connects an account to the platform. */
export function addSignUp(router: Router, context: PaypalContext): void {
  const { store } = context
  router.get('/bizsignup/partner/entry', (request, response) => {
    const token = request.query.referralToken
    const referral = typeof token === 'string' ? store.referrals[token] : undefined
    if (typeof token !== 'string' || !referral)
      return sendPage(
        response,
        404,
        page('This link has expired', '<p>Go back to the site and start again.</p>'),
      )
    sendPage(response, 200, signUpPage(token, referral))
  })

  router.post('/bizsignup/partner/entry', (request, response) => {
    const form = signUp.safeParse(request.body)
    const referral = form.success ? store.referrals[form.data.referralToken] : undefined
    if (!form.success || !referral) {
      return sendPage(response, 400, page('Something is missing', '<p>Go back and complete the form.</p>'))
    }
    const merchant = completeSignUp(context, referral, form.data)
    if (!referral.returnUrl) {
      return sendPage(response, 200, page('You are connected', '<p>You can close this window.</p>'))
    }
    response.redirect(303, returnAddress(referral.returnUrl, merchant))
  })
}

function completeSignUp(
  { store, webhooks }: PaypalContext,
  referral: Referral,
  form: z.infer<typeof signUp>,
): Merchant {
  const merchant = openAccount(store, form.email, form.country.toUpperCase())
  Object.assign(merchant, {
    isEmailConfirmed: form.isEmailConfirmed === 'on',
    canReceive: form.canReceive === 'on',
    hasConsented: form.hasConsented === 'on',
    hasGrantedSearch:
      form.hasConsented === 'on' && referral.features?.includes('ADVANCED_TRANSACTIONS_SEARCH') === true,
    trackingId: referral.trackingId,
  })
  store.save()
  webhooks.send({
    type: 'MERCHANT.ONBOARDING.COMPLETED',
    resourceType: 'merchant-onboarding',
    resource: {
      partner_client_id: store.app.clientId,
      merchant_id: merchant.merchantId,
      tracking_id: merchant.trackingId,
      links: sellerLinks(store, merchant),
    },
    summary: 'The merchant account setup is completed',
  })
  return merchant
}

function returnAddress(returnUrl: string, merchant: Merchant): string {
  return withParams(returnUrl, {
    merchantId: merchant.trackingId ?? '',
    merchantIdInPayPal: merchant.merchantId,
    permissionsGranted: String(merchant.hasConsented),
    consentStatus: String(merchant.hasConsented),
    productIntentId: 'addipmt',
    isEmailConfirmed: String(merchant.isEmailConfirmed),
    accountStatus: 'BUSINESS_ACCOUNT',
  })
}

function signUpPage(token: string, referral: Referral): string {
  return page(
    'Connect your PayPal account',
    `<p>The platform wants to collect payments into your account and to refund them for you.</p>
    <form method="post" action="/paypal/bizsignup/partner/entry">
      ${hiddenFields({ referralToken: token })}
      <label>PayPal email <input type="email" name="email" value="${escapeHtml(referral.email ?? '')}" required></label>
      <label>Country <input name="country" value="GB" maxlength="2" required></label>
      ${choice('checkbox', 'hasConsented', 'I agree')}
      ${choice('checkbox', 'isEmailConfirmed', 'My email address is confirmed')}
      ${choice('checkbox', 'canReceive', 'My account can receive payments')}
      <button class="primary">Agree and connect</button>
    </form>`,
  )
}
