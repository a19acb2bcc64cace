/** Redis is only a conveyor: wiped, then killed and started empty, in the middle of 200 tips, it costs seconds and no tip. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { payTip } from './clients.ts'
import { endOf, openDeliveries, readEnd } from './outcome.ts'
import { setScene } from './fixture.ts'
import { listJobs, stages } from './proxied-product.ts'

const tips = Array.from({ length: 200 }, (_, i) => `Fan ${i + 1}`)
/** Twitch takes 18 lines in half a minute: every twentieth tip is told to the chats. */
const isTold = (i: number) => i % 20 === 0
const awayMs = 1_500

describe.runIf(stages.includes('redis'))('with a Redis of its own', () => {
  const scene = setScene('redis')

  test('200 tips, Redis wiped and restarted among them: all are booked, shown once in order, notified once', async () => {
    const { stage, creator } = scene
    const redis = stage.redis!
    let back = Promise.resolve()

    for (const [i, name] of tips.entries()) {
      if (i === 50 || i === 120) stage.workers.freeze() // so that there is something on the queue to be lost
      if (i === 70) {
        expect((await listJobs(stage, 'tip-events', creator)).length).toBeGreaterThanOrEqual(15)
        await redis.wipe()
        stage.workers.thaw()
      }
      if (i === 140) {
        expect((await listJobs(stage, 'tip-events', creator)).length).toBeGreaterThanOrEqual(15)
        await redis.kill()
        stage.workers.thaw()
        back = sleep(awayMs).then(() => redis.start())
      }
      await payTip(stage, creator, { name, isGeneral: !isTold(i) })
    }
    await back

    await expect.poll(() => openDeliveries(stage, creator), { timeout: 90_000 }).toEqual([])
    const inChat = tips.filter((_, i) => isTold(i))
    expect(await readEnd(scene, tips.length)).toEqual(endOf({ tips, inChat }))
  })
})
