import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildCreator, buildOrder } from '../../db/builders.fixture.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import type { TestDb } from '../../db/database.fixture.ts'
import { insertWebhook } from '../../db/queries/payments/webhooks.ts'
import { captureOf, refundOf } from '../payments/ledger/ledger.fixture.ts'
import { recordRefund } from '../payments/ledger/record-refund.ts'
import { recordTip } from '../payments/orders/record-tip.ts'
import { endFailed, readFailedItems } from './failed-items.ts'
import { readPaymentLife } from './read-payment.ts'
import { readAdminActions } from './read-actions.ts'

let testDb: TestDb
beforeEach(async () => void (testDb = await createTestDb()))
afterEach(() => testDb[Symbol.asyncDispose]())

const command = { adminUid: null, reason: 'As asked' }

/** Builds a tip that was paid and refunded, with a webhook and a delivery that gave up. */
async function buildLife() {
  const { db } = testDb
  const { uid, userName } = await buildCreator(db)
  const order = await buildOrder(db, uid, { supporterName: 'Secret Sam', message: 'for your eyes only' })
  const capture = captureOf(order)
  await recordTip(db, capture)
  await recordRefund(db, refundOf(capture, { refundId: 'REF-1' }))
  const body = JSON.stringify({ resource: { id: capture.captureId } })
  const webhook = {
    provider: 'paypal' as const,
    payeeId: order.payeeId,
    eventId: 'WH-1',
    type: 'CAPTURED',
    body,
  }
  await insertWebhook(db, webhook)
  await insertWebhook(db, { ...webhook, eventId: 'WH-2', body: '{}' })
  const { eventId } = await db.selectFrom('outbox').select('eventId').executeTakeFirstOrThrow()
  const delivery = { eventId, destination: 'mail' as const, creatorUid: uid, attempts: 5 }
  await db
    .insertInto('delivery')
    .values({ ...delivery, status: 'gave_up', reason: 'refused', completedAt: new Date() })
    .execute()
  await sql`
    insert into failed_work (kind, key, attempts, reason, next_attempt_at, given_up_at)
    values ('webhook', ${`paypal ${order.payeeId} WH-1`}, 24, 'broken', now(), now())`.execute(db)
  return { userName, order, capture, eventId, key: `paypal ${order.payeeId} WH-1` }
}

test('a payment is found by each of its ids, with its whole life, and without names and words', async () => {
  const { db } = testDb
  const { order, capture, userName } = await buildLife()

  const life = await readPaymentLife(db, null, order.id)
  expect(life).toMatchObject({ orderId: order.id, creator: userName, provider: 'paypal' })
  const kinds = life.steps.map(({ kind }) => kind)
  expect(new Set(kinds)).toEqual(new Set(['order', 'capture', 'ledger', 'delivery', 'refund', 'webhook']))
  expect(life.steps.filter(({ kind }) => kind === 'webhook')).toMatchObject([
    { name: 'CAPTURED', state: 'open', attempts: 24, problem: 'broken' },
  ])
  expect(life.steps.find(({ kind }) => kind === 'delivery')).toMatchObject({
    name: 'mail',
    state: 'gave_up',
    attempts: 5,
    problem: 'refused',
  })
  for (const id of [life.tipId!, order.providerOrderId!, capture.captureId, 'REF-1'])
    expect((await readPaymentLife(db, null, id)).orderId).toBe(order.id)
  expect(JSON.stringify(life)).not.toMatch(/Secret Sam|for your eyes/)
  await expect(readPaymentLife(db, null, 'nothing')).rejects.toMatchObject({ code: 'not_found' })
  const { actions } = await readAdminActions(db, undefined)
  expect(actions[0]).toMatchObject({ action: 'payment', subject: order.id })
})

test('what gave up is listed, and tried once more or dropped once', async () => {
  const { db } = testDb
  const { eventId, key } = await buildLife()
  const delivery = { kind: 'delivery', eventId, destination: 'mail' } as const
  const webhook = { kind: 'webhook', key } as const
  expect((await readFailedItems(db)).map(({ item }) => item)).toEqual([webhook, delivery])

  await endFailed(db, command, { item: delivery, decision: 'retry' })
  await endFailed(db, command, { item: webhook, decision: 'drop' })

  expect(await readFailedItems(db)).toEqual([])
  const rows = await db
    .selectFrom('delivery')
    .select(['status', 'attempts'])
    .where('destination', '=', 'mail')
    .execute()
  expect(rows).toEqual([{ status: 'due', attempts: 0 }])
  const events = await db
    .selectFrom('webhookEvent')
    .select('eventId')
    .where('processedAt', 'is not', null)
    .execute()
  expect(events).toEqual([{ eventId: 'WH-1' }])
  for (const item of [delivery, webhook])
    await expect(endFailed(db, command, { item, decision: 'retry' })).rejects.toMatchObject({
      code: 'not_found',
    })
  const { actions } = await readAdminActions(db, undefined)
  expect(actions).toMatchObject([
    { action: 'drop', subject: `webhook ${key}`, reason: 'As asked' },
    { action: 'retry', subject: `mail ${eventId}` },
  ])
})

test('a delivery can be dropped and a webhook tried again; other work on payments cannot be dropped', async () => {
  const { db } = testDb
  const { eventId, key } = await buildLife()
  await endFailed(db, command, { item: { kind: 'delivery', eventId, destination: 'mail' }, decision: 'drop' })
  await endFailed(db, command, { item: { kind: 'webhook', key }, decision: 'retry' })

  expect(await db.selectFrom('failedWork').selectAll().execute()).toEqual([])
  expect(
    await db.selectFrom('webhookEvent').select('eventId').where('processedAt', 'is not', null).execute(),
  ).toEqual([])
  const mail = db.selectFrom('delivery').select(['status', 'reason']).where('destination', '=', 'mail')
  expect(await mail.execute()).toEqual([{ status: 'expired', reason: 'dropped' }])
  const refund = { kind: 'refund', key: 'x' } as const
  await expect(endFailed(db, command, { item: refund, decision: 'drop' })).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

test('every look-up of an id reads an index, however many payments there are', async () => {
  const { owner } = testDb
  const indexes = await sql<{ def: string }>`
    select indexdef as def from pg_indexes where schemaname = 'public'`.execute(owner)
  const has = (table: string, columns: string) =>
    indexes.rows.some(({ def }) => def.includes(`.${table} USING btree (${columns}`))
  for (const [table, columns] of [
    ['tip_order', 'provider, provider_order_id'],
    ['tip', 'provider, capture_id'],
    ['provider_refund', 'provider, refund_id'],
    ['dispute', 'provider, dispute_id'],
    ['provider_transaction', 'provider, source_id'],
    ['unmatched_payment', 'provider, capture_id'],
    ['webhook_event', 'provider, payee_id, received_at'],
    ['ledger_entry', 'tip_id'],
  ] as const)
    expect([table, has(table, columns)]).toEqual([table, true])
})
