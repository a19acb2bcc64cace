import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PubSubMessage } from '../contract/events.ts'
import type { EventWorth } from '../contract/goals/own-goal-calls.ts'
import type { PanelChange } from '../contract/panel/panel.ts'
import type { SentShowEvent } from '../contract/show/show-event.ts'
import { buildCreator } from '../db/builders.fixture.ts'
import { listPublicGoals } from '../db/queries/goals/goals.ts'
import { saveHoldRules } from '../db/queries/payments/tip-rules.ts'
import { changeGoalStatus, createGoal, updateGoal } from '../domain/goals/own-goals.ts'
import { toGoal } from '../domain/goals/to-goal.ts'
import { changePanel } from '../domain/panel/change-panel.ts'
import { captureTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { readTwitchEvent } from '../domain/show/read-twitch-event.ts'
import { receiveShowEvent } from '../domain/show/receive-show-event.ts'
import { fanOutOpen } from './fan-out.ts'
import { createTestContext } from './workers.fixture.ts'

const token = { id: randomUUID(), name: 'Stream Deck' }
const eventWorth: EventWorth = { subscription1: 2_00, subscription3: 10_00, bits: 75 }
const texts = { title: 'A microphone', description: '', amountMinor: 20_00, endDate: null }

async function setUp(goals: (EventWorth | null)[] = [eventWorth]) {
  const ctx = await createTestContext('postgres')
  const { db } = ctx
  const { uid } = await buildCreator(db)
  const made = []
  for (const worth of goals) made.push(await createGoal(db, uid, { ...texts, eventWorth: worth }))
  const events: string[] = []
  const publishing = {
    db,
    publish: (jobs: readonly { eventId: string }[]) => void events.push(...jobs.map((job) => job.eventId)),
  }
  const send = (sent: SentShowEvent, id: string = randomUUID()) =>
    receiveShowEvent(publishing, { creatorUid: uid, id, source: 'tool', token, sent })
  async function act(change: PanelChange): Promise<string> {
    const actionId = randomUUID()
    await changePanel(publishing, { creatorUid: uid, actionId, actorUid: uid, isOwner: true, change })
    return actionId
  }
  const fanOut = () => fanOutOpen(ctx, events, new Set(['alerts']))
  const counted = async () => (await listPublicGoals(db, uid)).map((row) => toGoal(row).counted)
  const dispose = () => ctx[Symbol.asyncDispose]()
  const goalId = made[0]!.goaluuid
  return { ctx, db, uid, goalId, publishing, send, act, fanOut, counted, [Symbol.asyncDispose]: dispose }
}

test('subscriptions, given ones too, and bits count what each goal’s rule says, and nothing without a rule', async () => {
  await using creator = await setUp([eventWorth, null, { subscription2: 1_00 }])
  await creator.send({ kind: 'subscription', name: 'Ada', quantity: 6 })
  await creator.send({ kind: 'subscription', name: 'Bea', tier: '3' })
  await creator.send({ kind: 'gift', name: 'Cleo', tier: 'prime', quantity: 5 })
  await creator.send({ kind: 'gift', name: 'Dora', tier: '2', quantity: 3 })
  await creator.send({ kind: 'cheer', name: 'Eve', quantity: 250 })
  await creator.send({ kind: 'cheer', name: 'Fay', quantity: 1 }) // less than a penny
  await creator.send({ kind: 'follow', name: 'Gil' })
  await creator.send({ kind: 'raid', name: 'Hal', quantity: 1_000 })

  expect(await creator.counted()).toEqual([2_00 + 10_00 + 5 * 2_00 + 1_87, undefined, 3_00])
})

test('what counts is never money: it funds no goal, and no tip, entry, total, board or milestone comes of it', async () => {
  await using creator = await setUp()
  const { db, uid, goalId } = creator
  await creator.send({ kind: 'gift', name: 'Ada', quantity: 1_000_000 })
  await creator.fanOut()

  const goal = () => db.selectFrom('goal').select(['amountReceivedMinor', 'status']).execute()
  expect(await goal()).toEqual([{ amountReceivedMinor: 0, status: 'ACTIVE' }])
  for (const table of ['tip', 'ledgerEntry', 'supporterTotal', 'creatorDayTotal', 'goalMilestone'] as const)
    expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []])

  await captureTip(db, uid, { amountMinor: 19_99, goalId })
  expect(await goal()).toEqual([{ amountReceivedMinor: 19_99, status: 'ACTIVE' }])
  await captureTip(db, uid, { amountMinor: 1_00, goalId })
  expect(await goal()).toEqual([{ amountReceivedMinor: 20_99, status: 'COMPLETED' }])
  expect((await listPublicGoals(db, uid)).map(toGoal)).toMatchObject([
    { amount_received: 20_99, counted: 2_000_000_00 },
  ])
})

