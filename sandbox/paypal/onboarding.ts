/** Implements partner referrals: a seller signs up through the platform and lets the platform act for them. */
import { forbidden, notFound } from './api-error.ts'
import type { Store, Merchant } from './store.ts'
import { type Api, findById } from './api-handler.ts'
import { makeSecret } from '../secrets.ts'
import { parse, referralRequest } from './requests.ts'
import type { PaypalContext } from './captures.ts'

/** Adds the calls of partner referrals and merchant integrations. */
export function addPartnerCalls(api: Api, { store }: PaypalContext): void {
  api.post('/v2/customer/partner-referrals', (request) => {
    if (!store.app.isPartnerApproved) throw forbidden('PERMISSION_DENIED')
    const wanted = parse(referralRequest, request.body)
    const token = makeSecret(32)
    const returnUrl = wanted.partner_config_override?.return_url
    const features = wanted.operations.flatMap(
      (one) => one.api_integration_preference?.rest_api_integration?.third_party_details?.features ?? [],
    )
    store.referrals[token] = { trackingId: wanted.tracking_id, returnUrl, email: wanted.email, features }
    store.save()
    return { status: 201, body: { links: referralLinks(store, token) } }
  })

  const integrations = '/v1/customer/partners/:partner/merchant-integrations'
  api.get(integrations, ({ params, query }) => {
    requirePartner(store, params.partner)
    const merchant = Object.values(store.merchants).find(
      ({ trackingId }) => trackingId !== undefined && trackingId === query.tracking_id,
    )
    if (!merchant) throw notFound()
    const { merchantId: merchant_id, trackingId: tracking_id } = merchant
    return { merchant_id, tracking_id, links: sellerLinks(store, merchant) }
  })
  api.get(`${integrations}/:id`, (request) => {
    requirePartner(store, request.params.partner)
    return integrationView(store, findById(store.merchants, request))
  })
}

/** Returns the link under which the partner reads a seller's status. */
export function sellerLinks({ base, app }: Store, { merchantId }: Merchant): Record<string, string>[] {
  const href = `${base}/v1/customer/partners/${app.merchantId}/merchant-integrations/${merchantId}`
  return [{ href, rel: 'self', method: 'GET' }]
}

/** Withdraws a seller's consent to the platform, and sends the webhook about it. */
export function revokeConsent({ store, webhooks }: PaypalContext, merchant: Merchant): void {
  merchant.hasConsented = false
  store.save()
  webhooks.send({
    type: 'MERCHANT.PARTNER-CONSENT.REVOKED',
    resourceType: 'partner-consent',
    resource: { merchant_id: merchant.merchantId, tracking_id: merchant.trackingId },
    summary: 'The account setup consents has been revoked or the merchant account is closed',
  })
}

function requirePartner(store: Store, partner: unknown): void {
  if (partner !== store.app.merchantId || !store.app.isPartnerApproved) throw forbidden('PERMISSION_DENIED')
}

function referralLinks(store: Store, token: string): Record<string, string>[] {
  const self = `${store.base}/v2/customer/partner-referrals/${token}`
  const entry = `${store.base}/bizsignup/partner/entry?referralToken=${token}`
  return [
    { href: self, rel: 'self', method: 'GET' },
    { href: entry, rel: 'action_url', method: 'GET' },
  ]
}

function integrationView(store: Store, merchant: Merchant): Record<string, unknown> {
  const scopes = ['https://uri.paypal.com/services/payments/realtimepayment']
  const integration = {
    integration_type: 'OAUTH_THIRD_PARTY',
    integration_method: 'PAYPAL',
    oauth_third_party: [{ partner_client_id: store.app.clientId, scopes }],
  }
  return {
    merchant_id: merchant.merchantId,
    tracking_id: merchant.trackingId,
    products: [{ name: 'EXPRESS_CHECKOUT', status: 'ACTIVE' }],
    payments_receivable: merchant.canReceive && merchant.standing === 'ready',
    primary_email_confirmed: merchant.isEmailConfirmed,
    primary_email: merchant.email,
    oauth_integrations: merchant.hasConsented ? [integration] : [],
  }
}
