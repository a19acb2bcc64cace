import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { makeCertificate } from '../../../sandbox/paypal/certificate.ts'
import { signTransmission } from '../../../sandbox/paypal/webhooks.ts'
import { configFor } from '../../config/config.fixture.ts'
import { openCertificateLimits } from '../webhooks/certificate-limits.ts'
import { paypalWebhookVerifier } from './verify-webhook.ts'

const body = '{"id":"WH-1"}'
const webhookId = 'WEBHOOK'
const path = '/v1/notifications/certs/CERT-'

/** Opens a verifier, and a server in place of PayPal that counts the requests for its certificate. */
async function openPaypal(environment: Record<string, string> = {}) {
  const { certPem, keyPem } = makeCertificate()
  const requested: string[] = []
  const server = createServer((req, res) => {
    requested.push(req.url!)
    res.writeHead(req.url === `${path}1` ? 200 : 404).end(certPem)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: webhookId }
  const mayFetchFor = openCertificateLimits(Buffer.from('secret'))
  const verify = paypalWebhookVerifier(configFor({ ...keys, PAYPAL_API_URL: url, ...environment }).paypal!)
  return {
    requested,
    url,
    isValid(certUrl: string, from = '192.0.2.1') {
      const headers: Record<string, string> = signTransmission(body, { webhookId, keyPem, certUrl })
      return verify(
        Buffer.from(body),
        (name) => headers[name] ?? '',
        () => mayFetchFor(from),
      )
    },
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('many webhooks at once fetch their certificate once', async () => {
  await using paypal = await openPaypal()

  const results = await Promise.all(Array.from({ length: 50 }, () => paypal.isValid(`${paypal.url}${path}1`)))

  expect(new Set(results)).toEqual(new Set([true]))
  expect(paypal.requested).toEqual([`${path}1`])
})

test('745 forged webhooks of a network cause five requests, and a new certificate of PayPal’s is still fetched', async () => {
  await using paypal = await openPaypal()
  const isForgedValid = (i: number) => paypal.isValid(`${paypal.url}${path}${i % 500}x`, '203.0.113.7')

  const forged = Array.from({ length: 745 }, (_, i) => isForgedValid(i))

  expect(new Set(await Promise.all(forged))).toEqual(new Set([false]))
  expect(paypal.requested).toHaveLength(5)
  expect(await paypal.isValid(`${paypal.url}${path}1`)).toBe(true)
  expect(await paypal.isValid(`${paypal.url}${path}1`, '203.0.113.7')).toBe(true) // the certificate is cached by now
})

test.each([
  ['a /48 of IPv6', 20, (i: number) => `2001:db8:1:${i.toString(16)}00::7`],
  ['all networks together', 30, (i: number) => `203.0.113.${i}`],
])('forged webhooks of %s cause %i requests in a minute', async (_, requests, addressOf) => {
  await using paypal = await openPaypal()

  for (let i = 0; i < 100; i++) await paypal.isValid(`${paypal.url}${path}${i}x`, addressOf(i))

  expect(paypal.requested).toHaveLength(requests)
})

test('a certificate that was not found is not asked for again at once', async () => {
  await using paypal = await openPaypal()

  const results = [
    await paypal.isValid(`${paypal.url}${path}2`),
    await paypal.isValid(`${paypal.url}${path}2`),
  ]

  expect(results).toEqual([false, false])
  expect(paypal.requested).toHaveLength(1)
})

test.each(['/cert', `${path}1?a=b`, `${path}1#a`, `${path}1/..`])(
  'an address that is none of a certificate is not asked for: %s',
  async (address) => {
    await using paypal = await openPaypal()

    expect(await paypal.isValid(paypal.url + address)).toBe(false)

    expect(paypal.requested).toEqual([])
  },
)

test.each([
  ['production', {}, 'https://api.paypal.com'],
  ['the sandbox', { PAYPAL_API_URL: 'https://api-m.sandbox.paypal.com' }, 'https://api.sandbox.paypal.com'],
])('certificates of %s come from its own host and no other', async (_, environment, origin) => {
  const fetched: string[] = []
  const original = globalThis.fetch
  globalThis.fetch = async (address) => {
    fetched.push(new Request(address).url)
    return new Response('', { status: 404 })
  }
  try {
    await using paypal = await openPaypal({ PAYPAL_API_URL: '', ...environment })
    for (const host of [
      'api.paypal.com',
      'api.sandbox.paypal.com',
      'api-m.paypal.com',
      'paypal.com.evil.example',
    ])
      await paypal.isValid(`https://${host}${path}1`)
  } finally {
    globalThis.fetch = original
  }

  expect(fetched).toEqual([`${origin}${path}1`])
})
