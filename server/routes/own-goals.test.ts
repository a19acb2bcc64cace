import sharp from 'sharp'
import { expect, test } from 'vitest'
import { apiBase } from '../../contract/calls.ts'
import type { OwnGoal } from '../../contract/goals/own-goal-calls.ts'
import { buildCreator, buildGoal } from '../../db/builders.fixture.ts'
import { recordRefund } from '../../domain/payments/ledger/record-refund.ts'
import { captureOf, captureTip, refundOf } from '../../domain/payments/ledger/ledger.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { startTestApp } from '../app.fixture.ts'

const app = await forFile(startTestApp())

const texts = { title: 'A wheel', description: '', amount: 300_00, endDate: null }
const day = 24 * 3600_000

async function signIn() {
  const { uid } = await buildCreator(app.db)
  const cookie = await app.signIn(uid)
  const ask = async (path: string, body: object) => {
    const answer = await app.post(`goals/${path}`, body, cookie)
    return { status: answer.status, body: answer.body as OwnGoal & { code: string; fields?: object } }
  }
  const titles = async () =>
    ((await app.get('goals/own-goals', cookie)).body as OwnGoal[]).map(({ title }) => title)
  return { uid, cookie, ask, titles }
}

test('creates a goal in the creator’s currency, after the others', async () => {
  const { uid, ask, titles } = await signIn()
  await buildGoal(app.db, uid, { title: 'First', position: 3 })

  const { status, body } = await ask('create-goal', texts)

  expect(status).toBe(200)
  expect(body).toMatchObject({
    title: 'A wheel',
    currency: 'gbp',
    amount: 300_00,
    status: 'ACTIVE',
    isMoneyIn: false,
  })
  expect(await titles()).toEqual(['First', 'A wheel'])
})

test('limits how many goals a creator has, of any status', async () => {
  const { uid, ask } = await signIn()
  const goal = { creatorUid: uid, title: 'Old', currency: 'gbp' as const, amountMinor: 100_00 }
  const ended = { ...goal, status: 'ARCHIVED' as const, amountReceivedMinor: 0 }
  await app.db
    .insertInto('goal')
    .values(Array.from({ length: 999 }, () => ended))
    .execute()

  expect((await ask('create-goal', texts)).status).toBe(200)
  const { status, body } = await ask('create-goal', texts)

  expect([status, body.code]).toEqual([409, 'goal_changed'])
})

test('limits how many goals a creator publishes in a day', async () => {
  const { ask } = await signIn()
  const publish = async () => {
    const { status, body } = await ask('create-goal', texts)
    if (status === 200) await ask('change-status', { goaluuid: body.goaluuid, action: 'close' })
    return status
  }

  for (let i = 0; i < 50; i += 1) expect(await publish()).toBe(200)
  expect(await publish()).toBe(429)
})

test.each([
  ['no title', { title: '  ' }, 'title'],
  ['a title too long', { title: 'x'.repeat(81) }, 'title'],
  ['a description too long', { description: 'x'.repeat(2001) }, 'description'],
  ['half a pound', { amount: 50 }, 'amount'],
  ['pence', { amount: 150 }, 'amount'],
  ['more than ten million', { amount: 10_000_001_00 }, 'amount'],
  ['an end that has passed', { endDate: '2020-01-01T00:00:00.000Z' }, 'endDate'],
])('a goal with %s is refused beside its field', async (_, change, field) => {
  const { ask } = await signIn()

  const { status, body } = await ask('create-goal', { ...texts, ...change })

  expect(status).toBe(400)
  expect(Object.keys(body.fields ?? {})).toEqual([field])
})

test('a goal’s amount cannot fall to what it has received', async () => {
  const { uid, ask } = await signIn()
  const { body: goal } = await ask('create-goal', texts)
  await captureTip(app.db, uid, { goalId: goal.goaluuid, amountMinor: 120_00 })

  const low = await ask('update-goal', { ...texts, goaluuid: goal.goaluuid, amount: 120_00 })
  const high = await ask('update-goal', { ...texts, goaluuid: goal.goaluuid, amount: 121_00 })

  expect(low.body.fields).toEqual({
    amount: 'Please enter more than the £120 already received, or close the goal.',
  })
  expect(high.body).toMatchObject({ amount: 121_00, amount_received: 120_00, isMoneyIn: true })
})

