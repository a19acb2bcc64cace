/**
 * Creators' accounts at PayPal in our words. A partner sends them through Partner Referrals and reads there how they stand;
 * who is no partner lets them log in with PayPal, which says whose account it is and whether its address is confirmed.
 * https://developer.paypal.com/docs/multiparty/seller-onboarding/, https://developer.paypal.com/docs/log-in-with-paypal/
 */
import { z } from 'zod'
import type { PaypalConfig } from '../../config.ts'
import { createPaypalClient, definiteIssue, isTokenRefused, paypalLimits, unknownOutcome } from './client.ts'
import type { PaypalClient } from './client.ts'
import { OutcomeUnknownError } from '../provider/payment-provider.ts'
import type { PayoutState } from '../provider/payment-provider.ts'

export interface PaypalAccount {
  merchantId: string
  state: PayoutState
  email: string | null
}

export interface PaypalAccounts {
  /** For a partner: the page on which a seller connects; it will be found again by `trackingId`. */
  refer(trackingId: string, email: string, returnUrl: string): Promise<string>
  /** For a partner: what came of a referral; undefined while nothing did. */
  findReferred(trackingId: string): Promise<PaypalAccount | undefined>
  /** For a partner: how a seller's account stands; undefined when it is not ours (any more). */
  find(merchantId: string): Promise<PaypalAccount | undefined>
  /** For everybody else: the page on which somebody logs in with PayPal. */
  consentUrl(redirectUri: string, state: string): string
  /** Redeems what that page sent back. Throws when the code is not good. */
  redeem(code: string, redirectUri: string): Promise<PaypalAccount>
}

const scopes = 'openid email https://uri.paypal.com/services/paypalattributes'

const referral = z.object({ links: z.array(z.object({ rel: z.string(), href: z.url() })) })
const tracked = z.object({ merchant_id: z.string() })
const integration = z.object({
  merchant_id: z.string(),
  payments_receivable: z.boolean(),
  primary_email_confirmed: z.boolean(),
  primary_email: z.string().optional(),
  oauth_integrations: z.array(z.object({ oauth_third_party: z.array(z.unknown()).min(1) })).default([]),
})
const tokenAnswer = z.object({ access_token: z.string() })
/** PayPal says yes as a boolean, and as text. */
const claim = z.union([z.boolean(), z.stringbool()]).optional()
const userInfo = z.object({
  payer_id: z.string().min(1),
  emails: z.array(z.object({ value: z.string(), primary: claim, confirmed: claim })),
})

/** Opens the accounts of a configuration. A call throws OutcomeUnknownError when PayPal gave no definite answer. */
export function openPaypalAccounts(config: PaypalConfig, patience = paypalLimits): PaypalAccounts {
  const client = createPaypalClient(config, patience)
  const integrations = `/v1/customer/partners/${config.partnerId}/merchant-integrations`

  async function find(merchantId: string): Promise<PaypalAccount | undefined> {
    const answer = await ask(client, 'GET', `${integrations}/${encodeURIComponent(merchantId)}`)
    return answer === undefined ? undefined : toAccount(integration.parse(answer))
  }

  return {
    find,
    async refer(tracking_id, email, return_url) {
      const answer = await ask(client, 'POST', '/v2/customer/partner-referrals', {
        tracking_id,
        email,
        partner_config_override: { return_url },
        operations: [{ operation: 'API_INTEGRATION', api_integration_preference: restIntegration }],
        products: ['EXPRESS_CHECKOUT'],
        legal_consents: [{ type: 'SHARE_DATA_CONSENT', granted: true }],
      })
      const url = referral.parse(answer).links.find(({ rel }) => rel === 'action_url')?.href
      if (!url) throw new OutcomeUnknownError('PayPal gave no page for a referral')
      return url
    },
    async findReferred(trackingId) {
      const answer = await ask(client, 'GET', `${integrations}?tracking_id=${encodeURIComponent(trackingId)}`)
      return answer === undefined ? undefined : find(tracked.parse(answer).merchant_id)
    },
    consentUrl(redirect_uri, state) {
      const query = { flowEntry: 'static', client_id: config.clientId, response_type: 'code', scope: scopes }
      const base = config.webUrl ?? 'https://www.paypal.com'
      return `${base}/signin/authorize?${new URLSearchParams({ ...query, redirect_uri, state })}`
    },
    redeem: (code, redirectUri) => redeem(config, code, redirectUri),
  }
}

const restIntegration = {
  rest_api_integration: {
    integration_method: 'PAYPAL',
    integration_type: 'THIRD_PARTY',
    third_party_details: { features: ['PAYMENT', 'REFUND', 'PARTNER_FEE', 'READ_SELLER_DISPUTE'] },
  },
}

/** Ready is only what PayPal lists as such: money can come in, the address is confirmed, and we may act. */
function toAccount(seller: z.output<typeof integration>): PaypalAccount {
  const { payments_receivable, primary_email_confirmed, oauth_integrations, merchant_id } = seller
  const isReady = payments_receivable && primary_email_confirmed && oauth_integrations.length > 0
  const state = isReady ? 'ready' : 'restricted'
  return { merchantId: merchant_id, state, email: seller.primary_email ?? null }
}

/** Undefined when PayPal says that there is no such thing. */
async function ask(
  client: PaypalClient,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<unknown> {
  try {
    return await client.request(method, path, body)
  } catch (error) {
    if (isTokenRefused(error)) client.renew()
    if (definiteIssue(error) !== undefined && method === 'GET') return undefined
    throw unknownOutcome(`${method} of an account: ${definiteIssue(error) ?? 'no answer'}`, error)
  }
}

/** The person's own token is used once and not kept. */
async function redeem(config: PaypalConfig, code: string, redirect_uri: string): Promise<PaypalAccount> {
  const base = config.apiUrl ?? 'https://api-m.paypal.com'
  const basic = Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64')
  const token = await readJson(`${base}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri }),
  })
  const authorization = `Bearer ${tokenAnswer.parse(token).access_token}`
  const user = userInfo.parse(
    await readJson(`${base}/v1/identity/oauth2/userinfo?schema=paypalv1.1`, { headers: { authorization } }),
  )
  const email = user.emails.find(({ primary }) => primary) ?? user.emails[0]
  // Nobody but a partner may ask whether money can come in; an address that is not confirmed is what is known to stop it.
  return {
    merchantId: user.payer_id,
    state: email?.confirmed ? 'ready' : 'restricted',
    email: email?.value ?? null,
  }
}

async function readJson(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(paypalLimits.timeoutMs) })
  if (!response.ok) throw new Error(`PayPal answered ${response.status} to a log-in`)
  return response.json()
}
