/**
 * Verifies PayPal's webhook signatures offline, with PayPal's certificate.
 * https://developer.paypal.com/api/rest/webhooks/rest/
 */
import { X509Certificate, createVerify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { PaypalConfig } from '../../config.ts'
import type { WebhookGateway } from '../provider/payment-provider.ts'

/** Creates the verifier for a configuration, which also fails when the certificate cannot be fetched. */
export function paypalWebhookVerifier({ webhookId, apiUrl }: PaypalConfig): WebhookGateway['verify'] {
  const certificateAt = openCertificates(certificateFolderOf(apiUrl))

  return async function verify(rawBody, header) {
    if (header('paypal-auth-algo') !== 'SHA256withRSA') return false
    const certificate = await certificateAt(header('paypal-cert-url'))
    if (!certificate || !isValidNow(certificate)) return false
    const transmission = [header('paypal-transmission-id'), header('paypal-transmission-time')]
    return createVerify('RSA-SHA256')
      .update([...transmission, webhookId, crc32(rawBody)].join('|'))
      .verify(certificate.publicKey, header('paypal-transmission-sig'), 'base64')
  }
}

/** PayPal serves certificates from other hosts than its API, one for each environment: as `PAYPAL-CERT-URL` of its webhooks says. */
const certificateHosts: Record<string, string> = {
  'https://api-m.paypal.com': 'https://api.paypal.com',
  'https://api-m.sandbox.paypal.com': 'https://api.sandbox.paypal.com',
}

/** What the addresses of certificates begin with. */
function certificateFolderOf(apiUrl = 'https://api-m.paypal.com'): string {
  const base = apiUrl.replace(/\/+$/, '')
  return `${certificateHosts[base] ?? base}/v1/notifications/certs/`
}

/** A message names the address of its certificate, so a stranger can name any number: so many are fetched in a minute. */
const maxFetches = 6
const minuteMs = 60_000

/**
 * Returns a function that fetches the certificate at an address in `folder`, once for all who ask, and keeps it. A failure is
 * undefined for a minute; over the limit nothing is fetched, and PayPal's next attempt may succeed.
 */
function openCertificates(folder: string) {
  const certificates = new Map<string, X509Certificate>()
  const attempts = new Map<string, Promise<X509Certificate | undefined>>()

  async function fetchCertificate(address: string): Promise<X509Certificate | undefined> {
    setTimeout(() => attempts.delete(address), minuteMs).unref()
    const response = await fetch(address, { signal: AbortSignal.timeout(5000), redirect: 'error' })
    if (!response.ok) return undefined
    const certificate = new X509Certificate(await response.text())
    certificates.set(address, certificate)
    return certificate
  }

  return async (address: string): Promise<X509Certificate | undefined> => {
    const known = certificates.get(address) ?? attempts.get(address)
    if (known) return known
    if (!isCertificateAddress(address, folder) || attempts.size >= maxFetches) return undefined
    const attempt = fetchCertificate(address).catch(() => undefined)
    attempts.set(address, attempt)
    return attempt
  }
}

/** The address comes with the message, so an attacker may have written it. */
function isCertificateAddress(address: string, folder: string): boolean {
  return address.startsWith(folder) && /^[\w-]+$/.test(address.slice(folder.length))
}

function isValidNow(certificate: X509Certificate): boolean {
  const now = Date.now()
  return Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo)
}