test('an ended goal keeps its amount and end date', async () => {
  const { ask } = await signIn()
  const { body: goal } = await ask('create-goal', texts)
  await ask('change-status', { goaluuid: goal.goaluuid, action: 'close' })

  const amount = await ask('update-goal', { ...texts, goaluuid: goal.goaluuid, amount: 500_00 })
  const end = new Date(Date.now() + day).toISOString()
  const later = await ask('update-goal', { ...texts, goaluuid: goal.goaluuid, endDate: end })
  const words = await ask('update-goal', { ...texts, goaluuid: goal.goaluuid, title: 'Two wheels' })

  expect([amount.status, later.status]).toEqual([400, 400])
  expect(words.body).toMatchObject({ title: 'Two wheels', status: 'COMPLETED' })
})

test('reopens and unarchives a goal to its previous status', async () => {
  const { ask } = await signIn()
  const { body } = await ask('create-goal', texts)
  const act = async (action: string) =>
    (await ask('change-status', { goaluuid: body.goaluuid, action })).body.status

  expect(await act('close')).toBe('COMPLETED')
  expect(await act('archive')).toBe('ARCHIVED')
  expect(await act('reopen')).toBe('COMPLETED')
  expect(await act('reopen')).toBe('ACTIVE')
  expect(await act('archive')).toBe('ARCHIVED')
  expect(await act('reopen')).toBe('ACTIVE')
})

test('a funded goal stays completed', async () => {
  const { uid, ask } = await signIn()
  const { body: goal } = await ask('create-goal', texts)
  await captureTip(app.db, uid, { goalId: goal.goaluuid, amountMinor: 300_00 })

  const reopened = await ask('change-status', { goaluuid: goal.goaluuid, action: 'reopen' })
  const closed = await ask('change-status', { goaluuid: goal.goaluuid, action: 'close' })

  expect([reopened.status, closed.status]).toEqual([409, 409])
  expect(closed.body.code).toBe('goal_changed')
})

test('a funded goal that lost money can be reopened, funded and announced again', async () => {
  const { uid, ask } = await signIn()
  const { body: goal } = await ask('create-goal', texts)
  const { order } = await captureTip(app.db, uid, { goalId: goal.goaluuid, amountMinor: 300_00 })
  await recordRefund(app.db, refundOf(captureOf(order), { amountMinor: 300_00 }))
  const list = async () =>
    app.db.selectFrom('outbox').select('type').where('creatorUid', '=', uid).orderBy('createdAt').execute()

  const reopened = await ask('change-status', { goaluuid: goal.goaluuid, action: 'reopen' })
  const again = await ask('change-status', { goaluuid: goal.goaluuid, action: 'reopen' })
  await captureTip(app.db, uid, { goalId: goal.goaluuid, amountMinor: 299_00 })
  await captureTip(app.db, uid, { goalId: goal.goaluuid, amountMinor: 2_00 })
  await captureTip(app.db, uid, { goalId: goal.goaluuid, amountMinor: 2_00 })

  expect(reopened.body).toMatchObject({ status: 'ACTIVE', isFunded: false, hasLostMoney: false })
  expect(again.status).toBe(409)
  const types = (await list()).map(({ type }) => type)
  expect(types.filter((type) => type === 'goal.funded')).toHaveLength(2)
  const { status, fundedByTipId } = await app.db
    .selectFrom('goal')
    .selectAll()
    .where('goalId', '=', goal.goaluuid)
    .executeTakeFirstOrThrow()
  expect([status, fundedByTipId]).toEqual(['COMPLETED', expect.any(String)])
})

test('reopening an expired goal removes its end date', async () => {
  const { uid, ask } = await signIn()
  const endDate = new Date(Date.now() - day)
  const goal = await buildGoal(app.db, uid, { status: 'EXPIRED', endDate })

  const { body } = await ask('change-status', { goaluuid: goal.goalId, action: 'reopen' })

  expect(body).toMatchObject({ status: 'ACTIVE', end_date: null })
})

