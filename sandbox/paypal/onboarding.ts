/** Partner referrals: a seller signs up through the platform and lets it act for them. */
import { Router } from 'express'
import { forbidden, notFound } from './api-error.ts'
import type { Book, Merchant } from './book.ts'
import type { Door } from './door.ts'
import { makeSecret } from './ids.ts'
import { parse, referralRequest } from './requests.ts'
import type { Desk } from './settle.ts'

/** The routes of partner referrals and merchant integrations. */
export function onboardingRoutes(book: Book, door: Door): Router {
  const router = Router()

  router.post(
    '/v2/customer/partner-referrals',
    door.open(undefined, (request) => {
      if (!book.app.isPartnerApproved) throw forbidden('PERMISSION_DENIED')
      const wanted = parse(referralRequest, request.body)
      const token = makeSecret(32)
      const returnUrl = wanted.partner_config_override?.return_url
      book.referrals[token] = { trackingId: wanted.tracking_id, returnUrl, email: wanted.email }
      book.save()
      return { status: 201, body: { links: referralLinks(book, token) } }
    }),
  )

  router.get(
    '/v1/customer/partners/:partner/merchant-integrations',
    door.open('get', ({ params, query }) => {
      requirePartner(book, params.partner)
      const merchant = Object.values(book.merchants).find(
        ({ trackingId }) => trackingId !== undefined && trackingId === query.tracking_id,
      )
      if (!merchant) throw notFound()
      const { merchantId: merchant_id, trackingId: tracking_id } = merchant
      return { status: 200, body: { merchant_id, tracking_id, links: sellerLinks(book, merchant) } }
    }),
  )

  router.get(
    '/v1/customer/partners/:partner/merchant-integrations/:merchant',
    door.open('get', ({ params }) => {
      requirePartner(book, params.partner)
      const merchant = book.merchants[String(params.merchant)]
      if (!merchant) throw notFound()
      return { status: 200, body: integrationView(book, merchant) }
    }),
  )

  return router
}

/** Where the partner reads how a seller stands. */
export function sellerLinks({ base, app }: Book, { merchantId }: Merchant): Record<string, string>[] {
  const href = `${base}/v1/customer/partners/${app.merchantId}/merchant-integrations/${merchantId}`
  return [{ href, rel: 'self', method: 'GET' }]
}

/** The seller withdraws what the platform may do. */
export function revokeConsent({ book, hooks }: Desk, merchant: Merchant): void {
  merchant.hasConsented = false
  book.save()
  hooks.announce({
    type: 'MERCHANT.PARTNER-CONSENT.REVOKED',
    resourceType: 'partner-consent',
    resource: { merchant_id: merchant.merchantId, tracking_id: merchant.trackingId },
    summary: 'The account setup consents has been revoked or the merchant account is closed',
  })
}

function requirePartner(book: Book, partner: unknown): void {
  if (partner !== book.app.merchantId || !book.app.isPartnerApproved) throw forbidden('PERMISSION_DENIED')
}

function referralLinks(book: Book, token: string): Record<string, string>[] {
  const self = `${book.base}/v2/customer/partner-referrals/${token}`
  const entry = `${book.base}/bizsignup/partner/entry?referralToken=${token}`
  return [
    { href: self, rel: 'self', method: 'GET' },
    { href: entry, rel: 'action_url', method: 'GET' },
  ]
}

function integrationView(book: Book, merchant: Merchant): Record<string, unknown> {
  const thirdParty = {
    partner_client_id: book.app.clientId,
    scopes: ['https://uri.paypal.com/services/payments/realtimepayment'],
  }
  return {
    merchant_id: merchant.merchantId,
    tracking_id: merchant.trackingId,
    products: [{ name: 'EXPRESS_CHECKOUT', status: 'ACTIVE' }],
    payments_receivable: merchant.canReceive && merchant.standing === 'ready',
    primary_email_confirmed: merchant.isEmailConfirmed,
    primary_email: merchant.email,
    oauth_integrations: merchant.hasConsented
      ? [
          {
            integration_type: 'OAUTH_THIRD_PARTY',
            integration_method: 'PAYPAL',
            oauth_third_party: [thirdParty],
          },
        ]
      : [],
  }
}
