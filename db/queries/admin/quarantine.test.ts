import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listAccountMails } from '../../account-mails.fixture.ts'
import { addTestEvent } from '../../alerts.fixture.ts'
import { buildCreator } from '../../builders.fixture.ts'
import { createTestDb } from '../../database.fixture.ts'
import { insertAccountMail } from '../mail/account-mail.ts'
import { dropOpenWork } from './quarantine.ts'
import { insertWebhookDeliveries, resendWebhookDeliveries } from '../tools/webhook-deliveries.ts'
import { insertWebhookEndpoint } from '../tools/webhook-endpoints.ts'

test('what a restored database still had to send is not sent, and only webhooks can be sent again', async () => {
  await using database = await createTestDb()
  const { db } = database
  const { uid: creatorUid } = await buildCreator(db)
  const eventId = await addTestEvent(db, creatorUid)
  const endpoint = {
    id: randomUUID(),
    creatorUid,
    dialect: 'standard',
    url: 'https://tool.example',
    secretSealed: 'sealed',
  } as const
  await db.transaction().execute((trx) => insertWebhookEndpoint(trx, endpoint, 5))
  await insertWebhookDeliveries(db, eventId)
  await db.insertInto('delivery').values({ eventId, creatorUid, destination: 'mail' }).execute()
  const mail = {
    kind: 'sign-up-code',
    email: 'ada@example.test',
    locale: 'en' as const,
    valuesSealed: 'sealed',
  }
  await insertAccountMail(db, { id: randomUUID(), expiresAt: new Date(Date.now() + 60_000), mail })

  const dropped = await db.transaction().execute(dropOpenWork)

  expect(dropped).toEqual({ events: 1, deliveries: 2, mails: 1 })
  expect(await listAccountMails(db)).toEqual([])
  const ends = () =>
    db.selectFrom('delivery').select(['destination', 'status', 'reason']).orderBy('destination').execute()
  expect(await ends()).toEqual([
    { destination: 'endpoints', status: 'gave_up', reason: 'tooLate' },
    { destination: 'mail', status: 'expired', reason: 'tooLate' },
  ])
  expect(await resendWebhookDeliveries(db, endpoint.id, undefined)).toBe(1)
  const due = db
    .selectFrom('delivery')
    .select('destination')
    .where(sql<boolean>`status = 'due'`)
  expect(await due.execute()).toEqual([{ destination: 'endpoints' }])
})

test('a tip that was on its way to a service that would enter it twice is not sent again with all others', async () => {
  await using database = await createTestDb()
  const { db } = database
  const { uid: creatorUid } = await buildCreator(db)
  const endpoint = {
    id: randomUUID(),
    creatorUid,
    dialect: 'streamlabs',
    url: 'https://x.example',
    secretSealed: 'sealed',
  } as const
  await db.transaction().execute((trx) => insertWebhookEndpoint(trx, endpoint, 5))
  const eventId = await addTestEvent(db, creatorUid)
  const delivery = {
    eventId,
    creatorUid,
    destination: 'endpoints',
    endpointId: endpoint.id,
    tries: '[]',
  } as const
  await db.insertInto('delivery').values(delivery).execute()

  await db.transaction().execute(dropOpenWork)

  expect(await resendWebhookDeliveries(db, endpoint.id, undefined)).toBe(0)
  const [row] = await db.selectFrom('delivery').select(['status', 'reason']).execute()
  expect(row).toEqual({ status: 'gave_up', reason: 'answerLost' })
})
