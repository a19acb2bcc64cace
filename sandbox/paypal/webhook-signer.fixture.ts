/** Signs webhooks as PayPal does, so that tests and benchmarks can report captures to the product. */
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeCertificate } from './certificate.ts'
import { signTransmission } from './webhooks.ts'

const ownWebhookId = 'TESTWEBHOOK12345'

export interface PaypalSigner {
  /** The environment variables that make the product trust this signer. */
  env: Record<string, string>
  /** Returns headers and body of a capture event. */
  captureEvent(order: SignedOrder, how?: SigningOptions): SignedEvent
  close(): void
}

export interface SignedEvent {
  headers: Record<string, string>
  body: string
}

/** Deviations from an ordinary signature. */
export interface SigningOptions {
  webhookId?: string
  /** The time of the transmission. */
  at?: Date
}

export interface SignedOrder {
  providerOrderId: string
  merchantId: string
  amount: string
}

/** Starts a server that serves the certificate of a new key, which signs the events. */
export async function openSigner(): Promise<PaypalSigner> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { certPem, keyPem } = makeCertificate(privateKey)
  const server = createServer((_, res) => res.end(certPem))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    env: {
      PAYPAL_CLIENT_ID: 'test',
      PAYPAL_CLIENT_SECRET: 'test',
      PAYPAL_WEBHOOK_ID: ownWebhookId,
      PAYPAL_API_URL: url,
    },
    captureEvent(order, { webhookId = ownWebhookId, at = new Date() } = {}) {
      const body = JSON.stringify({
        id: `WH-${randomUUID()}`,
        event_type: 'PAYMENT.CAPTURE.COMPLETED',
        resource: resourceOf(order),
      })
      return {
        headers: signTransmission(body, {
          webhookId,
          certUrl: `${url}/v1/notifications/certs/CERT-1`,
          keyPem,
          at,
        }),
        body,
      }
    },
    close: () => server.close(),
  }
}

function resourceOf({ providerOrderId, merchantId, amount }: SignedOrder) {
  return {
    id: `CAP-${providerOrderId}`,
    status: 'COMPLETED',
    amount: { value: amount, currency_code: 'GBP' },
    payee: { merchant_id: merchantId },
    supplementary_data: { related_ids: { order_id: providerOrderId } },
  }
}
