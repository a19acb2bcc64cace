import { expect, onTestFinished, test, vi } from 'vitest'
import type { Destination } from '../contract/events.ts'
import { addTestEvent } from '../db/alerts.fixture.ts'
import { buildCreator } from '../db/builders.fixture.ts'
import { fanOut } from '../db/queries/deliveries/fan-out.ts'
import { leaseDueDeliveries } from '../db/queries/deliveries/deliveries.ts'
import { deliveryRules } from './delivery-rules.ts'
import { startDispatcher } from './dispatcher.ts'
import { GiveUpError, SlowDownError } from './errors.ts'
import { createTestContext } from './workers.fixture.ts'
import type { TestContext } from './workers.fixture.ts'

async function addDelivery(
  { db }: TestContext,
  creatorUid: string,
  destination: Destination = 'push',
): Promise<string> {
  const eventId = await addTestEvent(db, creatorUid)
  const plans = [{ eventId, destinations: [destination] }]
  await fanOut(db, [{ creatorUid, plans }], { lifetimesMs: { push: 3_600_000 }, isNotifying: true })
  return eventId
}

/**
 * Starts a dispatcher whose sender executes the script of each delivery, one step per attempt. After the last step it succeeds.
 */
function startScripted(ctx: TestContext, script: Record<string, (() => void | Promise<void>)[]>) {
  const runs: { id: string; at: number }[] = []
  const dispatcher = startDispatcher(ctx, 'push', async ({ eventId }) => {
    runs.push({ id: eventId!, at: Date.now() })
    await script[eventId!]?.shift()?.()
  })
  return { runs, ...dispatcher }
}

const fail = (error: Error) => () => {
  throw error
}

async function find({ db }: TestContext, eventId: string) {
  return db.selectFrom('delivery').selectAll().where('eventId', '=', eventId).executeTakeFirstOrThrow()
}

function outcomes({ lines }: TestContext, eventId: string) {
  return lines.filter(({ event }) => event === eventId).map(({ outcome, attempt }) => `${outcome} ${attempt}`)
}

async function open() {
  const ctx = await createTestContext('postgres')
  const { uid } = await buildCreator(ctx.db)
  return { ...ctx, add: () => addDelivery(ctx, uid) }
}

test('a failed delivery is tried again, and the failure costs an attempt', async () => {
  await using ctx = await open()
  const id = await ctx.add()
  const { close } = startScripted(ctx, { [id]: [fail(new Error('once'))] })

  await expect.poll(() => outcomes(ctx, id)).toEqual(['failed 1', 'done 2'])
  await close()
  expect(await find(ctx, id)).toMatchObject({ status: 'sent', attempts: 2, reason: null, leasedUntil: null })
})

test('a delivery that slows down waits as long as it said, costs no attempt, and holds nobody up', async () => {
  await using ctx = await open()
  const [slow, other, slower] = [await ctx.add(), await ctx.add(), await ctx.add()]
  const { runs, close } = startScripted(ctx, {
    [slow]: [fail(new SlowDownError(600))],
    [slower]: [fail(new SlowDownError(3_600_000))],
  })

  await expect.poll(() => outcomes(ctx, slow)).toEqual(['slowed 1', 'done 1'])
  const [first, second] = runs.filter(({ id }) => id === slow)
  expect(second!.at - first!.at).toBeGreaterThanOrEqual(580)
  expect(runs.find(({ id }) => id === other)!.at).toBeLessThan(second!.at)
  expect((await find(ctx, slower)).dueAt.getTime()).toBeGreaterThan(first!.at + 3_000_000)
  await close()
})

test('a delivery that slows its destination down holds everything up, and costs no attempt', async () => {
  await using ctx = await open()
  const slow = await ctx.add()
  const { runs, wake, close } = startScripted(ctx, { [slow]: [fail(new SlowDownError(600, 'destination'))] })
  await expect.poll(() => outcomes(ctx, slow)).toEqual(['slowed 1'])
  const other = await ctx.add()
  wake()

  await expect.poll(() => outcomes(ctx, slow)).toEqual(['slowed 1', 'done 1'])
  await expect.poll(() => outcomes(ctx, other)).toEqual(['done 1'])
  expect(runs.slice(1).every(({ at }) => at - runs[0]!.at >= 550)).toBe(true)
  await close()
})

test('a delivery that gives up does not come back, and keeps its reason', async () => {
  await using ctx = await open()
  const [hopeless, other] = [await ctx.add(), await ctx.add()]
  const { runs, close } = startScripted(ctx, { [hopeless]: [fail(new GiveUpError('banned'))] })

  await expect.poll(() => outcomes(ctx, hopeless)).toEqual(['gave_up 1'])
  await expect.poll(() => outcomes(ctx, other)).toEqual(['done 1'])
  await close()
  expect(runs.map(({ id }) => id).toSorted()).toEqual([hopeless, other].toSorted())
  expect(await find(ctx, hopeless)).toMatchObject({ status: 'gave_up', reason: 'banned' })
})

