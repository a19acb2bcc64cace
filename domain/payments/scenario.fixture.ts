/** Helpers for the conformance scenarios of all providers: a recorder of our calls, the stand-in's webhooks, orders and refunds. */
import { waitUntil } from '../../db/wait-until.fixture.ts'
import { startRecorder } from '../../sandbox/conformance/recorder.fixture.ts'
import { startListener } from '../../sandbox/conformance/webhook-listener.fixture.ts'
import { openSandbox } from '../../sandbox/sandbox.fixture.ts'
import { controlAt } from '../../sandbox/stand-in.fixture.ts'
import type { OrderKey, OrderToOpen, RefundRequest } from './provider/payment-provider.ts'

/** Opens a sandbox behind a recorder. The webhooks of one provider's stand-in are sent to a listener. */
export async function openRecording(provider: 'paypal' | 'stripe') {
  const sandbox = await openSandbox()
  const recorder = await startRecorder(sandbox.url)
  const listener = await startListener()
  const tell = controlAt(`${sandbox.url}/${provider}/control`)
  await tell('webhook-url', { url: listener.url })
  const { exchanges } = recorder
  const { deliveries } = listener
  return {
    env: sandbox.env,
    /** The URL of the recorder. */
    url: recorder.url,
    tell,
    exchanges,
    deliveries,
    async waitForWebhooks() {
      const isComplete = async () => {
        const { events } = await tell<{ events: object[] }>('state')
        return deliveries.length >= events.length
      }
      await waitUntil(isComplete, () => 'webhooks are still on their way')
    },
    async [Symbol.asyncDispose]() {
      for (const open of [recorder, sandbox, listener]) await open[Symbol.asyncDispose]()
    },
  }
}

let count = 0

/** Returns an order of £7.00 with a fee of £0.35. */
export function orderFor(payeeId: string, change: Partial<OrderToOpen> = {}): OrderToOpen {
  count += 1
  const fixed = { chargedMinor: 700, currency: 'gbp', splitFeeMinor: 35, description: 'Tip to Ada' } as const
  const payeeNames = ['Ada']
  return { id: `tip-${count}`, payeeId, payeeNames, ...fixed, ...change }
}

/** Returns the key of an order that is looked up by the provider's id alone. */
export function keyOf(providerOrderId: string, payeeId = ''): OrderKey {
  return { id: '', payeeId, providerOrderId, captureAttempt: 0 }
}

/** Returns a refund of £1.00. */
export function refundOf(
  captureId: string,
  payeeId: string,
  change: Partial<RefundRequest> = {},
): RefundRequest {
  count += 1
  const fixed = { currency: 'gbp', amountMinor: 100, platformFeeMinor: 0, reason: '' } as const
  return { id: `refund-${count}`, attempt: 0, providerOrderId: '', captureId, payeeId, ...fixed, ...change }
}

/** Expects the provider to refuse each of these calls; throws when one succeeds. */
export async function mustFail(...calls: Promise<unknown>[]): Promise<void> {
  const done = await Promise.allSettled(calls)
  if (done.some(({ status }) => status === 'fulfilled')) throw new Error('what the provider refuses was done')
}