test('reorders goals, and moves none when one belongs to another creator', async () => {
  const { uid, cookie, ask, titles } = await signIn()
  const made = []
  for (const [position, title] of ['a', 'b', 'c'].entries()) {
    made.push(await buildGoal(app.db, uid, { title, position }))
  }
  const other = await buildGoal(app.db, (await buildCreator(app.db)).uid)
  const [, b, c] = made.map(({ goalId: goaluuid }) => goaluuid)

  const { status } = await app.post('goals/reorder-goals', { goaluuids: [c, b] }, cookie)
  const refused = await ask('reorder-goals', { goaluuids: [b, other.goalId] })

  expect([status, refused.status]).toEqual([200, 404])
  expect(await titles()).toEqual(['c', 'b', 'a'])
})

test('uploads a goal’s picture, shows it, and deletes it when it is replaced', async () => {
  const { cookie, ask } = await signIn()
  const { body: goal } = await ask('create-goal', texts)
  const first = await sendPicture(cookie, goal.goaluuid, 'coral')
  const second = await sendPicture(cookie, goal.goaluuid, 'violet')

  expect(first.image).toMatch(/^\/media\/[0-9a-f]{32}-1280\.webp$/)
  const shown = await fetch(app.url + second.image!)
  const { width, height } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
  expect([width, height]).toEqual([1280, 640])
  await expect.poll(async () => (await fetch(app.url + first.image!)).status).toBe(404)

  const { body } = await ask('remove-picture', { goaluuid: goal.goaluuid })
  expect(body.image).toBeNull()
})

test('publishes every change to pages that show the creator', async () => {
  const { uid, ask } = await signIn()
  const published: unknown[] = []
  await app.ctx.pubsub.subscribe((message) => void published.push(message))
  await ask('create-goal', texts)
  await expect.poll(() => published).toContainEqual({ kind: 'live', creatorUid: uid })
})

async function sendPicture(cookie: string, goaluuid: string, background: string): Promise<OwnGoal> {
  const pixels = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('picture', new Blob([new Uint8Array(pixels)]), 'x.png')
  const address = `${app.url}${apiBase}goals/upload-picture?goaluuid=${goaluuid}`
  const answer = await fetch(address, { method: 'POST', body: form, headers: { cookie } })
  return (await answer.json()) as OwnGoal
}

test('a goal starts anew as its creator chooses, and its past is listed to those who may see the goal', async () => {
  const { uid, cookie, ask } = await signIn()
  const { body: goal } = await ask('create-goal', { ...texts, startsAnew: 'month' })
  const { goaluuid } = goal
  expect(goal).toMatchObject({
    starts_anew: 'month',
    starts_anew_at: expect.stringMatching(/^\d{4}-\d\d-01T/),
  })

  const kept = await ask('update-goal', { goaluuid, ...texts, title: 'A kiln' })
  expect(kept.body).toMatchObject({ title: 'A kiln', starts_anew: 'month' })
  const changed = await ask('update-goal', { goaluuid, ...texts, startsAnew: 'stream' })
  expect(changed.body).not.toHaveProperty('starts_anew_at')
  await captureTip(app.db, uid, { goalId: goaluuid, amountMinor: 7_00 })
  await ask('start-stream-total', {})
  const never = await ask('update-goal', { goaluuid, ...texts, startsAnew: 'never' })
  expect(never.body).toMatchObject({ amount_received: 0, past_periods: 1 })
  expect(never.body).not.toHaveProperty('starts_anew')

  const periods = (as?: string) => app.get(`goals/goal-periods?goaluuid=${goaluuid}`, as)
  const today = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
  const past = [{ from: today, to: today, amount: 300_00, amount_received: 7_00 }]
  expect((await periods()).body).toEqual(past)
  await ask('change-status', { goaluuid, action: 'archive' })
  expect((await periods()).body).toEqual([])
  expect((await periods(cookie)).body).toEqual(past)
})

test('refuses another choice of when a goal starts anew', async () => {
  const { ask } = await signIn()

  const { status, body } = await ask('create-goal', { ...texts, startsAnew: 'week' })

  expect(status).toBe(400)
  expect(body.fields).toHaveProperty('startsAnew')
})
