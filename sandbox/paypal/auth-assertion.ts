/**
 * Determines for which seller a call is made: the app's owner or, if a partner calls for a seller, the one in
 * PayPal-Auth-Assertion.
 */
import type { Request } from 'express'
import { forbidden, oauthError } from './api-error.ts'
import type { Store, Payee } from './store.ts'

/** Returns the merchant id of the seller that a call is made for. Throws PayPal's error for an invalid assertion. */
export function callerOf(store: Store, request: Request): string {
  const assertion = request.get('paypal-auth-assertion')
  const caller = assertion ? readAssertion(store, assertion) : store.app.merchantId
  if (caller === store.app.merchantId) return caller
  const mayAct = store.app.isPartnerApproved && store.merchants[caller]?.hasConsented
  if (!mayAct) throw forbidden('PERMISSION_DENIED')
  return caller
}

/** Throws unless the caller is the payee, or a partner who acts for the payee. */
export function requireSeller(store: Store, request: Request, payee: Payee): void {
  if (callerOf(store, request) !== payee.merchant_id) throw forbidden('PERMISSION_DENIED')
}

/** Returns the merchant named by an unsigned token: `{"alg":"none"}.{"iss":client id,"payer_id":merchant}.` */
function readAssertion(store: Store, assertion: string): string {
  const [header, claims, signature] = assertion.split('.').map((part, at) => (at < 2 ? decode(part) : part))
  const isOurs = isRecord(header) && header.alg === 'none' && signature === ''
  if (!isOurs || !isRecord(claims) || claims.iss !== store.app.clientId) {
    throw oauthError(401, 'invalid_request', 'Invalid PayPal-Auth-Assertion')
  }
  const merchant = Object.values(store.merchants).find(
    ({ merchantId, email }) => merchantId === claims.payer_id || (claims.email && email === claims.email),
  )
  if (!merchant) throw oauthError(401, 'invalid_subject', 'Subject Authentication failed')
  return merchant.merchantId
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
