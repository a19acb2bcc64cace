import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import type { ToolEvent } from '../../contract/tools/tool-events.ts'
import { listAccountMails } from '../../db/account-mails.fixture.ts'
import { buildCreator, buildGoal } from '../../db/builders.fixture.ts'
import { addTestEvent } from '../../db/alerts.fixture.ts'
import { replaceSecretOf } from '../../domain/accounts/own-keys.ts'
import { plantWebhook } from '../../domain/tools/webhooks.fixture.ts'
import { readWebhookLog, readWebhooks, sendAgain, showSecret } from '../../domain/tools/webhooks.ts'
import { captureTip } from '../../domain/payments/ledger/ledger.fixture.ts'
import { receive } from './receiver.fixture.ts'
import { webhooksSender } from './webhooks.ts'
import { createTestContext, publish, publishTip, runWorkers } from '../workers.fixture.ts'
import type { TestContext } from '../workers.fixture.ts'

type Received = Awaited<ReturnType<typeof receive>>['received'][number]

const deliveries = ({ db }: TestContext) =>
  db.selectFrom('delivery').selectAll().where('destination', '=', 'endpoints').orderBy('createdAt').execute()

const makeDue = ({ db }: TestContext) =>
  db
    .updateTable('delivery')
    .set({ dueAt: sql<Date>`now()` })
    .where('destination', '=', 'endpoints')
    .where('status', '=', 'due')
    .execute()

test('a tip and its funded goal reach each endpoint, signed, with public data only', async () => {
  await using ctx = await createTestContext('postgres')
  await using one = await receive()
  await using other = await receive()
  const { uid } = await buildCreator(ctx.db)
  const stranger = await buildCreator(ctx.db)
  const { goalId } = await buildGoal(ctx.db, uid, { title: 'A kiln', amountReceivedMinor: 95_00 })
  const { secret } = await plantWebhook(ctx, uid, one.url)
  await plantWebhook(ctx, uid, other.url)
  await runWorkers(ctx)

  const tip = {
    goalId,
    amountMinor: 7_50,
    isPrivate: true,
    isAnonymous: true,
    supporterName: 'Grace H',
    message: 'hush',
  }
  const { eventIds, tipId } = await publishTip(ctx, uid, tip)
  await publishTip(ctx, stranger.uid)

  for (const { ids } of [one, other]) await expect.poll(() => ids().toSorted()).toEqual(eventIds.toSorted())
  const { body, headers } = one.received[one.ids().indexOf(eventIds[0]!)]!
  const event = JSON.parse(body) as ToolEvent
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(event)
  expect(event).toMatchObject({
    id: eventIds[0],
    type: 'tip.captured',
    data: { tipId, name: 'Anonymous', message: null, amount: 7_50, goalTitle: 'A kiln' },
  })
  expect(JSON.stringify([...one.received, ctx.lines])).not.toMatch(/Grace H|hush|whsec_/)
  const spread = await ctx.db
    .selectFrom('delivery')
    .select('creatorUid')
    .where('destination', '=', 'webhooks')
    .execute()
  expect(new Set(spread.map(({ creatorUid }) => creatorUid))).toEqual(new Set([uid]))
  const [endpoint] = await readWebhooks(ctx.db, uid)
  await expect
    .poll(async () => (await readWebhookLog(ctx.db, uid, endpoint!.id)).map(({ status }) => status))
    .toEqual(['sent', 'sent'])
})

test('what is due to endpoints is announced, so that no dispatcher has to find it', async () => {
  await using ctx = await createTestContext('postgres')
  const { uid } = await buildCreator(ctx.db)
  await plantWebhook(ctx, uid, 'http://127.0.0.1:9/hook')
  const announced: unknown[] = []
  await ctx.pubsub.subscribe((message) => {
    if (message.kind === 'deliveries') announced.push(message.destinations)
  })
  const { eventIds } = await captureTip(ctx.db, uid)
  const send = webhooksSender(ctx)
  const delivery = { id: randomUUID(), eventId: eventIds[0]!, attempts: 1 }

  await send(delivery)

  await expect.poll(() => announced).toEqual([['endpoints']])
})