test('an event counts once however often it is sent, and a subscription that Twitch announces twice too', async () => {
  await using creator = await setUp()
  const id = randomUUID()
  await Promise.all([1, 2, 3].map(() => creator.send({ kind: 'subscription', name: 'Ada' }, id)))
  const twitch = (type: string, event: object) => {
    const sent = readTwitchEvent(type, { user_name: 'Bea', tier: '1000', ...event }, randomUUID())!
    const own = { creatorUid: creator.uid, id: randomUUID(), source: 'twitch', token: undefined } as const
    return receiveShowEvent(creator.publishing, { ...own, sent })
  }
  await twitch('channel.subscribe', { is_gift: false })
  await twitch('channel.subscription.message', {
    cumulative_months: 3,
    message: { text: 'Hi', emotes: null },
  })

  expect(await creator.counted()).toEqual([4_00])
})

test('what is held counts when it is approved, what is denied never, and hiding takes back until it is undone', async () => {
  await using creator = await setUp()
  const rules = { holdsAll: true, holdsFirst: false, holdsMessages: false, holdsFromMinor: null }
  await saveHoldRules(creator.db, creator.uid, rules)
  const [approved, denied] = [
    await creator.send({ kind: 'gift', name: 'Ada', quantity: 2 }),
    await creator.send({ kind: 'gift', name: 'Bea', quantity: 100 }),
  ]
  expect(await creator.counted()).toEqual([0])
  await creator.act({ kind: 'show', action: 'deny', showEventId: denied.id! })
  await creator.act({ kind: 'show', action: 'approve', showEventId: approved.id! })
  expect(await creator.counted()).toEqual([4_00])

  const hidden = await creator.act({ kind: 'show', action: 'hide', showEventId: approved.id! })
  expect(await creator.counted()).toEqual([0])
  await creator.act({ kind: 'undo', actionId: hidden })

  expect(await creator.counted()).toEqual([4_00])
})

test('a goal that starts anew counts events from zero too, and hiding an earlier one changes nothing', async () => {
  await using creator = await setUp()
  const { db, uid, goalId } = creator
  const before = await creator.send({ kind: 'subscription', name: 'Ada' })
  await updateGoal(db, uid, goalId, { ...texts, startsAnew: 'stream' })
  await sql`select end_goal_period(g, next_millisecond()) from goal g`.execute(db)
  expect(await creator.counted()).toEqual([0])
  await creator.send({ kind: 'subscription', name: 'Bea', tier: '3' })

  await creator.act({ kind: 'show', action: 'hide', showEventId: before.id! })

  expect(await creator.counted()).toEqual([10_00])
})

test('a rule is kept, changed and taken away, and a closed goal counts nothing more', async () => {
  await using creator = await setUp()
  const { db, uid, goalId, send } = creator
  expect((await updateGoal(db, uid, goalId, { ...texts, title: 'Else' })).eventWorth).toEqual(eventWorth)
  await updateGoal(db, uid, goalId, { ...texts, eventWorth: { subscription1: 3_00 } })
  await send({ kind: 'subscription', name: 'Ada' })
  await send({ kind: 'cheer', name: 'Bea', quantity: 1_000 })
  expect(await creator.counted()).toEqual([3_00])
  await changeGoalStatus(db, uid, goalId, 'close')
  await send({ kind: 'subscription', name: 'Cleo' })
  expect(await creator.counted()).toEqual([3_00])

  const goal = await updateGoal(db, uid, goalId, { ...texts, eventWorth: null })

  expect([goal.eventWorth, goal.counted]).toEqual([undefined, undefined])
})

test('open pages get the goal when an event counts, and are left alone when none does', async () => {
  await using creator = await setUp()
  const messages: PubSubMessage[] = []
  await creator.ctx.pubsub.subscribe((message) => void messages.push(message))
  const kinds = () => messages.map(({ kind }) => kind)
  await creator.send({ kind: 'follow', name: 'Ada' })
  await creator.fanOut()
  await expect.poll(kinds).toEqual(['alert'])

  await creator.send({ kind: 'subscription', name: 'Bea' })
  await creator.fanOut()

  await expect.poll(kinds).toEqual(['alert', 'alert', 'live'])
})
