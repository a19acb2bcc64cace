/** Exactly one holder of each bot: two processes of workers, the one that posts is killed in the middle, the other goes on. */
import { describe, expect, test } from 'vitest'
import { payTip } from './clients.ts'
import { endOf, openDeliveries, readEnd, said } from './outcome.ts'
import { patience, setScene } from './fixture.ts'
import { stages } from './proxied-product.ts'
import type { Stage } from './proxied-product.ts'
import type { Process } from '../program.ts'
import type { TcpProxy } from '../tcp-proxy.ts'

const names = Array.from({ length: 12 }, (_, i) => `Fan ${i + 1}`)

describe.each(stages)('with queues on %s', (backend) => {
  const scene = setScene(backend)

  test('when the process that posts is killed the other one posts, and there are never two in the chat', async () => {
    const { stage, creator } = scene
    await stage.moreWorkers.start()
    const before = names.slice(0, 4)
    for (const name of names.slice(0, 4)) await payTip(stage, creator, { name })
    await expect.poll(() => said(stage, 'twitch', creator), patience).toEqual(before)
    expect(stage.wires.twitch.count().now).toBe(1)

    const paying = (async () => {
      for (const name of names.slice(4)) await payTip(stage, creator, { name })
    })()
    await expect.poll(async () => (await said(stage, 'twitch', creator)).length, patience).toBeGreaterThan(5)
    const holder = holderOf(stage)
    await holder.kill()
    const killedAt = Date.now()
    const seen = (await said(stage, 'twitch', creator)).length
    await expect
      .poll(async () => (await said(stage, 'twitch', creator)).length, patience)
      .toBeGreaterThan(seen)
    console.log(`on ${backend} the other process posted ${await nextLineAfter(killedAt)} ms after the kill`)
    await paying

    await expect.poll(() => openDeliveries(stage, creator), { timeout: 60_000 }).toEqual([])
    const end = await readEnd(scene, names.length)
    const twice = {
      twitch: repeated(end.twitch),
      youtube: repeated(end.youtube),
      mail: repeated(end.mailed),
    }
    expect(end).toEqual(endOf({ tips: names, twice }))
    // At worst the line, and the mails, that were under way when the process was killed.
    expect(twice.twitch.length).toBeLessThanOrEqual(1)
    expect(twice.youtube.length).toBeLessThanOrEqual(1)
    expect(twice.mail.length).toBeLessThanOrEqual(5)
    expect(stage.wires.twitch.count()).toEqual({ now: 1, most: 1 })
    await holder.start()
  })

  test('a process that was frozen for longer than its lease posts nothing when it wakes up', async () => {
    const { stage, creator } = scene
    await stage.moreWorkers.start()
    await payTip(stage, creator, { name: 'Grace' })
    await expect.poll(() => openDeliveries(stage, creator), patience).toEqual([])
    const holder = holderOf(stage)
    holder.freeze()
    for (const name of ['Ada', 'Edsger', 'Barbara']) await payTip(stage, creator, { name })
    await expect.poll(async () => (await said(stage, 'twitch', creator)).length, patience).toBe(4)
    holder.thaw()
    await expect.poll(() => stage.wires.twitch.count().now, patience).toBe(1)
    await payTip(stage, creator, { name: 'Donald' })

    expect(await readEnd(scene, 5)).toEqual(endOf({ tips: ['Grace', 'Ada', 'Edsger', 'Barbara', 'Donald'] }))
  })

  test('a process that is cut off is followed, and posts nothing more when it is back', async () => {
    const { stage, creator } = scene
    await stage.moreWorkers.start()
    await payTip(stage, creator, { name: 'Grace' })
    await expect.poll(() => openDeliveries(stage, creator), patience).toEqual([])
    const wires = wiresOf(stage, holderOf(stage))
    for (const wire of wires) void scene.hold(wire.holdRequest(/[^]/))

    for (const name of ['Ada', 'Edsger', 'Barbara']) await payTip(stage, creator, { name })
    await expect.poll(async () => (await said(stage, 'twitch', creator)).length, patience).toBe(4)
    scene.letGo()
    for (const wire of wires) wire.cutAll()
    await payTip(stage, creator, { name: 'Donald' })

    await expect.poll(() => openDeliveries(stage, creator), patience).toEqual([])
    expect(await readEnd(scene, 5)).toEqual(endOf({ tips: ['Grace', 'Ada', 'Edsger', 'Barbara', 'Donald'] }))
    expect(stage.wires.twitch.count().now).toBe(1)
  })

  async function nextLineAfter(moment: number): Promise<number> {
    const { stage, creator } = scene
    const lines = await stage.sandbox.read<{ at: string }[]>(`/twitch/channel/${creator.name}/messages`)
    return Math.min(...lines.map(({ at }) => Date.parse(at) - moment).filter((after) => after > 0))
  }
})

/** Who holds Twitch says so, and whoever said it last holds it. */
function holderOf({ workers, moreWorkers }: Stage) {
  const takenAt = [workers, moreWorkers].map((program) => {
    const lines = program
      .output()
      .split('\n')
      .filter((line) => line.includes('"lease":"twitch"') && line.includes('lease taken'))
    return lines.length > 0 ? (JSON.parse(lines.at(-1)!) as { time: number }).time : 0
  })
  return takenAt[0]! > takenAt[1]! ? workers : moreWorkers
}

/** What a process of workers has to do with the others by. */
function wiresOf({ wires, workers }: Stage, program: Process): TcpProxy[] {
  const own =
    program === workers
      ? [wires.workersDb, wires.workersRedis]
      : [wires.moreWorkersDb, wires.moreWorkersRedis]
  return own.filter((wire) => wire !== undefined)
}

function repeated(list: readonly string[]): string[] {
  return list.filter((item, i) => list.indexOf(item) !== i)
}
