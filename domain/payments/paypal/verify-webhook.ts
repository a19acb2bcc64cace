/**
 * Verifies PayPal's webhook signatures offline, with PayPal's certificate.
 * https://developer.paypal.com/api/rest/webhooks/rest/
 */
import { X509Certificate, createVerify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { PaypalConfig } from '../../config.ts'
import type { WebhookGateway } from '../provider/payment-provider.ts'

const paypalHosts = new Set(['api.paypal.com', 'api.sandbox.paypal.com'])
const certificateLimit = 16

/**
 * Creates the verifier for a configuration, which also fails when the certificate cannot be fetched. Certificates are cached by
 * address.
 */
export function paypalWebhookVerifier({ webhookId, apiUrl }: PaypalConfig): WebhookGateway['verify'] {
  const certificates = new Map<string, X509Certificate>()

  async function certificateAt(url: string): Promise<X509Certificate | undefined> {
    const known = certificates.get(url)
    if (known) return known
    if (!isPaypalAddress(url, apiUrl)) return undefined
    const response = await fetch(url, { signal: AbortSignal.timeout(5000), redirect: 'error' })
    if (!response.ok) return undefined
    const certificate = new X509Certificate(await response.text())
    if (certificates.size >= certificateLimit) certificates.clear()
    certificates.set(url, certificate)
    return certificate
  }

  return async function verify(rawBody, header) {
    if (header('paypal-auth-algo') !== 'SHA256withRSA') return false
    const certificate = await certificateAt(header('paypal-cert-url')).catch(() => undefined)
    if (!certificate || !isValidNow(certificate)) return false
    const transmission = [header('paypal-transmission-id'), header('paypal-transmission-time')]
    return createVerify('RSA-SHA256')
      .update([...transmission, webhookId, crc32(rawBody)].join('|'))
      .verify(certificate.publicKey, header('paypal-transmission-sig'), 'base64')
  }
}

/** Allows only PayPal's hosts and the configured API: the address comes with the message, so an attacker may have written it. */
function isPaypalAddress(address: string, apiUrl: string | undefined): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (apiUrl) return url.origin === new URL(apiUrl).origin
  return url.protocol === 'https:' && paypalHosts.has(url.hostname) && url.port === ''
}

function isValidNow(certificate: X509Certificate): boolean {
  const now = Date.now()
  return Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo)
}
