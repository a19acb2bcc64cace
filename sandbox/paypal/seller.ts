/** Whose call it is: the app's own seller, or one whom the partner acts for with an unsigned assertion. */
import type { Request } from 'express'
import { forbidden, oauthError } from './api-error.ts'
import type { Book, Payee } from './book.ts'

/** The seller that the call is made for. Throws PayPal's refusal of a wrong assertion. */
export function callerOf(book: Book, request: Request): string {
  const assertion = request.get('paypal-auth-assertion')
  const caller = assertion ? readAssertion(book, assertion) : book.app.merchantId
  if (caller === book.app.merchantId) return caller
  const mayAct = book.app.isPartnerApproved && book.merchants[caller]?.hasConsented
  if (!mayAct) throw forbidden('PERMISSION_DENIED')
  return caller
}

/** A seller's payment is shown to the seller, or to the partner who acts for it. */
export function requireSeller(book: Book, request: Request, payee: Payee): void {
  if (callerOf(book, request) !== payee.merchant_id) throw forbidden('PERMISSION_DENIED')
}

/** The merchant that an unsigned token names: `{"alg":"none"}.{"iss":client id,"payer_id":merchant}.` */
function readAssertion(book: Book, assertion: string): string {
  const [header, claims, signature] = assertion.split('.').map((part, at) => (at < 2 ? decode(part) : part))
  const isOurs = isRecord(header) && header.alg === 'none' && signature === ''
  if (!isOurs || !isRecord(claims) || claims.iss !== book.app.clientId) {
    throw oauthError(401, 'invalid_request', 'Invalid PayPal-Auth-Assertion')
  }
  const merchant = Object.values(book.merchants).find(
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
