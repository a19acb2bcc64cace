import { expect, test } from 'vitest'
import type { CallResponse } from '../../contract/call.ts'
import type { getGivenTips, getInsights, getReceivedTips } from '../../contract/insights/insight-calls.ts'
import { buildCreator, buildGoal, buildSupporter } from '../../db/builders.fixture.ts'
import type { NewOrder } from '../../db/schema.ts'
import { showAlert, storeAlert } from '../../db/alerts.fixture.ts'
import { markSkipped } from '../../db/queries/alerts/missed-alerts.ts'
import { buildTip, captureTip } from '../../domain/payments/ledger/ledger.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { startTestApp } from '../app.fixture.ts'

const app = await forFile(startTestApp())

const day = 24 * 3600_000

test('daily totals include empty days, and refunds are subtracted from the day of the tip', async () => {
  const { uid } = await buildCreator(app.db)
  const cookie = await app.signIn(uid)
  await tip(uid, 500)
  const old = await tip(uid, 700, 2)
  await tip(uid, 1100, 2)
  await tip(uid, 900, 9)
  const read = async () =>
    (await app.get('goals/insights?days=7', cookie)).body as CallResponse<typeof getInsights>

  const { days, ...sums } = await read()
  expect(sums).toEqual({ currency: 'gbp', total: 2300, tips: 3, before: 900, allTime: 3200, imported: 0 })
  expect(days.map(({ amount, tips }) => [amount, tips])).toEqual([
    ...[0, 0, 0, 0].map(() => [0, 0]),
    [1800, 2],
    [0, 0],
    [500, 1],
  ])
  expect(days.at(-1)!.day).toBe(new Date().toISOString().slice(0, 10))

  await app.db.updateTable('tip').set({ returnedMinor: 200 }).where('id', '=', old).execute()
  expect(await read()).toMatchObject({ total: 2100, tips: 3 })
  await app.db.updateTable('tip').set({ returnedMinor: 700 }).where('id', '=', old).execute()
  expect(await read()).toMatchObject({ total: 1600, tips: 2 })
})

test('total earnings list the sum, the general tips and each goal', async () => {
  const { uid } = await buildCreator(app.db)
  const { goalId: goaluuid } = await buildGoal(app.db, uid, { amountReceivedMinor: 0, status: 'ARCHIVED' })
  const cookie = await app.signIn(uid)
  await tip(uid, 700, 40, { goalId: goaluuid })
  await tip(uid, 500)

  expect((await app.get('goals/total-earnings', cookie)).body).toMatchObject({
    currency: 'gbp',
    total: 1200,
    general: 500,
    goals: [{ goaluuid, amount_received: 700, status: 'ARCHIVED' }],
  })
})

test('lists received tips page by page with private messages and without anonymous names', async () => {
  const { uid } = await buildCreator(app.db)
  const goal = await buildGoal(app.db, uid, { title: 'A wheel' })
  const cookie = await app.signIn(uid)
  for (let n = 1; n <= 21; n++) await tip(uid, n * 100)
  const { goalId: goaluuid } = goal
  await tip(uid, 2200, 0, { goalId: goaluuid, isAnonymous: true, isPrivate: true, message: 'psst' })
  const ask = async (cursor = '') =>
    (await app.get(`goals/received-tips?cursor=${cursor}`, cookie)).body as CallResponse<
      typeof getReceivedTips
    >

  const first = (await app.get('goals/received-tips', cookie)).body as CallResponse<typeof getReceivedTips>
  expect(first.tips).toHaveLength(20)
  expect(first.tips[0]).toMatchObject({
    name: 'Anonymous',
    goalTitle: 'A wheel',
    message: 'psst',
    isPrivateMessage: true,
    isReturned: false,
  })
  const second = await ask(first.next!)
  expect(second).toMatchObject({ tips: [{ amount: 200 }, { amount: 100 }], next: null })
  expect((await app.get('goals/received-tips?cursor=x', cookie)).status).toBe(400)
})

test('a received tip is skipped when an overlay has passed over its alert, unless it was shown', async () => {
  const { uid } = await buildCreator(app.db)
  const body = {
    isTest: false,
    name: 'Grace',
    message: 'For the clay!',
    amount: 100,
    currency: 'gbp',
    goal: null,
  } as const
  for (let n = 1; n <= 3; n++) {
    const { eventId } = await buildTip(app.db, uid)
    await storeAlert(app.db, uid, eventId, { ...body, kind: 'tip', at: new Date().toISOString() })
  }

  await showAlert(app.db, uid, 1)
  await markSkipped(app.db, uid, 2)

  const { body: page } = await app.get('goals/received-tips', await app.signIn(uid))
  const { tips } = page as CallResponse<typeof getReceivedTips>
  expect(tips.map(({ isSkipped }) => isSkipped)).toEqual([false, true, false])
})

test('lists a supporter’s tips, and each creator once with the total after refunds', async () => {
  const giver = await buildSupporter(app.db)
  const cookie = await app.signIn(giver.uid)
  const [mira, otto] = [await buildCreator(app.db), await buildCreator(app.db)]
  const supporterUid = giver.uid
  for (let n = 1; n <= 21; n++) await tip(mira.uid, 100, 1, { supporterUid })
  const back = await tip(otto.uid, 5000, 0, { supporterUid, isAnonymous: true })
  await app.db.updateTable('tip').set({ returnedMinor: 4000 }).where('id', '=', back).execute()

  const first = (await app.get('account/given-tips', cookie)).body as CallResponse<typeof getGivenTips>
  expect(first.tips[0]).toMatchObject({
    id: back,
    creator: { user_name: otto.userName },
    amount: 5000,
    returned: 4000,
    receipt: expect.stringMatching(/^[\w-]{43}$/),
  })
  const rest = (await app.get(`account/given-tips?cursor=${first.next}`, cookie)).body as typeof first
  expect([first.tips.length, rest.tips.length, rest.next]).toEqual([20, 2, null])
  expect(new Set([...first.tips, ...rest.tips].map(({ id }) => id)).size).toBe(22)
  expect((await app.get('account/giving', cookie)).body).toMatchObject({
    creators: [
      { user_name: mira.userName, amount: 2100, tips: 21 },
      { user_name: otto.userName, amount: 1000, tips: 1 },
    ],
  })
})

async function tip(
  uid: string,
  amountMinor: number,
  daysAgo = 0,
  order: Partial<NewOrder> = {},
): Promise<string> {
  const at = new Date(Date.now() - daysAgo * day)
  return (await captureTip(app.db, uid, { ...order, amountMinor, feeMinor: 5 }, at)).tipId
}
