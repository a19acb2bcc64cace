import { expect, test } from 'vitest'
import type { Destination, TipEventJob } from '../contract/events.ts'
import { buildCreator, buildGoal, buildSupporter } from '../db/builders.fixture.ts'
import { listAlertsAfter } from '../db/queries/alerts/alerts.ts'
import { saveCensorAction } from '../db/queries/moderation/word-settings.ts'
import { updateNotificationPreferences } from '../db/queries/notifications/notifications.ts'
import { alertJobs, completeJobs } from './fan-out.ts'
import { tipEventsProcessor } from './processors/tip-events.ts'
import { captureTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { createTestContext } from './workers.fixture.ts'
import type { TestContext } from './workers.fixture.ts'

const reachable = new Set<Destination>(['alerts', 'notifications', 'mail'])

async function process(ctx: TestContext, ...jobs: TipEventJob[]): Promise<void> {
  const fanOut = tipEventsProcessor(ctx, reachable)
  await Promise.all(jobs.map((job) => fanOut(job, { name: 'tip-events' })))
}

async function alertsOf({ db }: TestContext, creatorUid: string) {
  const alerts = await listAlertsAfter(db, creatorUid, 0, 10)
  return alerts.flatMap(({ id: _, ...alert }) => (alert.kind === 'show' ? [] : alert))
}

async function destinationsOf({ db }: TestContext, eventId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('delivery')
    .select('destination')
    .where('eventId', '=', eventId)
    .orderBy('destination')
    .execute()
  return rows.map(({ destination }) => destination)
}

test.each([
  ['a general tip', {}],
  ['an anonymous tip', { isAnonymous: true }],
  ['a tip with a private message', { isPrivate: true }],
  ['a tip without a message', { message: '' }],
])('%s that its job carries has the alert and the deliveries of one that is read', async (_, order) => {
  await using ctx = await createTestContext('postgres')
  const { uid } = await buildCreator(ctx.db, { locale: 'de' })
  const { goalId } = await buildGoal(ctx.db, uid, { amountMinor: 400_00, amountReceivedMinor: 31_00 })
  const shown: unknown[] = []
  const delivered: unknown[] = []
  for (const isRead of [false, true]) {
    const supporterUid = (await buildSupporter(ctx.db)).uid // each gives a first tip
    const tip = { ...order, goalId: 'isAnonymous' in order ? goalId : null, supporterUid }
    const { jobs } = await captureTip(ctx.db, uid, tip)
    for (const { eventId, captured } of jobs) {
      await process(ctx, isRead ? { eventId } : { eventId, captured })
      delivered.push(await destinationsOf(ctx, eventId))
    }
    const { at, seq, goal, ...alert } = (await alertsOf(ctx, uid)).at(-1)!
    expect([seq, goal?.amountReceived]).toEqual([shown.length + 1, goal ? 31_00 + 5_00 * seq : undefined])
    expect(Date.parse(at)).toBeGreaterThan(Date.now() - 60_000)
    shown.push(alert)
  }
  expect(shown[1]).toEqual(shown[0])
  expect(delivered[1]).toEqual(delivered[0])
})

test('a tip and the goal that it fills are carried by two jobs, and shown in order whichever comes first', async () => {
  await using ctx = await createTestContext('postgres')
  const { uid } = await buildCreator(ctx.db)
  const { goalId } = await buildGoal(ctx.db, uid, { amountMinor: 30_00, amountReceivedMinor: 29_00 })
  const { jobs } = await captureTip(ctx.db, uid, { goalId })
  expect(jobs.map(({ captured }) => captured?.alert.kind)).toEqual(['tip', 'goalFunded'])

  await process(ctx, jobs[1]!)
  await process(ctx, jobs[0]!)

  expect((await alertsOf(ctx, uid)).map(({ seq, kind }) => `${seq} ${kind}`)).toEqual([
    '1 tip',
    '2 goalFunded',
  ])
})

test('a job is done for an older open event of its creator as well, and leaves other creators alone', async () => {
  await using ctx = await createTestContext('postgres')
  const [{ uid }, other] = [await buildCreator(ctx.db), await buildCreator(ctx.db)]
  await captureTip(ctx.db, uid, { supporterName: 'First' })
  const second = await captureTip(ctx.db, uid, { supporterName: 'Second' })
  const theirs = await captureTip(ctx.db, other.uid)

  await process(ctx, ...second.jobs, ...theirs.jobs)

  expect((await alertsOf(ctx, uid)).map(({ name }) => name)).toEqual(['First', 'Second'])
  expect(await alertsOf(ctx, other.uid)).toHaveLength(1)
})

test('a job carries neither a private message nor the name of who is anonymous, and of a held tip nothing', async () => {
  await using ctx = await createTestContext('postgres')
  const { uid } = await buildCreator(ctx.db)
  const secret = { isAnonymous: true, isPrivate: true, supporterName: 'Canary', message: 'canary' }
  const { jobs } = await captureTip(ctx.db, uid, secret)
  expect(jobs[0]!.captured?.alert).toMatchObject({ name: 'Anonymous', message: null })
  expect(JSON.stringify(jobs)).not.toMatch(/canary/i)

  await ctx.db
    .insertInto('tipRule')
    .values({ creatorUid: uid, minimumMinor: 1_00, holdFromMinor: 1_00 })
    .execute()
  const held = await captureTip(ctx.db, uid)
  expect(held.jobs).toEqual([{ eventId: held.eventIds[0] }])
})

test.each(['carried', 'read'])('the words of an alert are censored, if its event is %s', async (how) => {
  await using ctx = await createTestContext('postgres')
  const { uid } = await buildCreator(ctx.db)
  await ctx.db.insertInto('blockedWord').values({ uid, word: 'spoiler' }).execute()
  const words = { supporterName: 'spoiler evil.com', message: 'fuck, see evil dot shop' }
  const { jobs } = await captureTip(ctx.db, uid, words)
  const worse = await captureTip(ctx.db, uid, { supporterName: 'n1gger', message: 'kys' })

  for (const { eventId, captured } of [...jobs, ...worse.jobs])
    await process(ctx, how === 'read' ? { eventId } : { eventId, captured })

  expect((await alertsOf(ctx, uid)).map(({ name, message }) => [name, message])).toEqual([
    ['******* [link]', '****, see [link]'],
    ['Anonymous', null],
  ])
})

test('an alert with censored words is stored from its job', async () => {
  await using ctx = await createTestContext('postgres')
  const { uid } = await buildCreator(ctx.db)
  const { jobs } = await captureTip(ctx.db, uid, { supporterName: 'evil.com', message: 'fuck' })

  const alerted = await alertJobs(ctx, jobs, reachable)

  expect(alerted.map(({ fanOut }) => fanOut?.creatorUid)).toEqual([uid])
  expect(await alertsOf(ctx, uid)).toMatchObject([{ name: '[link]', message: '****' }])
})

test('a change of the censor’s setting applies to new alerts, and stored ones keep their words', async () => {
  await using ctx = await createTestContext('postgres')
  const { uid } = await buildCreator(ctx.db)
  const rude = { supporterName: 'evil.com', message: 'fuck' }

  await process(ctx, ...(await captureTip(ctx.db, uid, rude)).jobs)
  await saveCensorAction(ctx.db, uid, 'leave-out')
  await process(ctx, ...(await captureTip(ctx.db, uid, rude)).jobs)

  expect(await alertsOf(ctx, uid)).toMatchObject([
    { name: '[link]', message: '****' },
    { name: 'Anonymous', message: null },
  ])
})

test('words that were erased since the job was made are not shown', async () => {
  await using ctx = await createTestContext('postgres')
  const { uid } = await buildCreator(ctx.db)
  const { jobs } = await captureTip(ctx.db, uid, { supporterName: 'Grace', message: 'Hello' })
  const erased = { supporterName: 'Anonymous', isAnonymous: true, message: '' }
  await ctx.db.updateTable('tip').set(erased).execute()

  await process(ctx, ...jobs)

  expect(await alertsOf(ctx, uid)).toMatchObject([{ name: 'Anonymous', message: null }])
})

test('an old job is fanned out by the settings of the moment', async () => {
  await using ctx = await createTestContext('postgres')
  const { uid } = await buildCreator(ctx.db)
  const { jobs, eventIds } = await captureTip(ctx.db, uid)
  await updateNotificationPreferences(ctx.db, uid, { receiveAllTips: false })
  const [{ eventId, captured }] = jobs as [TipEventJob]
  const at = new Date(Date.now() - 61_000).toISOString()

  await process(ctx, { eventId, captured: { ...captured!, alert: { ...captured!.alert, at } } })

  expect(await destinationsOf(ctx, eventIds[0]!)).toEqual(['alerts'])
})

test('a tip is shown while the fan-out of an older one is not complete', async () => {
  await using ctx = await createTestContext('postgres')
  const { uid } = await buildCreator(ctx.db)
  const first = await captureTip(ctx.db, uid, { supporterName: 'First' })
  const second = await captureTip(ctx.db, uid, { supporterName: 'Second' })

  const older = await alertJobs(ctx, first.jobs, reachable)
  const newer = await alertJobs(ctx, second.jobs, reachable)
  expect((await alertsOf(ctx, uid)).map(({ name }) => name)).toEqual(['First', 'Second'])
  expect(await destinationsOf(ctx, second.jobs[0]!.eventId)).toEqual([])

  await completeJobs(ctx, newer, reachable) // finds the older event open and completes its fan-out too
  await completeJobs(ctx, older, reachable)
  for (const { jobs } of [first, second])
    expect(await destinationsOf(ctx, jobs[0]!.eventId)).toContain('notifications')
  expect(await alertsOf(ctx, uid)).toHaveLength(2)
})
