/**
 * Random kills on top of the rows: server, workers and Redis are killed, frozen and wiped in any order while a fan keeps on
 * paying. `CHAOS_SEED` plays a run again, `CHAOS_SECONDS` makes it longer.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { approve, capture, openOrder } from './clients.ts'
import type { Creator, Tip } from './clients.ts'
import { bookedTips, openDeliveries, readEnd } from './outcome.ts'
import { setScene } from './fixture.ts'
import { stages } from './proxied-product.ts'
import type { Stage } from './proxied-product.ts'

const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000)
const seconds = Number(process.env.CHAOS_SECONDS ?? 90)

describe.each(stages)('with queues on %s', (backend) => {
  const scene = setScene(backend)

  test('whatever is killed, every tip is booked, shown once in order, notified once, and told', async () => {
    console.log(`CHAOS_SEED=${seed} CHAOS_SECONDS=${seconds} on ${backend}`)
    const { stage, creator } = scene
    await stage.moreWorkers.start()
    const until = Date.now() + seconds * 1000
    const paid: string[] = []
    const [struck] = await Promise.all([strike(stage, until), keepPaying(stage, creator, until, paid)])
    await Promise.all([stage.server.start(), stage.workers.start(), stage.moreWorkers.start()])

    await expect
      .poll(() => bookedTips(stage, creator), { timeout: 240_000, interval: 1000 })
      .toHaveLength(paid.length)
    await expect.poll(() => openDeliveries(stage, creator), { timeout: 240_000, interval: 1000 }).toEqual([])
    const end = await readEnd(scene, paid.length)
    console.log(
      `${paid.length} tips; ${[...new Set(struck)].map((what) => `${what} ${count(struck, what)}`).join(', ')}`,
    )

    expect(end.booked.toSorted()).toEqual(paid.toSorted())
    expect(end.shown).toEqual(end.booked)
    expect(end.notified).toEqual(paid.toSorted())
    expect(end.mailIds).toBe(paid.length)
    expect(end.unbalanced).toEqual([])
    const told = paid.filter(isTold).toSorted()
    expect([...new Set(end.twitch)]).toEqual(told)
    expect([...new Set(end.youtube)]).toEqual(told)
    const kills = struck.filter((what) => what.startsWith('kill') && what.includes('orkers')).length
    expect(end.twitch.length - told.length).toBeLessThanOrEqual(kills)
    expect(end.youtube.length - told.length).toBeLessThanOrEqual(kills)
  })
})

/** Twitch takes few lines: of the fans every tenth tips toward the goal. */
const isTold = (name: string) => name.endsWith('0')

/** The stand-in's inbox remembers 500 mails. */
const mostTips = 400

/** One fan after the other; each tries until PayPal has the money, and then leaves. */
async function keepPaying(stage: Stage, creator: Creator, until: number, paid: string[]): Promise<void> {
  for (let i = 1; Date.now() < until && i <= mostTips; i++) {
    const name = `Fan ${i}`
    const orderId = await insist(() =>
      openOrder(stage, creator, { name, isGeneral: !isTold(name) } satisfies Tip),
    )
    await approve(stage, orderId)
    await insist(() => capture(stage, orderId))
    paid.push(name)
    await sleep(50)
  }
}

/** A browser whose server is away tries again. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch {
      await sleep(200)
    }
  }
}

/** Strikes at random until then; returns what was struck. */
async function strike(stage: Stage, until: number): Promise<string[]> {
  const random = openRandom(seed)
  const blows: Record<string, () => Promise<void>> = {
    'kill server': () => restart(stage.server),
    'kill workers': () => restart(stage.workers),
    'kill more workers': () => restart(stage.moreWorkers),
    'freeze workers': async () => {
      stage.workers.freeze()
      await sleep(random(6000))
      stage.workers.thaw()
    },
    ...(stage.redis && {
      'wipe redis': () => stage.redis!.wipe(),
      'kill redis': async () => {
        await stage.redis!.kill()
        await sleep(random(3000))
        await stage.redis!.start()
      },
    }),
  }
  async function restart(program: Stage['server']): Promise<void> {
    await program.kill()
    await sleep(random(2000))
    await program.start()
  }

  const struck: string[] = []
  while (Date.now() < until) {
    await sleep(random(4000))
    const names = Object.keys(blows)
    const name = names[random(names.length)]!
    struck.push(name)
    await blows[name]!()
  }
  return struck
}

/** Whole numbers below a bound, the same ones for the same seed (mulberry32). */
function openRandom(start: number): (below: number) => number {
  let state = start
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

function count(list: readonly string[], what: string): number {
  return list.filter((one) => one === what).length
}
