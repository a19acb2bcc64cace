import { Redis } from 'ioredis'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { PubSubMessage, TipEventJob } from '../contract/events.ts'
import { addTestEvent } from '../db/alerts.fixture.ts'
import { listAlertsAfter } from '../db/queries/alerts/alerts.ts'
import { findOverlayCreators } from '../db/queries/panel/overlay-creators.ts'
import { insertEvent } from '../db/queries/deliveries/events.ts'
import { buildCreator, buildGoal } from '../db/builders.fixture.ts'
import { startWorkers } from './start-workers.ts'
import { sendSampleAlert } from '../domain/alerts/send-test-alert.ts'
import { captureTip } from '../domain/payments/ledger/ledger.fixture.ts'
import {
  addDelivery,
  backends,
  createTestContext,
  publish,
  publishTip,
  runWorkers,
} from './workers.fixture.ts'
import type { TestContext } from './workers.fixture.ts'

async function statuses({ db }: TestContext) {
  const rows = await db
    .selectFrom('delivery')
    .select(['destination', 'status'])
    .orderBy('destination')
    .execute()
  return rows.map(({ destination, status }) => `${destination} ${status}`)
}

/** Counts the tips, ledger entries, totals and notifications, and adds up what goals have received. */
async function countBooked(db: TestContext['db']) {
  const { rows } =
    await sql`select (select count(*) from tip) tips, (select count(*) from ledger_entry) booked,
    (select count(*) from supporter_total) totals, (select count(*) from notification) notices,
    (select sum(amount_received_minor) from goal) raised`.execute(db)
  return rows
}

