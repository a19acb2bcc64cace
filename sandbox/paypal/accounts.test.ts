import { expect } from 'vitest'
import { postForm } from '../sandbox.fixture.ts'
import { openState } from '../state.ts'
import { openPaypal } from './stand-in.ts'
import { refusal, type TestPaypal } from './paypal.fixture.ts'
import { test } from '../test.fixture.ts'

const returnUrl = 'http://127.0.0.1:1/back'

/** Submits a page's form, and returns the address of the redirect. */
async function submit(paypal: TestPaypal, path: string, fields: Record<string, string>): Promise<URL> {
  const response = await postForm(`${paypal.origin}/paypal${path}`, fields)
  return new URL(response.headers.get('location') ?? `http://none/${response.status}`)
}

test('signs a seller up and finds the seller by tracking id', async ({ paypal }) => {
  const referral = {
    tracking_id: 'creator-1',
    partner_config_override: { return_url: returnUrl },
    operations: [{ operation: 'API_INTEGRATION' }],
    products: ['EXPRESS_CHECKOUT'],
    legal_consents: [{ type: 'SHARE_DATA_CONSENT', granted: true }],
  }
  const { links } = await paypal.call('POST', '/v2/customer/partner-referrals', JSON.stringify(referral))
  const action = new URL(links.find(({ rel }: { rel: string }) => rel === 'action_url').href)
  const page = await (await fetch(action)).text()

  const back = await submit(paypal, '/bizsignup/partner/entry', {
    referralToken: action.searchParams.get('referralToken')!,
    email: 'ada@example.com',
    country: 'gb',
    hasConsented: 'on',
    isEmailConfirmed: 'on',
    canReceive: 'on',
  })

  expect(page).toContain('Agree and connect')
  expect(back.searchParams.get('merchantId')).toBe('creator-1')
  expect(back.searchParams.get('permissionsGranted')).toBe('true')
  const partner = `/v1/customer/partners/${paypal.env.PAYPAL_PARTNER_ID}/merchant-integrations`
  const found = await paypal.call('GET', `${partner}?tracking_id=creator-1`)
  expect(found.merchant_id).toBe(back.searchParams.get('merchantIdInPayPal'))
  const seller = await paypal.call('GET', `${partner}/${found.merchant_id}`)
  expect(seller).toMatchObject({
    payments_receivable: true,
    primary_email_confirmed: true,
    oauth_integrations: [{ oauth_third_party: [{ partner_client_id: paypal.env.PAYPAL_CLIENT_ID }] }],
  })
})

test('shows sellers only to their own approved partner', async ({ paypal }) => {
  const { merchantId } = await paypal.control('merchants', { email: 'ada@example.com' })
  const path = (partner: string) => `/v1/customer/partners/${partner}/merchant-integrations/${merchantId}`

  const foreign = await refusal(paypal.call('GET', path('ABCDEFGHJKLMN')))
  await paypal.control('partner', { isApproved: false })
  const former = await refusal(paypal.call('GET', path(paypal.env.PAYPAL_PARTNER_ID!)))
  const referral = await refusal(paypal.call('POST', '/v2/customer/partner-referrals', '{}'))

  expect([foreign.status, former.status, referral.status]).toEqual([403, 403, 403])
})

test('Log in with PayPal returns payer id and email for a code that works once', async ({ paypal }) => {
  const scope = 'openid email https://uri.paypal.com/services/paypalattributes'
  const query = {
    client_id: paypal.env.PAYPAL_CLIENT_ID!,
    response_type: 'code',
    scope,
    redirect_uri: returnUrl,
    state: 'a b&c',
  }
  const page = await fetch(`${paypal.origin}/paypal/connect?${new URLSearchParams(query)}`)

  const back = await submit(paypal, '/connect', { ...query, email: 'ada@example.com', decision: 'agree' })
  const exchange = { grant_type: 'authorization_code', code: back.searchParams.get('code')! }
  const tokens = (await (await paypal.grant(exchange)).json()) as Record<string, string>
  const again = await paypal.grant(exchange)
  const info = (schema: string) =>
    fetch(`${paypal.origin}/paypal/v1/identity/oauth2/userinfo${schema}`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
  const user = await (await info('?schema=paypalv1.1')).json()

  expect(page.status).toBe(200)
  expect(back.searchParams.get('state')).toBe('a b&c')
  expect(again.status).toBe(400)
  expect(user).toMatchObject({
    payer_id: expect.stringMatching(/^[2-9A-HJ-NP-Z]{13}$/),
    emails: [{ value: 'ada@example.com', primary: true, confirmed: true }],
  })
  expect((await info('')).status).toBe(400)
  const refreshed = await paypal.grant({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token! })
  expect(refreshed.status).toBe(200)
})

test('Log in with PayPal refuses an unknown app, and reports a cancellation', async ({ paypal }) => {
  const query = { client_id: 'someone', response_type: 'code', scope: 'openid', redirect_uri: returnUrl }

  const foreign = await fetch(`${paypal.origin}/paypal/connect?${new URLSearchParams(query)}`)
  const cancelled = await submit(paypal, '/connect', {
    ...query,
    client_id: paypal.env.PAYPAL_CLIENT_ID!,
    email: 'ada@example.com',
    decision: 'cancel',
  })

  expect(foreign.status).toBe(400)
  expect(cancelled.searchParams.get('error')).toBe('access_denied')
})

test('keeps a seller’s given id, and one account per email address', async ({ paypal }) => {
  const first = await paypal.control('merchants', { merchantId: 'BRAVEWAVE2345', email: 'Ada@example.com' })
  const again = await paypal.control('merchants', { email: 'ada@example.com', country: 'DE' })
  const odd = paypal.control('merchants', { merchantId: 'odd', email: 'odd@example.com' })

  expect(first).toMatchObject({ merchantId: 'BRAVEWAVE2345', standing: 'ready', hasConsented: true })
  expect(again).toMatchObject({ merchantId: 'BRAVEWAVE2345', country: 'DE' })
  await expect(odd).rejects.toThrow('400')
})

test('keeps credentials, certificate and sellers after a restart', async () => {
  const state = openState()
  const origin = 'http://127.0.0.1:1'

  const first = await openPaypal({ origin, state })
  const before = structuredClone(state.collection('paypal.app'))
  const second = await openPaypal({ origin: 'http://127.0.0.1:2', state })

  expect(second.env.PAYPAL_CLIENT_SECRET).toBe(first.env.PAYPAL_CLIENT_SECRET)
  expect(second.env.PAYPAL_JS_URL).toBe('http://127.0.0.1:2/paypal/web-sdk/v6/core')
  expect(state.collection('paypal.app')).toEqual(before)
  expect(Object.keys(state.collection('paypal.merchants'))).toEqual([first.env.PAYPAL_PARTNER_ID])
})
