import { expect, test } from 'vitest'
import type { Goal } from '../../contract/entities.ts'
import { openQueues } from '../../db/queue.ts'
import { buildCreator, buildGoal, buildSupporter } from '../../db/builders.fixture.ts'
import { captureTip } from '../../domain/payments/ledger/ledger.fixture.ts'
import { startTestApp } from '../app.fixture.ts'

test('lists goals in the creator’s order, without archived ones', async () => {
  await using app = await startTestApp()
  const { uid } = await buildCreator(app.db, { userName: 'miravale' })
  await buildGoal(app.db, uid, { title: 'Second', position: 2, status: 'EXPIRED' })
  await buildGoal(app.db, uid, { title: 'Gone', position: 0, status: 'ARCHIVED' })
  const endDate = new Date('2027-01-02T03:04:05Z')
  const first = await buildGoal(app.db, uid, { title: 'First', position: 1, endDate })
  await buildGoal(app.db, (await buildCreator(app.db)).uid)

  const { body } = await app.get('goals/get_all_goals?username=miravale')

  expect((body as Goal[]).map(({ title, status }) => [title, status])).toEqual([
    ['First', 'ACTIVE'],
    ['Second', 'EXPIRED'],
  ])
  expect((body as Goal[])[0]).toEqual({
    title: 'First',
    goaluuid: first.goalId,
    status: 'ACTIVE',
    description: '',
    currency: 'gbp',
    amount: 100_00,
    amount_received: 20_00,
    end_date: '2027-01-02T03:04:05.000Z',
    creation_date: first.createdAt.toISOString(),
    image: null,
  })
})

test('the leaderboard ranks the week, the month and all time, and lists the latest tips', async () => {
  await using app = await startTestApp()
  const { uid } = await buildCreator(app.db, { userName: 'miravale' })
  const longAgo = new Date('2020-05-05T12:00:00Z')
  await captureTip(app.db, uid, { supporterName: 'Old', amountMinor: 90_00 }, longAgo)
  await captureTip(app.db, uid, { supporterName: 'Grace', amountMinor: 3_00 })
  await captureTip(app.db, uid, { supporterName: 'Anonymous', isAnonymous: true, amountMinor: 80_00 })
  await captureTip(app.db, uid, { supporterName: 'Ada', amountMinor: 9_00, isPrivate: true, message: 'psst' })
  await captureTip(app.db, uid, { supporterName: 'grace', amountMinor: 6_00 })

  const { body } = await app.get('goals/get_creator_leaderboard?username=miravale')

  const thisWeek = [
    { name: 'Ada', amount: 9_00 },
    { name: 'grace', amount: 9_00 },
  ]
  expect(body).toEqual({
    weekly: thisWeek,
    monthly: thisWeek,
    allTime: [{ name: 'Old', amount: 90_00 }, ...thisWeek],
    recent: [
      { name: 'grace', amount: 6_00 },
      { name: 'Ada', amount: 9_00 },
      { name: 'Anonymous', amount: 80_00 },
      { name: 'Grace', amount: 3_00 },
      { name: 'Old', amount: 90_00 },
    ],
  })
})

test('only supporters who tip under their account’s name link to their card', async () => {
  await using app = await startTestApp()
  const { uid } = await buildCreator(app.db, { userName: 'miravale' })
  const ada = await buildSupporter(app.db, { displayName: 'Ada' })
  const lin = await buildSupporter(app.db, { displayName: 'Lin' })
  const gone = await buildSupporter(app.db, { displayName: 'Gone', deletionDueAt: new Date() })
  await captureTip(app.db, uid, { supporterName: 'Ada', supporterUid: ada.uid, amountMinor: 9_00 })
  await captureTip(app.db, uid, { supporterName: 'The Fox', supporterUid: lin.uid, amountMinor: 8_00 })
  await captureTip(app.db, uid, { supporterName: 'Gone', supporterUid: gone.uid, amountMinor: 7_00 })
  await captureTip(app.db, uid, { supporterName: 'Ada', amountMinor: 6_00 })
  await captureTip(app.db, uid, {
    supporterName: 'Anonymous',
    isAnonymous: true,
    supporterUid: ada.uid,
    amountMinor: 5_00,
  })

  const { body } = await app.get('goals/get_creator_leaderboard?username=miravale')

  const ranked = [
    { name: 'Ada', amount: 9_00, useruid: ada.uid },
    { name: 'The Fox', amount: 8_00 },
    { name: 'Gone', amount: 7_00 },
    { name: 'Ada', amount: 6_00 },
  ]
  const anonymous = { name: 'Anonymous', amount: 5_00 }
  expect(body).toMatchObject({ allTime: ranked, recent: [anonymous, ...ranked.toReversed()] })
  expect(JSON.stringify(body).split(ada.uid)).toHaveLength(5) // the uid occurs once in each of the four lists of the response
})

