/**
 * Verifies PayPal's webhook signatures locally, with PayPal's certificate instead of an API call.
 * https://developer.paypal.com/api/rest/webhooks/rest/
 */
import { X509Certificate, createVerify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { PaypalConfig } from '../../config/config.ts'
import type { WebhookGateway } from '../provider/payment-provider.ts'

/** Creates the verifier for a configuration. Verification also fails when the certificate cannot be fetched. */
export function paypalWebhookVerifier({ webhookId, apiUrl }: PaypalConfig): WebhookGateway['verify'] {
  const certificateAt = openCertificates(certificateFolderOf(apiUrl))

  return async function verify(rawBody, header, mayFetch) {
    if (header('paypal-auth-algo') !== 'SHA256withRSA') return false
    const certificate = await certificateAt(header('paypal-cert-url'), mayFetch)
    if (!certificate || !isValidNow(certificate)) return false
    const transmission = [header('paypal-transmission-id'), header('paypal-transmission-time')]
    return createVerify('RSA-SHA256')
      .update([...transmission, webhookId, crc32(rawBody)].join('|'))
      .verify(certificate.publicKey, header('paypal-transmission-sig'), 'base64')
  }
}

/**
 * The origin of PayPal's certificates for each origin of PayPal's API. Webhooks name a certificate in the header `PAYPAL-CERT-URL`.
 */
const certificateHosts: Record<string, string> = {
  'https://api-m.paypal.com': 'https://api.paypal.com',
  'https://api-m.sandbox.paypal.com': 'https://api.sandbox.paypal.com',
}

/** Returns the beginning of the URLs of all certificates. */
function certificateFolderOf(apiUrl = 'https://api-m.paypal.com'): string {
  const base = apiUrl.replace(/\/+$/, '')
  return `${certificateHosts[base] ?? base}/v1/notifications/certs/`
}

const minuteMs = 60_000

/**
 * Returns a function that fetches the certificate at a URL in `folder`. Simultaneous calls share one fetch, and its result is
 * cached. After a failed fetch the result is undefined for a minute. If `mayFetch` forbids the fetch, the result is undefined, and
 * PayPal's next delivery of the webhook may succeed.
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

  return async (address: string, mayFetch: () => Promise<boolean>): Promise<X509Certificate | undefined> => {
    const known = certificates.get(address) ?? attempts.get(address)
    if (known) return known
    if (!isCertificateAddress(address, folder)) return undefined
    const attempt = mayFetch().then((isAllowed) => {
      if (isAllowed) return fetchCertificate(address).catch(() => undefined)
      attempts.delete(address)
      return undefined
    })
    attempts.set(address, attempt)
    return attempt
  }
}

/** Returns whether a URL can be that of a PayPal certificate. The URL is part of the webhook, so an attacker may have chosen it. */
function isCertificateAddress(address: string, folder: string): boolean {
  return address.startsWith(folder) && /^[\w-]+$/.test(address.slice(folder.length))
}

function isValidNow(certificate: X509Certificate): boolean {
  const now = Date.now()
  return Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo)
}
