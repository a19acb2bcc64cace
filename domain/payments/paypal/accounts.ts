/**
 * Creators' accounts at PayPal. If we are a PayPal partner, creators sign up through Partner Referrals, which also lets us read the
 * state of their accounts. Otherwise creators log in with PayPal, and PayPal returns their account and whether its email address is
 * confirmed. Without a platform nobody connects an account. https://developer.paypal.com/docs/multiparty/seller-onboarding/, https://developer.paypal.com/docs/log-in-with-paypal/
 */
import { z } from 'zod'
import type { PaypalConfig } from '../../config/config.ts'
import type { AccountGateway, ProviderAccount } from '../provider/account-gateway.ts'
import { OutcomeUnknownError } from '../provider/errors.ts'
import type { CallLimits } from '../provider/payment-provider.ts'
import { definiteIssue, isTokenRefused, unknownOutcome } from './client.ts'
import type { PaypalClient } from './client.ts'

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
const tokenResponse = z.object({ access_token: z.string() })
/** Parses a boolean, which PayPal sometimes sends as a string. */
const claim = z.union([z.boolean(), z.stringbool()]).optional()
const userInfo = z.object({
  payer_id: z.string().min(1),
  emails: z.array(z.object({ value: z.string(), primary: claim, confirmed: claim })),
})

/** Opens the part of the PayPal provider that connects and reads creators' accounts. */
export function openPaypalAccounts(
  config: PaypalConfig,
  client: PaypalClient,
  limits: CallLimits,
): AccountGateway {
  if (!config.hasPlatform) return {}
  return config.isPartner ? openReferrals(config, client) : { login: openLogin(config, limits) }
}

function openReferrals(
  { partnerId, searchesTransactions }: PaypalConfig,
  client: PaypalClient,
): AccountGateway {
  const preference = integrationOf(searchesTransactions ? [...features, searchFeature] : features)
  const integrations = `/v1/customer/partners/${partnerId}/merchant-integrations`

  async function find(payeeId: string): Promise<ProviderAccount | undefined> {
    const found = await request(client, 'GET', `${integrations}/${encodeURIComponent(payeeId)}`)
    return found === undefined ? undefined : toAccount(integration.parse(found))
  }

  return {
    find,
    async startOnboarding(tracking_id, { email }, { returnUrl: return_url }) {
      const made = await request(client, 'POST', '/v2/customer/partner-referrals', {
        tracking_id,
        email,
        partner_config_override: { return_url },
        operations: [{ operation: 'API_INTEGRATION', api_integration_preference: preference }],
        products: ['EXPRESS_CHECKOUT'],
        legal_consents: [{ type: 'SHARE_DATA_CONSENT', granted: true }],
      })
      const url = referral.parse(made).links.find(({ rel }) => rel === 'action_url')?.href
      if (!url) throw new OutcomeUnknownError('PayPal gave no page for a referral')
      return url
    },
    async findOnboarded(trackingId) {
      const query = `tracking_id=${encodeURIComponent(trackingId)}`
      const found = await request(client, 'GET', `${integrations}?${query}`)
      return found === undefined ? undefined : find(tracked.parse(found).merchant_id)
    },
  }
}

function openLogin(config: PaypalConfig, { timeoutMs }: CallLimits): NonNullable<AccountGateway['login']> {
  return {
    urlFor(redirect_uri, state) {
      const query = { flowEntry: 'static', client_id: config.clientId, response_type: 'code', scope: scopes }
      const base = config.webUrl ?? 'https://www.paypal.com'
      return `${base}/signin/authorize?${new URLSearchParams({ ...query, redirect_uri, state })}`
    },
    redeem: (code, redirectUri) => redeem(config, code, redirectUri, timeoutMs),
  }
}

/** The permissions that every seller grants us. */
const features = ['PAYMENT', 'REFUND', 'PARTNER_FEE', 'READ_SELLER_DISPUTE', 'UPDATE_SELLER_DISPUTE']
/** The permission to search transactions, only for partners with whom PayPal has agreed on Transaction Search. */
const searchFeature = 'ADVANCED_TRANSACTIONS_SEARCH'

function integrationOf(wanted: readonly string[]) {
  return {
    rest_api_integration: {
      integration_method: 'PAYPAL',
      integration_type: 'THIRD_PARTY',
      third_party_details: { features: wanted },
    },
  }
}

/**
 * Returns the state of a seller's account by PayPal's criteria. The account is ready if payments are receivable, the email is
 * confirmed, and the seller has granted us permission.
 */
function toAccount(seller: z.output<typeof integration>): ProviderAccount {
  const { payments_receivable, primary_email_confirmed, oauth_integrations, merchant_id } = seller
  const isReady = payments_receivable && primary_email_confirmed && oauth_integrations.length > 0
  const state = isReady ? 'ready' : 'restricted'
  return { payeeId: merchant_id, state, email: seller.primary_email ?? null }
}

/** Makes a request for an account. Returns undefined when PayPal definitely responds that there is none. */
async function request(
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
    throw unknownOutcome(`${method} of an account: ${definiteIssue(error) ?? 'no response'}`, error)
  }
}

/** Exchanges the code of a login for the seller's account. The seller's access token is used once and not stored. */
async function redeem(
  config: PaypalConfig,
  code: string,
  redirect_uri: string,
  timeoutMs: number,
): Promise<ProviderAccount> {
  const base = config.apiUrl ?? 'https://api-m.paypal.com'
  const basic = Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64')
  const token = await readJson(`${base}/v1/oauth2/token`, timeoutMs, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri }),
  })
  const authorization = `Bearer ${tokenResponse.parse(token).access_token}`
  const profile = `${base}/v1/identity/oauth2/userinfo?schema=paypalv1.1`
  const user = userInfo.parse(await readJson(profile, timeoutMs, { headers: { authorization } }))
  const email = user.emails.find(({ primary }) => primary) ?? user.emails[0]
  return {
    payeeId: user.payer_id,
    // Only partners may read whether an account can receive payments. For others, the only known obstacle is an unconfirmed email.
    state: email?.confirmed ? 'ready' : 'restricted',
    email: email?.value ?? null,
  }
}

async function readJson(url: string, timeoutMs: number, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`PayPal responded ${response.status} to a log-in`)
  return response.json()
}