describe.each(backends)('on %s', (backend) => {
  test('a tip toward a goal becomes an alert, a notification, and messages for both and for the public pages', async () => {
    await using ctx = await createTestContext(backend)
    const creator = await buildCreator(ctx.db)
    const goal = await buildGoal(ctx.db, creator.uid, { amountMinor: 100_00, amountReceivedMinor: 20_00 })
    const published: PubSubMessage[] = []
    await ctx.pubsub.subscribe((message) => published.push(message))
    await runWorkers(ctx)

    await publishTip(ctx, creator.uid, { goalId: goal.goalId, amountMinor: 7_00 })
    await expect.poll(() => published).toHaveLength(3)

    expect(published).toEqual(
      expect.arrayContaining([
        { kind: 'live', creatorUid: creator.uid },
        expect.objectContaining({ kind: 'alert', creatorUid: creator.uid, seq: 1 }),
        { kind: 'notification', uid: creator.uid },
      ]),
    )
    expect(await listAlertsAfter(ctx.db, creator.uid, 0, 10)).toEqual([
      expect.objectContaining({
        seq: 1,
        kind: 'tip',
        isTest: false,
        name: 'Grace',
        message: 'For the clay!',
        amount: 7_00,
        goal: { goalId: goal.goalId, title: goal.title, amount: 100_00, amountReceived: 27_00 },
      }),
    ])
    await expect.poll(() => statuses(ctx)).toEqual(['alerts sent', 'notifications sent'])
  })

  test('the tip that fills a goal raises two alerts, the tip before the goal', async () => {
    await using ctx = await createTestContext(backend)
    const creator = await buildCreator(ctx.db)
    const goal = await buildGoal(ctx.db, creator.uid, { amountMinor: 30_00, amountReceivedMinor: 29_00 })
    await runWorkers(ctx)

    const { eventIds } = await captureTip(ctx.db, creator.uid, { goalId: goal.goalId })
    await publish(ctx.queues, eventIds.toReversed())

    const alerts = () => listAlertsAfter(ctx.db, creator.uid, 0, 10)
    await expect.poll(async () => (await alerts()).map(({ kind }) => kind)).toEqual(['tip', 'goalFunded'])
    const kinds = ctx.db.selectFrom('notification').select('kind').orderBy('kind')
    await expect.poll(() => kinds.execute()).toEqual([{ kind: 'goalFunded' }, { kind: 'tip' }])
  })

  test('an event that nobody published reaches its alert by the sweep', async () => {
    await using ctx = await createTestContext(backend)
    const creator = await buildCreator(ctx.db)
    await runWorkers(ctx)

    await captureTip(ctx.db, creator.uid)

    await expect.poll(() => listAlertsAfter(ctx.db, creator.uid, 0, 10)).toHaveLength(1)
  })

  test('an alert that is due is stored without a job or a message', async () => {
    await using ctx = await createTestContext(backend)
    const creator = await buildCreator(ctx.db)
    const { eventIds } = await captureTip(ctx.db, creator.uid)
    await addDelivery(ctx, { eventId: eventIds[0]!, destination: 'alerts', creatorUid: creator.uid })

    await runWorkers(ctx)

    await expect.poll(() => statuses(ctx)).toEqual(['alerts sent'])
  })

  test('an event published again and again is one alert and one notification', async () => {
    await using ctx = await createTestContext(backend)
    const creator = await buildCreator(ctx.db)
    const { eventIds } = await captureTip(ctx.db, creator.uid)
    await runWorkers(ctx)

    for (let i = 0; i < 5; i++) {
      const jobs = eventIds.map((eventId) => ({ id: `again-${i}-${eventId}`, data: { eventId } }))
      await ctx.queues.add('tip-events', jobs)
    }

    await expect.poll(() => statuses(ctx)).toEqual(['alerts sent', 'notifications sent'])
    const isDone = ({ msg, job }: Record<string, unknown>) =>
      msg === 'job done' && String(job).startsWith('again-')
    await expect.poll(() => ctx.lines.filter(isDone)).toHaveLength(5)
    expect(await listAlertsAfter(ctx.db, creator.uid, 0, 10)).toHaveLength(1)
    expect(await ctx.db.selectFrom('notification').selectAll().execute()).toHaveLength(1)
  })

  test('forty tips of one creator, published backwards, keep the order of their capture without a gap', async () => {
    await using ctx = await createTestContext(backend)
    const creator = await buildCreator(ctx.db)
    const goal = await buildGoal(ctx.db, creator.uid, { amountMinor: 900_00, amountReceivedMinor: 0 })
    const events: string[] = []
    for (let i = 1; i <= 40; i++) {
      const tip = { goalId: goal.goalId, amountMinor: i * 100, supporterName: `Fan ${i}` }
      events.push(...(await captureTip(ctx.db, creator.uid, tip)).eventIds)
    }

    await publish(ctx.queues, events.toReversed())
    await runWorkers(ctx)

    await expect.poll(() => listAlertsAfter(ctx.db, creator.uid, 0, 100)).toHaveLength(40)
    const alerts = await listAlertsAfter(ctx.db, creator.uid, 0, 100)
    expect(alerts.map(({ seq }) => seq)).toEqual(alerts.map((_, i) => i + 1))
    expect(alerts.map(({ name }) => name)).toEqual(alerts.map((_, i) => `Fan ${i + 1}`))
    expect(alerts.map((alert) => alert.kind !== 'show' && alert.goal?.amountReceived)).toEqual(
      alerts.map((_, i) => (100 * (i + 1) * (i + 2)) / 2),
    )
  })

  test('an alert that cannot be stored at the fan-out is tried again, and holds nothing else up', async () => {
    await using ctx = await createTestContext(backend)
    const creator = await buildCreator(ctx.db)
    await sql`
      create sequence tries;
      create function fail_thrice() returns trigger language plpgsql security definer as $$
      begin
        if nextval('tries') <= 3 then raise exception 'not now'; end if;
        return new;
      end $$;
      create trigger fail_thrice before insert on alert for each row execute function fail_thrice();
    `.execute(ctx.testDb.owner)
    await runWorkers(ctx)

    await publishTip(ctx, creator.uid)

    await expect.poll(() => statuses(ctx)).toEqual(['alerts sent', 'notifications sent'])
    expect(await listAlertsAfter(ctx.db, creator.uid, 0, 10)).toMatchObject([{ seq: 1 }])
    expect(ctx.lines).toContainEqual(expect.objectContaining({ queue: 'alerts', outcome: 'failed' }))
  })

  test('a creator without a counter gets one with the first alert', async () => {
    await using ctx = await createTestContext(backend)
    const { uid } = await buildCreator(ctx.db)
    await ctx.db.deleteFrom('creatorCounter').execute()
    await runWorkers(ctx)

    await publish(ctx.queues, [await addTestEvent(ctx.db, uid), await addTestEvent(ctx.db, uid)])

    await expect.poll(async () => (await findOverlayCreators(ctx.db, [uid])).get(uid)?.lastSeq).toBe(2)
  })

  test('an alert that never can be stored is given up, and the next ones are shown', async () => {
    await using ctx = await createTestContext(backend)
    const creator = await buildCreator(ctx.db)
    await sql`alter table alert add constraint refused check (body ->> 'name' <> 'Refused')`.execute(
      ctx.testDb.owner,
    )
    await runWorkers(ctx)

    await publishTip(ctx, creator.uid, { supporterName: 'Refused' })
    const rows = ctx.db.selectFrom('delivery').select('attempts').where('destination', '=', 'alerts')
    await expect.poll(async () => (await rows.executeTakeFirst())?.attempts).toBeGreaterThan(0)
    await publishTip(ctx, creator.uid, { supporterName: 'Next' })
    await expect.poll(() => listAlertsAfter(ctx.db, creator.uid, 0, 10)).toMatchObject([{ name: 'Next' }])

    await ctx.db
      .updateTable('delivery')
      .set({ attempts: 99, dueAt: new Date() })
      .where('status', '=', 'due')
      .execute()
    await expect
      .poll(async () => new Set(await statuses(ctx)))
      .toEqual(new Set(['alerts gave_up', 'alerts sent', 'notifications sent']))
  })

  test('a test alert goes to the overlay and nowhere else', async () => {
    await using ctx = await createTestContext(backend)
    const creator = await buildCreator(ctx.db)
    const published: PubSubMessage[] = []
    await ctx.pubsub.subscribe((message) => published.push(message))
    await runWorkers(ctx)

    const event = {
      type: 'alert.tested',
      name: 'TestUser',
      amountMinor: 500,
      currency: 'gbp',
      goalTitle: 'Test Goal',
    } as const
    await publish(ctx.queues, [await insertEvent(ctx.db, creator.uid, event)])

    await expect
      .poll(() => published)
      .toMatchObject([{ kind: 'alert', creatorUid: creator.uid, seq: 1, alerts: [{ name: 'TestUser' }] }])
    await expect.poll(() => statuses(ctx)).toEqual(['alerts sent'])
    const [alert] = await listAlertsAfter(ctx.db, creator.uid, 0, 10)
    expect(alert).toMatchObject({ isTest: true, name: 'TestUser', amount: 500, goal: { title: 'Test Goal' } })
  })

  test('sample tips go to the overlay and nowhere else, and a refunded one goes nowhere', async () => {
    await using ctx = await createTestContext(backend)
    const { uid } = await buildCreator(ctx.db)
    await runWorkers(ctx)
    const send = {
      db: ctx.db,
      publish: (jobs: readonly TipEventJob[]) =>
        void publish(
          ctx.queues,
          jobs.map(({ eventId }) => eventId),
        ),
    }
    const before = await countBooked(ctx.db)

    for (const kind of ['refunded', 'goal-funded', 'private'] as const) await sendSampleAlert(send, uid, kind)

    const isFannedOut = ctx.db.selectFrom('outbox').select('eventId').where('fannedOutAt', 'is', null)
    await expect
      .poll(async () => [await statuses(ctx), await isFannedOut.execute()])
      .toEqual([['alerts sent', 'alerts sent'], []])
    const shown = await listAlertsAfter(ctx.db, uid, 0, 10)
    expect(shown.map(({ kind, isTest, message }) => [kind, isTest, message])).toEqual(
      expect.arrayContaining([
        ['goalFunded', true, null],
        ['tip', true, null],
      ]),
    )
    expect(await countBooked(ctx.db)).toEqual(before)
  })

  test('what is under way is finished before the workers close, and what is not stays for the next ones', async () => {
    await using ctx = await createTestContext(backend)
    const creator = await buildCreator(ctx.db)
    const first = await startWorkers(ctx)
    const events: string[] = []
    for (let i = 0; i < 20; i++) events.push(...(await captureTip(ctx.db, creator.uid)).eventIds)
    await publish(ctx.queues, events)
    await first.close()
    const left = await ctx.db.selectFrom('alert').select('seq').execute()

    const second = await startWorkers(ctx)

    await expect.poll(() => listAlertsAfter(ctx.db, creator.uid, 0, 100)).toHaveLength(20)
    expect(left.length).toBeLessThanOrEqual(20)
    await second.close()
  })

  test('a goal whose end has come expires, and its pages hear of it', async () => {
    await using ctx = await createTestContext(backend)
    const creator = await buildCreator(ctx.db)
    await buildGoal(ctx.db, creator.uid, { title: 'over', endDate: new Date(Date.now() - 1000) })
    await buildGoal(ctx.db, creator.uid, { title: 'open', endDate: new Date(Date.now() + 60_000) })
    await buildGoal(ctx.db, creator.uid, { title: 'done', status: 'COMPLETED', endDate: new Date(0) })
    const published: PubSubMessage[] = []
    await ctx.pubsub.subscribe((message) => published.push(message))

    await runWorkers(ctx)

    await expect.poll(() => published).toEqual([{ kind: 'live', creatorUid: creator.uid }])
    const goals = await ctx.db.selectFrom('goal').select(['title', 'status']).orderBy('title').execute()
    expect(goals.map(({ title, status }) => `${title} ${status}`)).toEqual([
      'done COMPLETED',
      'open ACTIVE',
      'over EXPIRED',
    ])
  })
})

test.runIf(backends.includes('redis'))(
  'a Redis that is wiped in the middle costs time and nothing else',
  async () => {
    await using ctx = await createTestContext('redis')
    const creator = await buildCreator(ctx.db)
    await runWorkers(ctx)
    const redis = new Redis(process.env.TEST_REDIS_URL!)

    for (let i = 0; i < 120; i++) {
      const { eventIds } = await captureTip(ctx.db, creator.uid)
      void publish(ctx.queues, eventIds).catch(() => {})
      if (i % 30 !== 15) continue
      const keys = await redis.keys(`*${ctx.prefix}*`)
      if (keys.length > 0) await redis.del(keys)
    }
    redis.disconnect()

    await expect.poll(() => listAlertsAfter(ctx.db, creator.uid, 0, 200)).toHaveLength(120)
    await expect
      .poll(async () => new Set(await statuses(ctx)))
      .toEqual(new Set(['alerts sent', 'notifications sent']))
    const alerts = await listAlertsAfter(ctx.db, creator.uid, 0, 200)
    expect(alerts.map(({ seq }) => seq)).toEqual(alerts.map((_, i) => i + 1))
  },
)