test('a delivery that always fails is given up after its attempts, and delays no other', async () => {
  await using ctx = await open()
  const { maxAttempts } = deliveryRules.push
  const hopeless = await ctx.add()
  await ctx.db
    .updateTable('delivery')
    .set({ attempts: maxAttempts - 2 })
    .execute()
  const broken = fail(new Error('broken'))
  const { wake, close } = startScripted(ctx, { [hopeless]: Array.from({ length: 9 }, () => broken) })
  await expect.poll(() => outcomes(ctx, hopeless)).toHaveLength(1)

  const other = await ctx.add()
  wake()
  await expect.poll(() => outcomes(ctx, other)).toEqual(['done 1'])
  expect(await find(ctx, hopeless)).toMatchObject({ status: 'due' })
  await ctx.db.updateTable('delivery').set({ dueAt: new Date() }).where('eventId', '=', hopeless).execute()
  await expect.poll(() => find(ctx, hopeless)).toMatchObject({ status: 'gave_up' })
  await close()
  expect(await find(ctx, hopeless)).toMatchObject({ reason: 'failed', attempts: maxAttempts })
})

test('the wait after a failure doubles up to a twentieth of the lifetime', async () => {
  await using ctx = await open()
  const waits: number[] = []
  for (const attempts of [0, 1, 4, 25]) {
    const id = await ctx.add()
    await ctx.db.updateTable('delivery').set({ attempts }).where('eventId', '=', id).execute()
    const { close } = startScripted(ctx, { [id]: [fail(new Error('once'))] })
    await expect.poll(async () => (await find(ctx, id)).status).toBe('due')
    await expect.poll(() => outcomes(ctx, id)).toHaveLength(1)
    await close()
    waits.push(Math.round((+(await find(ctx, id)).dueAt - Date.now()) / 1000))
  }

  expect(waits[1]).toBeLessThanOrEqual(2)
  expect(waits[2]).toBeGreaterThanOrEqual(11)
  expect(waits[2]).toBeLessThanOrEqual(16)
  expect(waits[3]).toBeGreaterThanOrEqual(134)
  expect(waits[3]).toBeLessThanOrEqual(180)
})

test('what a killed process had leased is sent once its lease has run out, and no sooner', async () => {
  await using ctx = await open()
  const [killed, other] = [await ctx.add(), await ctx.add()]
  const [leased] = await leaseDueDeliveries(ctx.db, 'push', { limit: 1, leaseMs: 1_500 })
  expect(leased).toMatchObject({ eventId: killed, attempts: 1 })
  const { runs, close } = startScripted(ctx, {})

  await expect.poll(() => outcomes(ctx, other)).toEqual(['done 1'])
  expect(runs.map(({ id }) => id)).toEqual([other])
  await expect.poll(() => outcomes(ctx, killed)).toEqual(['done 2'])
  await close()
})

test('the lease of a delivery that takes long is renewed before half of it is over', async () => {
  await using ctx = await open()
  const id = await ctx.add()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let finish = () => {}
  const sending = new Promise<void>((resolve) => (finish = resolve))
  const { runs, close } = startScripted(ctx, { [id]: [() => sending] })
  await expect.poll(() => runs).toHaveLength(1)
  const { leasedUntil } = await find(ctx, id)

  vi.advanceTimersByTime(deliveryRules.push.leaseMs / 2)
  vi.useRealTimers() // because a poll lets the other timers advance

  await expect.poll(async () => (await find(ctx, id)).leasedUntil!.getTime()).toBeGreaterThan(+leasedUntil!)
  expect(runs).toHaveLength(1) // otherwise the lease was not renewed but taken again, after its end
  finish()
  await close()
})

test('where deliveries are sent in turns, those that come during one wait for the next, which needs no wake', async () => {
  await using ctx = await createTestContext('postgres')
  const { uid } = await buildCreator(ctx.db)
  const add = () => addDelivery(ctx, uid, 'timer')
  const first = await add()
  const runs = new Map<string, number>()
  const { close } = startDispatcher(ctx, 'timer', async ({ eventId }) => void runs.set(eventId!, Date.now()))
  await expect.poll(() => runs.has(first)).toBe(true)

  const later = [await add(), await add(), await add()] // one by one, because an event waits for an older one that is open
  await expect.poll(() => runs.size).toBe(4)
  await close()

  for (const id of later) expect(runs.get(id)! - runs.get(first)!).toBeGreaterThanOrEqual(190)
})

test('of several dispatchers one sends a delivery, and closing waits for what is under way', async () => {
  await using ctx = await open()
  const ids = await Promise.all(Array.from({ length: 30 }, ctx.add))
  const sent: string[] = []
  const dispatchers = [1, 2, 3].map(() =>
    startDispatcher(ctx, 'push', async ({ eventId }) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      sent.push(eventId!)
    }),
  )

  await expect.poll(() => sent.length).toBeGreaterThan(0)
  await Promise.all(dispatchers.map((one) => one.close()))
  const completed = await ctx.db
    .selectFrom('delivery')
    .select('eventId')
    .where('status', '=', 'sent')
    .execute()
  expect(new Set(completed.map(({ eventId }) => eventId))).toEqual(new Set(sent))
  expect(new Set(sent).size).toBe(sent.length)
  expect(sent.length).toBeLessThanOrEqual(ids.length)
})