test('an endpoint that is down gets seven attempts, a mail, and what it missed again under the same id', async () => {
  await using ctx = await createTestContext('postgres')
  await using receiver = await receive((res) => void res.writeHead(500).end())
  const { uid } = await buildCreator(ctx.db)
  const { endpoint } = await plantWebhook(ctx, uid, receiver.url)
  await runWorkers(ctx)
  const { eventIds } = await publishTip(ctx, uid)

  const waits: number[] = []
  for (let attempt = 1; attempt <= 7; attempt++) {
    await expect
      .poll(async () => {
        const [row] = await deliveries(ctx)
        return row && row.attempts === attempt && row.status !== 'leased'
      })
      .toBe(true)
    const [row] = await deliveries(ctx)
    const [failed] = (row!.tries as { at: string }[]).slice(-1)
    waits.push(Math.round((row!.dueAt.getTime() - Date.parse(failed!.at)) / 60_000))
    await makeDue(ctx)
  }
  expect(waits.slice(0, 6)).toEqual([0, 5, 30, 120, 300, 600])
  expect(await deliveries(ctx)).toMatchObject([
    { status: 'gave_up', attempts: 7, tries: Array(7).fill({ status: 500 }) },
  ])
  const mails = async () => (await listAccountMails(ctx.db)).filter(({ kind }) => kind === 'webhook-failing')
  expect(await mails()).toHaveLength(1)
  expect(await readWebhooks(ctx.db, uid)).toMatchObject([{ failingSince: expect.any(String), gaveUp: 1 }])

  receiver.handler.respond = (res) => void res.writeHead(200).end()
  expect(await sendAgain(ctx.db, uid, { id: endpoint.id })).toBe(1)
  await expect.poll(async () => (await deliveries(ctx))[0]?.status).toBe('sent')
  expect(new Set(receiver.ids())).toEqual(new Set(eventIds))
  expect(await readWebhooks(ctx.db, uid)).toMatchObject([{ failingSince: null, gaveUp: 0 }])
})

test('an endpoint without a response and with many events slows no other, and a test alert reaches both', async () => {
  await using ctx = await createTestContext('postgres')
  await using silent = await receive(() => {})
  await using receiver = await receive()
  const [dead, alive] = [await buildCreator(ctx.db), await buildCreator(ctx.db)]
  const { endpoint } = await plantWebhook(ctx, dead.uid, silent.url)
  await plantWebhook(ctx, alive.uid, receiver.url)
  const eventId = await addTestEvent(ctx.db, dead.uid)
  await sql`
    with earlier as (
      insert into outbox (type, creator_uid, payload, fanned_out_at)
      select type, creator_uid, payload, now() from outbox, generate_series(1, 300) where event_id = ${eventId}
      returning event_id
    )
    insert into delivery (destination, event_id, creator_uid, endpoint_id, tries, due_at)
    select 'endpoints', event_id, ${dead.uid}, ${endpoint.id}, '[]', now() - interval '1 hour' from earlier`.execute(
    ctx.db,
  )
  await runWorkers(ctx)
  await publish(ctx.queues, [eventId])

  const { eventIds } = await publishTip(ctx, alive.uid)

  await expect.poll(receiver.ids).toEqual(eventIds)
  const ofDead = (await deliveries(ctx)).filter(({ endpointId }) => endpointId === endpoint.id)
  const leased = ofDead.filter(({ status }) => status === 'leased')
  expect(leased.length).toBeLessThanOrEqual(4)
})

test('a new secret signs at once, and the former one for a day', async () => {
  await using ctx = await createTestContext('postgres')
  await using receiver = await receive()
  const { uid } = await buildCreator(ctx.db)
  const { endpoint, secret: former } = await plantWebhook(ctx, uid, receiver.url)
  await replaceSecretOf(ctx, uid, endpoint.id)
  const { secret, endpoint: replaced } = await showSecret(ctx, uid, endpoint.id)
  const day = 86_400_000
  expect(Math.abs(Date.parse(replaced.formerSecretUntil!) - day - Date.now())).toBeLessThan(day / 24)
  await runWorkers(ctx)

  await publishTip(ctx, uid)
  await expect.poll(() => receiver.received.length).toBe(1)
  await ctx.db
    .updateTable('webhookEndpoint')
    .set({ formerUntil: new Date(0) })
    .execute()
  await publishTip(ctx, uid)
  await expect.poll(() => receiver.received.length).toBe(2)

  const verifies = (key: string, { body, headers }: Received) => {
    try {
      return Boolean(new Webhook(key).verify(body, headers as Record<string, string>))
    } catch {
      return false
    }
  }
  const [first, second] = receiver.received as [Received, Received]
  expect([former, secret].map((key) => [verifies(key, first), verifies(key, second)])).toEqual([
    [true, false],
    [true, true],
  ])
})
