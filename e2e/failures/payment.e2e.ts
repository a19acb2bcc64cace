/**
 * Tests the failures in docs/failures.md from the order to the commit. Each test withholds one response, kills the process,
 * checks the rows in Postgres, restarts the process and expects the same outcome as without the failure.
 */
import { describe, expect, test } from 'vitest'
import { killableProduct } from './killable-product.ts'
import { testNotRelayed } from './kills.ts'
import { expectOutcome, orderStatuses, recordedTips } from './outcome.ts'
import { setUpProxiedProduct } from './fixture.ts'
import { backends } from './proxied-product.ts'
import { approve, capture, openOrder, payTip } from '../tip-requests.ts'

describe.each(backends)('with queues on %s', (backend) => {
  const fixture = setUpProxiedProduct(backend)
  const { hold, lift, setWebhooks, passTime } = fixture

  /** Delays PayPal's next response beyond our timeout. PayPal executes the request nevertheless. */
  const delayPaypal = (operation: 'create' | 'capture') =>
    fixture.product.control('/paypal/control/faults', { operation, fault: 'slow', delayMs: 60_000 })

  async function readPaypal() {
    interface State {
      orders: Record<string, { status: string }>
      captures: Record<string, { status: string; orderId: string }>
    }
    return fixture.product.control<State>('/paypal/control/state')
  }

  describe('order stored / provider answered', () => {
    test('an order without a response from PayPal stays open, then expires; the next order is paid', async () => {
      const { product, creator } = fixture
      const before = Object.keys((await readPaypal()).orders).length
      await delayPaypal('create')
      const request = openOrder(product, creator, { name: 'Grace' }).catch(() => 'no response')
      await expect.poll(async () => Object.keys((await readPaypal()).orders).length).toBe(before + 1)
      await product.server.kill()

      expect(await request).toBe('no response')
      expect(await orderStatuses(product, creator)).toEqual(['OPENING'])

      await product.server.start()
      await passTime(11)
      await expect.poll(() => orderStatuses(product, creator)).toEqual(['EXPIRED'])
      await payTip(product, creator, { name: 'Grace' })
      await expectOutcome(fixture, { tips: ['Grace'] })
    })
  })

  describe('captured / not committed', () => {
    /** Loses the response to a capture: PayPal captures the money, then the server is killed and restarted. */
    async function loseCapture(): Promise<string> {
      const { product, creator } = fixture
      await setWebhooks('drop')
      const orderId = await openOrder(product, creator, { name: 'Grace' })
      await approve(product, orderId)
      await delayPaypal('capture')
      const request = capture(product, orderId).catch(() => {})
      await expect.poll(async () => (await readPaypal()).orders[orderId]!.status).toBe('COMPLETED')
      await product.server.kill()
      await request

      expect(await orderStatuses(product, creator)).toEqual(['CREATED'])
      expect(await recordedTips(product, creator)).toEqual([])
      await product.server.start()
      return orderId
    }

    /** Captures as the page does, which tries again if a busy server responds with 503. */
    const captureAgain = async (orderId: string) =>
      await expect.poll(() => capture(fixture.product, orderId).then(() => true)).toBe(true)

    test.each<[string, (orderId: string) => Promise<unknown>]>([
      ['the webhook', (orderId) => fixture.product.control('/paypal/control/webhooks/resend', { orderId })],
      ['a repeated capture', (orderId) => Promise.all([captureAgain(orderId), captureAgain(orderId)])],
      ['without either, reconciliation', () => passTime(3)],
    ])('%s records the tip', async (_, repair) => {
      await repair(await loseCapture())
      await expectOutcome(fixture, { tips: ['Grace'] })
    })

    test('a webhook that was accepted but not processed still records the tip', async () => {
      const { product, creator } = fixture
      const orderId = await openOrder(product, creator, { name: 'Grace' })
      const recording = hold(product.proxies.serverDb.holdRequest(/record_capture/))
      await approve(product, orderId) // PayPal sends a webhook at once, and the server then captures the order
      await recording
      const open = () =>
        product.db.selectFrom('webhookEvent').select('type').where('processedAt', 'is', null).execute()
      await expect.poll(open).toContainEqual({ type: 'CHECKOUT.ORDER.APPROVED' })
      await product.server.kill()
      lift()

      expect(await recordedTips(product, creator)).toEqual([])
      expect((await readPaypal()).orders[orderId]!.status).toBe('COMPLETED')

      await setWebhooks('drop')
      await passTime(1)
      await product.server.start()
      await expectOutcome(fixture, { tips: ['Grace'] })
    })
  })

  describe('committed / not relayed', () => {
    testNotRelayed(() => killableProduct(fixture))
  })
})
