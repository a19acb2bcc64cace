/** Signs webhooks with any body as PayPal does. */
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { makeCertificate } from '../sandbox/paypal/certificate.ts'
import { signTransmission } from '../sandbox/paypal/webhooks.ts'
import { listen } from './listen.fixture.ts'

const webhookId = 'FUZZWEBHOOK12345'

/** Starts a server that has the certificate of a new key, which signs. `env` makes the product trust it. */
export async function openPaypalSigner() {
  const { certPem, keyPem } = makeCertificate(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
  const server = await listen(createServer((_, res) => res.end(certPem)))
  const certUrl = `${server.url}/v1/notifications/certs/CERT-1`
  return {
    env: {
      PAYPAL_CLIENT_ID: 'test',
      PAYPAL_CLIENT_SECRET: 'test',
      PAYPAL_WEBHOOK_ID: webhookId,
      PAYPAL_API_URL: server.url,
    },
    /** Returns the headers of a transmission. */
    sign: (body: string) => signTransmission(body, { webhookId, certUrl, keyPem, at: new Date() }),
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  }
}