test('returns not_found for the board and goals of an unknown creator', async () => {
  await using app = await startTestApp()
  await buildSupporter(app.db, { userName: 'justafan' })

  for (const call of ['goals/get_all_goals', 'goals/get_creator_leaderboard']) {
    expect((await app.get(`${call}?username=justafan`)).status).toBe(404)
    expect((await app.get(call)).status).toBe(400)
  }
})

const request = { donorName: 'TestUser', amount: 5, currency: 'gbp', goalTitle: 'Test Goal' }

test('a test alert becomes an event and a job on the queue', async () => {
  await using app = await startTestApp()
  const { uid } = await buildCreator(app.db)
  const received: unknown[] = []
  const listener = openQueues({ ...app.ctx.config, onError: () => {} })
  listener.work('tip-events', async ({ id, data }) => received.push({ id, data }))

  const { status } = await app.post('goals/test-alert', { userUID: uid, ...request }, await app.signIn(uid))

  expect(status).toBe(200)
  const [event, ...others] = await app.db.selectFrom('outbox').selectAll().execute()
  expect(others).toEqual([])
  expect(event).toMatchObject({
    type: 'alert.tested',
    creatorUid: uid,
    payload: {
      type: 'alert.tested',
      name: 'TestUser',
      amountMinor: 500,
      currency: 'gbp',
      goalTitle: 'Test Goal',
    },
    fannedOutAt: null,
  })
  await expect
    .poll(() => received)
    .toEqual([{ id: `ev-${event!.eventId}`, data: { eventId: event!.eventId } }])
  await listener.close()
})

test('a test alert succeeds without the queue, and its event waits for the sweep', async () => {
  await using app = await startTestApp({ REDIS_URL: 'redis://127.0.0.1:1' })
  const { uid } = await buildCreator(app.db)

  const { status } = await app.post('goals/test-alert', { userUID: uid, ...request }, await app.signIn(uid))

  expect(status).toBe(200)
  expect(await app.db.selectFrom('outbox').select('fannedOutAt').execute()).toEqual([{ fannedOutAt: null }])
})

test.each([
  ['jpy', 500],
  ['gbp', 500_00],
] as const)('a test alert of 500 whole units of %s has %i minor units', async (currency, amountMinor) => {
  await using app = await startTestApp()
  const { uid } = await buildCreator(app.db)
  const tip = { ...request, amount: 500, currency }

  await app.post('goals/test-alert', { userUID: uid, ...tip }, await app.signIn(uid))

  const { payload } = await app.db.selectFrom('outbox').select('payload').executeTakeFirstOrThrow()
  expect(payload).toMatchObject({ amountMinor, currency })
})

test('removes half a surrogate pair from a test alert', async () => {
  await using app = await startTestApp()
  const { uid } = await buildCreator(app.db)
  const half = { ...request, donorName: 'Ada \ud83c', goalTitle: '\udf89 Cake\u0000' }

  const { status } = await app.post('goals/test-alert', { userUID: uid, ...half }, await app.signIn(uid))

  expect(status).toBe(200)
  const { payload } = await app.db.selectFrom('outbox').select('payload').executeTakeFirstOrThrow()
  expect(payload).toMatchObject({ name: 'Ada', goalTitle: 'Cake' })
})

test('a test alert requires an amount and reaches only its sender', async () => {
  await using app = await startTestApp()
  const [mine, other] = [await buildCreator(app.db), await buildCreator(app.db)]
  const cookie = await app.signIn(mine.uid)

  const foreign = await app.post('goals/test-alert', { userUID: other.uid, ...request }, cookie)
  const nothing = await app.post('goals/test-alert', { userUID: mine.uid, ...request, amount: 0 }, cookie)

  expect(foreign.status).toBe(403)
  expect(foreign.body).toMatchObject({ code: 'forbidden', ErrorMessage: expect.stringContaining('yourself') })
  expect(nothing.body).toMatchObject({ code: 'invalid_amount' })
  expect(await app.db.selectFrom('outbox').selectAll().execute()).toEqual([])
})
