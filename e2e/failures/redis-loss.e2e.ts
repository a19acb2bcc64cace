/** Tests that Redis only transports data: it is flushed, then killed and restarted empty, during 200 tips, and no tip is lost. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { dueDeliveries, expectOutcome } from './outcome.ts'
import { setUpProxiedProduct } from './fixture.ts'
import { listJobs, backends } from './proxied-product.ts'
import { payTip } from '../tip-requests.ts'

const tips = Array.from({ length: 200 }, (_, i) => `Supporter ${i + 1}`)
/** Twitch accepts 18 messages in 30 seconds, so only every twentieth tip is toward the goal and therefore posted. */
const isPosted = (i: number) => i % 20 === 0
const downMs = 1_500

describe.runIf(backends.includes('redis'))('with a Redis of its own', () => {
  const fixture = setUpProxiedProduct('redis')

  test('200 tips during a flush and a restart of Redis are all recorded, shown once in order and notified once', async () => {
    const { product, creator } = fixture
    const redis = product.redis!
    let restarted = Promise.resolve()

    for (const [i, name] of tips.entries()) {
      if (i === 50 || i === 120) product.workers.freeze() // so that jobs wait on the queue when it is lost
      if (i === 70) {
        expect((await listJobs(product, 'tip-events', creator)).length).toBeGreaterThanOrEqual(15)
        await redis.flush()
        product.workers.thaw()
      }
      if (i === 140) {
        expect((await listJobs(product, 'tip-events', creator)).length).toBeGreaterThanOrEqual(15)
        await redis.kill()
        product.workers.thaw()
        restarted = sleep(downMs).then(() => redis.start())
      }
      await payTip(product, creator, { name, isGeneral: !isPosted(i) })
    }
    await restarted

    await expect.poll(() => dueDeliveries(product, creator), { timeout: 90_000 }).toEqual([])
    const inChat = tips.filter((_, i) => isPosted(i))
    await expectOutcome(fixture, { tips, inChat })
  })
})
