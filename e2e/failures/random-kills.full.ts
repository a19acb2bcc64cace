/**
 * Random failures: the server, the workers and Redis are killed, frozen and flushed in random order while supporters pay.
 * `CHAOS_SEED` repeats a run, `CHAOS_SECONDS` sets its duration.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { nat, noBias, sample } from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Creator } from './clients.ts'
import { recordedTips, dueDeliveries, readOutcome } from './outcome.ts'
import { setUpProxiedProduct } from './fixture.ts'
import { backends } from './proxied-product.ts'
import type { ProxiedProduct } from './proxied-product.ts'
import { keepPayingTip } from '../tip-requests.ts'

const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000)
const seconds = Number(process.env.CHAOS_SECONDS ?? 90)

describe.each(backends)('with queues on %s', (backend) => {
  const fixture = setUpProxiedProduct(backend)

  test('whatever fails, every tip is recorded, shown once in order, notified once and posted', async () => {
    console.log(`CHAOS_SEED=${seed} CHAOS_SECONDS=${seconds} on ${backend}`)
    const { product, creator } = fixture
    await product.secondWorkers.start()
    const until = Date.now() + seconds * 1000
    const paid: string[] = []
    const [failures] = await Promise.all([
      causeFailures(product, until),
      keepPaying(product, creator, until, paid),
    ])
    await Promise.all([product.server.start(), product.workers.start(), product.secondWorkers.start()])

    await expect
      .poll(() => recordedTips(product, creator), { timeout: 240_000, interval: 1000 })
      .toHaveLength(paid.length)
    await expect.poll(() => dueDeliveries(product, creator), { timeout: 240_000, interval: 1000 }).toEqual([])
    const end = await readOutcome(fixture, paid.length)
    console.log(
      `${paid.length} tips; ${[...new Set(failures)].map((what) => `${what} ${count(failures, what)}`).join(', ')}`,
    )

    expect(end.recorded.toSorted()).toEqual(paid.toSorted())
    expect(end.shown).toEqual(end.recorded)
    expect(end.notified).toEqual(paid.toSorted())
    expect(end.mailIds).toBe(paid.length)
    expect(end.unbalanced).toEqual([])
    const posted = paid.filter(isPosted).toSorted()
    expect([...new Set(end.twitch)]).toEqual(posted)
    expect([...new Set(end.youtube)]).toEqual(posted)
    const kills = failures.filter((what) => what.startsWith('kill') && what.includes('orkers')).length
    expect(end.twitch.length - posted.length).toBeLessThanOrEqual(kills)
    expect(end.youtube.length - posted.length).toBeLessThanOrEqual(kills)
  })
})

/** Twitch accepts few messages, so only every tenth tip is toward the goal and posted. */
const isPosted = (name: string) => name.endsWith('0')

/** The sandbox stores the last 500 mails. */
const maxTips = 400

/** Pays one tip after the other until the deadline; each is retried until it is captured. */
async function keepPaying(
  product: ProxiedProduct,
  creator: Creator,
  until: number,
  paid: string[],
): Promise<void> {
  for (let i = 1; Date.now() < until && i <= maxTips; i++) {
    const name = `Supporter ${i}`
    await keepPayingTip(product, creator, { name, isGeneral: !isPosted(name) })
    paid.push(name)
    await sleep(50)
  }
}

/** Causes random failures until the deadline; returns their names. */
async function causeFailures(product: ProxiedProduct, until: number): Promise<string[]> {
  const random = openRandom(seed)
  const kinds: Record<string, () => Promise<unknown>> = {
    'kill server': () => restart(product.server),
    'kill workers': () => restart(product.workers),
    'kill second workers': () => restart(product.secondWorkers),
    'freeze workers': async () => {
      product.workers.freeze()
      await sleep(random(6000))
      product.workers.thaw()
    },
    ...(product.redis && {
      'flush redis': () => product.redis!.flush(),
      'kill redis': async () => {
        await product.redis!.kill()
        await sleep(random(3000))
        await product.redis!.start()
      },
    }),
  }
  async function restart(program: ProxiedProduct['server']): Promise<void> {
    await program.kill()
    await sleep(random(2000))
    await program.start()
  }

  const failures: string[] = []
  while (Date.now() < until) {
    await sleep(random(4000))
    const names = Object.keys(kinds)
    const name = names[random(names.length)]!
    failures.push(name)
    await kinds[name]!()
  }
  return failures
}

/** Returns a generator of whole numbers below a bound, the same for the same seed. */
function openRandom(start: number): (below: number) => number {
  const numbers = sample(noBias(nat()), { seed: start, numRuns: 10_000 })
  let used = 0
  return (below) => numbers[used++ % numbers.length]! % below
}

function count(list: readonly string[], what: string): number {
  return list.filter((one) => one === what).length
}
