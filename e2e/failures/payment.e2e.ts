/**
 * The failure table (docs/failures.md), from the order to the commit: exactly one answer is withheld, the process is killed,
 * what is left is looked at in Postgres, the process is started again, and the end is what it would have been.
 */
import { describe, expect, test } from 'vitest'
import { approve, capture, openOrder, payTip } from './clients.ts'
import { bookedTips, endOf, openDeliveries, orderStatuses, readEnd } from './outcome.ts'
import { patience, setScene } from './fixture.ts'
import { listJobs, stages } from './proxied-product.ts'

describe.each(stages)('with queues on %s', (backend) => {
  const scene = setScene(backend)
  const { hold, letGo, setWebhooks, letTimePass } = scene

  /** PayPal does what it is asked next, and the answer to it comes when nobody waits any more. */
  const withholdPaypal = (operation: 'create' | 'capture') =>
    scene.stage.sandbox.control('/paypal/control/faults', { operation, fault: 'slow', delayMs: 60_000 })

  async function readPaypal() {
    interface Books {
      orders: Record<string, { status: string }>
      captures: Record<string, { status: string; orderId: string }>
    }
    return scene.stage.sandbox.read<Books>('/paypal/control/state')
  }

  describe('order stored / provider answered', () => {
    test('an order whose opening was never answered is open, then over; nobody was told it, and the next one pays', async () => {
      const { stage, creator } = scene
      const before = Object.keys((await readPaypal()).orders).length
      await withholdPaypal('create')
      const asked = openOrder(stage, creator, { name: 'Grace' }).catch(() => 'no answer')
      await expect
        .poll(async () => Object.keys((await readPaypal()).orders).length, patience)
        .toBe(before + 1)
      await stage.server.kill()

      expect(await asked).toBe('no answer')
      expect(await orderStatuses(stage, creator)).toEqual(['OPENING'])

      await stage.server.start()
      await letTimePass(11)
      await expect.poll(() => orderStatuses(stage, creator), patience).toEqual(['EXPIRED'])
      await payTip(stage, creator, { name: 'Grace' })
      expect(await readEnd(scene, 1)).toEqual(endOf({ tips: ['Grace'] }))
    })
  })

  describe('captured / not committed', () => {
    /** PayPal has taken the money, its answer is lost, the server is dead and alive again. */
    async function loseCapture(): Promise<string> {
      const { stage, creator } = scene
      await setWebhooks('drop')
      const orderId = await openOrder(stage, creator, { name: 'Grace' })
      await approve(stage, orderId)
      await withholdPaypal('capture')
      const asked = capture(stage, orderId).catch(() => {})
      await expect.poll(async () => (await readPaypal()).orders[orderId]!.status, patience).toBe('COMPLETED')
      await stage.server.kill()
      await asked

      expect(await orderStatuses(stage, creator)).toEqual(['CREATED'])
      expect(await bookedTips(stage, creator)).toEqual([])
      await stage.server.start()
      return orderId
    }

    test('the webhook brings the tip', async () => {
      const { stage } = scene
      const orderId = await loseCapture()
      await stage.sandbox.control('/paypal/control/webhooks/resend', { orderId })
      expect(await readEnd(scene, 1)).toEqual(endOf({ tips: ['Grace'] }))
    })

    test('a repeated capture brings the tip', async () => {
      const { stage } = scene
      const orderId = await loseCapture()
      await Promise.all([capture(stage, orderId), capture(stage, orderId)])
      expect(await readEnd(scene, 1)).toEqual(endOf({ tips: ['Grace'] }))
    })

    test('without either, reconcile brings the tip', async () => {
      await loseCapture()
      await letTimePass(3)
      expect(await readEnd(scene, 1)).toEqual(endOf({ tips: ['Grace'] }))
    })

    test('a webhook that was answered and not worked off brings the tip all the same', async () => {
      const { stage, creator } = scene
      const orderId = await openOrder(stage, creator, { name: 'Grace' })
      const booking = hold(stage.wires.serverDb.holdRequest(/book_capture/))
      await approve(stage, orderId) // PayPal tells of it at once, and the server captures
      await booking
      const open = () =>
        stage.db.selectFrom('webhookEvent').select('type').where('processedAt', 'is', null).execute()
      await expect.poll(open, patience).toContainEqual({ type: 'CHECKOUT.ORDER.APPROVED' })
      await stage.server.kill()
      letGo()

      expect(await bookedTips(stage, creator)).toEqual([])
      expect((await readPaypal()).orders[orderId]!.status).toBe('COMPLETED')

      await setWebhooks('drop')
      await letTimePass(1)
      await stage.server.start()
      expect(await readEnd(scene, 1)).toEqual(endOf({ tips: ['Grace'] }))
    })
  })

  describe('committed / not relayed', () => {
    test('a tip whose commit was never answered is on nobody’s queue, and the sweep finds it', async () => {
      const { stage, creator } = scene
      await stage.workers.kill()
      await setWebhooks('drop')
      const orderId = await openOrder(stage, creator, { name: 'Grace' })
      await approve(stage, orderId)
      const commit = hold(stage.wires.serverDb.holdAnswer(/book_capture/))
      const asked = capture(stage, orderId).catch(() => {})
      await commit
      await stage.server.kill()
      await asked
      letGo()

      expect(await bookedTips(stage, creator)).toEqual(['Grace'])
      expect(await openDeliveries(stage, creator)).toEqual(['tip.captured'])
      expect(await listJobs(stage, 'tip-events', creator)).toEqual([])

      await Promise.all([stage.server.start(), stage.workers.start()])
      expect(await readEnd(scene, 1)).toEqual(endOf({ tips: ['Grace'] }))
    })
  })
})
