/** Tests that only one process posts to a chat: when it is killed, frozen or cut off, the other one takes over its lease. */
import { describe, expect, test } from 'vitest'
import { chatNames, dueDeliveries, expectOutcome, expectedOutcome, readOutcome } from './outcome.ts'
import { setUpProxiedProduct } from './fixture.ts'
import { backends } from './proxied-product.ts'
import type { ProxiedProduct } from './proxied-product.ts'
import type { Program } from '../program.ts'
import type { TcpProxy } from '../../db/tcp-proxy.fixture.ts'
import { payTip } from '../tip-requests.ts'

/** As many tips as YouTube takes messages in ten seconds: of more, some would share a message. */
const names = Array.from({ length: 10 }, (_, i) => `Supporter ${i + 1}`)

describe.each(backends)('with queues on %s', (backend) => {
  const fixture = setUpProxiedProduct(backend)

  test('when the posting process is killed the other one posts, and there is never more than one connection to the chat', async () => {
    const { product, creator } = fixture
    await product.secondWorkers.start()
    const before = names.slice(0, 4)
    for (const name of before) await payTip(product, creator, { name })
    for (const platform of ['twitch', 'youtube'] as const)
      await expect.poll(() => chatNames(product, platform, creator)).toEqual(before)
    expect(product.proxies.twitch.count().now).toBe(1)

    const paying = (async () => {
      for (const name of names.slice(4)) await payTip(product, creator, { name })
    })()
    await expect
      .poll(async () => (await chatNames(product, 'twitch', creator)).length)
      .toBeGreaterThan(before.length)
    const holder = holderOf(product)
    await holder.kill()
    const killedAt = Date.now()
    const postedBefore = (await chatNames(product, 'twitch', creator)).length
    await expect
      .poll(async () => (await chatNames(product, 'twitch', creator)).length)
      .toBeGreaterThan(postedBefore)
    console.log(
      `on ${backend} the other process posted ${await nextMessageAfter(killedAt)} ms after the kill`,
    )
    await paying

    await expect.poll(() => dueDeliveries(product, creator)).toEqual([])
    const end = await readOutcome(fixture, names.length)
    const twice = {
      twitch: duplicatesOf(end.twitch),
      youtube: duplicatesOf(end.youtube),
      mail: duplicatesOf(end.mailed),
    }
    expect(end).toEqual(expectedOutcome({ tips: names, twice }))
    // A message is sent twice only if it was being sent when the process was killed: at most one per chat, and one batch of
    // emails.
    expect(twice.twitch.length).toBeLessThanOrEqual(1)
    expect(twice.youtube.length).toBeLessThanOrEqual(1)
    expect(twice.mail.length).toBeLessThanOrEqual(5)
    expect(product.proxies.twitch.count()).toEqual({ now: 1, max: 1 })
    await holder.start()
  })

  test.each<[string, (holder: Program) => () => void]>([
    ['frozen', freeze],
    ['without a connection', cutOff],
  ])('a process that was %s for longer than its lease posts nothing afterwards', async (_, suspend) => {
    const { product, creator } = fixture
    await product.secondWorkers.start()
    await payTip(product, creator, { name: 'Grace' })
    await expect.poll(() => dueDeliveries(product, creator)).toEqual([])
    const resume = suspend(holderOf(product))
    for (const name of ['Ada', 'Edsger', 'Barbara']) await payTip(product, creator, { name })
    await expect.poll(async () => (await chatNames(product, 'twitch', creator)).length).toBe(4)
    resume()
    await expect.poll(() => product.proxies.twitch.count().now).toBe(1)
    await payTip(product, creator, { name: 'Donald' })

    await expectOutcome(fixture, { tips: ['Grace', 'Ada', 'Edsger', 'Barbara', 'Donald'] })
    expect(product.proxies.twitch.count().now).toBe(1)
  })

  function freeze(holder: Program): () => void {
    holder.freeze()
    return holder.thaw
  }

  /** Interrupts a worker process's connections to Postgres and Redis; the returned function restores them. */
  function cutOff(holder: Program): () => void {
    const proxies = proxiesOf(fixture.product, holder)
    for (const proxy of proxies) void fixture.hold(proxy.holdRequest(/[^]/))
    return () => {
      fixture.lift()
      for (const proxy of proxies) proxy.closeAll()
    }
  }

  async function nextMessageAfter(moment: number): Promise<number> {
    const { product, creator } = fixture
    const lines = await product.control<{ at: string }[]>(`/twitch/channel/${creator.name}/messages`)
    return Math.min(...lines.map(({ at }) => Date.parse(at) - moment).filter((after) => after > 0))
  }
})

/** Returns the process that took the lease of Twitch last, according to the logs. */
function holderOf({ workers, secondWorkers }: ProxiedProduct) {
  const takenAt = [workers, secondWorkers].map((program) => {
    const lines = program
      .output()
      .split('\n')
      .filter((line) => line.includes('"lease":"twitch"') && line.includes('lease taken'))
    return lines.length > 0 ? (JSON.parse(lines.at(-1)!) as { time: number }).time : 0
  })
  return takenAt[0]! > takenAt[1]! ? workers : secondWorkers
}

function proxiesOf({ proxies, workers }: ProxiedProduct, program: Program): TcpProxy[] {
  const own =
    program === workers
      ? [proxies.workersDb, proxies.workersRedis]
      : [proxies.secondWorkersDb, proxies.secondWorkersRedis]
  return own.filter((proxy) => proxy !== undefined)
}

function duplicatesOf(list: readonly string[]): string[] {
  return list.filter((item, i) => list.indexOf(item) !== i)
}
