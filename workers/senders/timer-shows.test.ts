import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PanelChange } from '../../contract/panel/panel.ts'
import { defaultTimerRule } from '../../contract/timer/timer.ts'
import type { TimerChange } from '../../contract/timer/timer.ts'
import type { SentShowEvent } from '../../contract/show/show-event.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { saveHoldRules } from '../../db/queries/payments/tip-rules.ts'
import { saveShowSetting } from '../../db/queries/show/show-events.ts'
import { changePanel } from '../../domain/panel/change-panel.ts'
import { readTwitchEvent } from '../../domain/show/read-twitch-event.ts'
import { receiveShowEvent } from '../../domain/show/receive-show-event.ts'
import { addToTimers } from '../../domain/timer/add-to-timers.ts'
import { changeTimer, createTimer, listTimers } from '../../domain/timer/manage-timers.ts'
import { readLiveTimers, readTimerEntries } from '../../domain/timer/read-entries.ts'
import { createTestContext, publish, publishTip, runWorkers } from '../workers.fixture.ts'

const token = { id: randomUUID(), name: 'Stream Deck' }
const events = {
  subscription1: 120,
  subscription2: 240,
  subscription3: 600,
  gift1: 100,
  gift2: 200,
  bits: 60,
  follow: 5,
  raid: 90,
}
const ada = { user_id: '1', user_login: 'ada_l', user_name: 'Ada_L' }

/** Makes a timer of an hour that counts show events, and starts workers. */
async function setUp({ hasWorkers = true, rule = { ...defaultTimerRule, events } } = {}) {
  const ctx = await createTestContext('postgres')
  const { db } = ctx
  const { uid } = await buildCreator(db)
  const { timerId } = await createTimer(db, uid, { name: 'Subathon', rule, actor: uid })
  const change = (what: TimerChange, entryId: string = randomUUID()) =>
    changeTimer(db, uid, timerId, { entryId, change: what, actor: uid })
  await change({ kind: 'start', seconds: 3_600 })
  if (hasWorkers) await runWorkers(ctx)
  const publishing = {
    db,
    publish: (jobs: readonly { eventId: string }[]) =>
      void publish(
        ctx.queues,
        jobs.map(({ eventId }) => eventId),
      ),
  }
  const send = (sent: SentShowEvent) =>
    receiveShowEvent(publishing, { creatorUid: uid, id: randomUUID(), source: 'tool', token, sent })
  /** Receives an event of Twitch; `id` is that of its message. */
  const twitch = (type: string, event: object, id: string = randomUUID()) => {
    const sent = readTwitchEvent(type, event, id)
    const own = { creatorUid: uid, id: randomUUID(), source: 'twitch', token: undefined } as const
    return sent && receiveShowEvent(publishing, { ...own, sent })
  }
  async function act(what: PanelChange): Promise<string> {
    const actionId = randomUUID()
    await changePanel(publishing, { creatorUid: uid, actionId, actorUid: uid, isOwner: true, change: what })
    return actionId
  }
  const granted = async () => (await listTimers(db, uid))[0]!.grantedMs / 1000 - 3_600
  const entries = async () => (await readTimerEntries(db, uid, { timerId, page: 0 })).entries
  const dispose = () => ctx[Symbol.asyncDispose]()
  return {
    ctx,
    db,
    uid,
    timerId,
    change,
    send,
    twitch,
    act,
    granted,
    entries,
    [Symbol.asyncDispose]: dispose,
  }
}

test('each kind adds what the rule says, by its tier, and the history says which event added what', async () => {
  await using timer = await setUp()
  await timer.send({ kind: 'subscription', name: 'Ada', tier: '2', quantity: 6 })
  await timer.send({ kind: 'subscription', name: 'Bea' })
  await timer.send({ kind: 'subscription', name: 'Cleo', tier: 'prime' })
  await timer.send({ kind: 'gift', name: 'Dora', quantity: 5 })
  await timer.send({ kind: 'cheer', name: 'Eve', quantity: 250 })
  await timer.send({ kind: 'follow', name: 'Fay' })
  await timer.send({ kind: 'raid', name: 'Gil', quantity: 4_000 })
  await timer.send({ kind: 'other', title: 'New order', quantity: 100 })

  await expect.poll(timer.granted).toBe(240 + 120 + 120 + 5 * 100 + 150 + 5 + 90)

  const listed = (await timer.entries()).filter(({ kind }) => kind === 'show')
  expect(
    listed
      .map(({ name, event, addedMs }) => [name, event?.what, event?.quantity, addedMs / 1000])
      .toReversed(),
  ).toEqual([
    ['Ada', 'subscription2', 1, 240],
    ['Bea', 'subscription1', 1, 120],
    ['Cleo', 'subscription1', 1, 120],
    ['Dora', 'gift1', 5, 500],
    ['Eve', 'bits', 250, 150],
    ['Fay', 'follow', 1, 5],
    ['Gil', 'raid', 1, 90],
  ])
  const [live] = await readLiveTimers(timer.db, timer.uid)
  expect(live!.latest[0]).toMatchObject({ kind: 'show', name: 'Gil' })
})

test('a gift of fifty is counted once, of whatever tier, anonymous or not, in any order with what it gives', async () => {
  await using timer = await setUp()
  const received = Array.from({ length: 50 }, (_, at) => ({
    user_name: `Lucky_${at}`,
    tier: '2000',
    is_gift: true,
  }))
  const gift = { user_name: null, total: 50, tier: '2000', is_anonymous: true }

  for (const each of received.slice(0, 25)) await timer.twitch('channel.subscribe', each)
  await timer.twitch('channel.subscription.gift', gift, 'gift-1')
  await timer.twitch('channel.subscription.gift', gift, 'gift-1') // Twitch sends a message again
  for (const each of received.slice(25)) await timer.twitch('channel.subscribe', each)

  await expect.poll(timer.granted).toBe(50 * 200)
  expect((await timer.entries()).filter(({ kind }) => kind === 'show')).toHaveLength(1)
})

test.each([
  ['with a message, which is shown', 'Back again!', 2],
  ['without one, which is not shown again', '', 1],
])('a subscription that is shared in the chat, %s, is counted once', async (_, text, shown) => {
  await using timer = await setUp()
  const shared = { ...ada, tier: '3000', message: { text, emotes: null }, cumulative_months: 7 }

  await timer.twitch('channel.subscribe', { ...ada, tier: '3000', is_gift: false })
  await timer.twitch('channel.subscription.message', shared)
  await timer.twitch('channel.follow', { user_name: 'Last' })

  await expect.poll(timer.granted).toBe(600 + 5)
  const rows = timer.db.selectFrom('showEvent').select('id').where('kind', '=', 'subscription')
  expect(await rows.execute()).toHaveLength(shown)
})

test('what renews by itself is counted when it is shared, and again in the next month, whatever came first', async () => {
  await using timer = await setUp()
  const share = (cumulative_months: number) =>
    timer.twitch('channel.subscription.message', {
      ...ada,
      tier: '1000',
      message: { text: '', emotes: null },
      cumulative_months,
    })

  await share(7)
  await timer.twitch('channel.subscribe', { ...ada, tier: '1000', is_gift: false }) // a moment later: the same one
  await expect.poll(timer.granted).toBe(120)
  await timer.db
    .updateTable('showEvent')
    .set({ createdAt: new Date(Date.now() - 28 * 86_400_000) })
    .execute()
  await share(8)

  await expect.poll(timer.granted).toBe(240)
})

test('what is ignored or held adds nothing, what is approved adds then, and what is denied never does', async () => {
  await using timer = await setUp()
  const { db, uid, send } = timer
  await saveShowSetting(db, uid, { kind: 'cheer', isOn: true, minQuantity: 100, isMuted: false })
  await saveShowSetting(db, uid, { kind: 'follow', isOn: false, minQuantity: 1, isMuted: false })
  const rules = { holdsAll: true, holdsFirst: false, holdsMessages: false, holdsFromMinor: null }
  await send({ kind: 'cheer', name: 'Ada', quantity: 99 })
  await send({ kind: 'follow', name: 'Ada' })
  await saveHoldRules(db, uid, rules)
  const [approved, denied] = [
    await send({ kind: 'gift', name: 'Bea', quantity: 2 }),
    await send({ kind: 'gift', name: 'Cleo', quantity: 3 }),
  ]
  await saveHoldRules(db, uid, { ...rules, holdsAll: false })
  await send({ kind: 'raid', name: 'Dora', quantity: 1 })
  await expect.poll(timer.granted).toBe(90)

  await timer.act({ kind: 'show', action: 'deny', showEventId: denied.id! })
  await timer.act({ kind: 'show', action: 'approve', showEventId: approved.id! })

  await expect.poll(timer.granted).toBe(90 + 200)
  expect((await timer.entries()).filter(({ kind }) => kind.startsWith('show'))).toHaveLength(2)
})

test('hiding an event in the panel takes its time and its name away, and undoing that brings both back', async () => {
  await using timer = await setUp()
  const { id } = await timer.send({ kind: 'gift', name: 'Rude', quantity: 10 })
  await expect.poll(timer.granted).toBe(1_000)

  const hidden = await timer.act({ kind: 'show', action: 'hide', showEventId: id! })
  await expect.poll(timer.granted).toBe(0)
  expect((await timer.entries()).map(({ name }) => name)).not.toContain('Rude')
  await timer.act({ kind: 'undo', actionId: hidden })

  await expect.poll(timer.granted).toBe(1_000)
  expect((await timer.entries()).map(({ name }) => name)).toContain('Rude')
})

test('a bot’s follows are undone one by one in the history, and a mistaken rule as if it had never been', async () => {
  await using timer = await setUp()
  await timer.send({ kind: 'follow', name: 'Bot' })
  await expect.poll(timer.granted).toBe(5)
  const follow = (await timer.entries()).find(({ kind }) => kind === 'show')!
  await timer.change({ kind: 'undo', entryId: follow.entryId })
  expect(await timer.granted()).toBe(0)

  const mistake = randomUUID()
  await timer.change({ kind: 'rule', rule: defaultTimerRule }, mistake)
  await timer.send({ kind: 'gift', name: 'Ada', quantity: 1 })
  await publishTip(timer.ctx, timer.uid, { amountMinor: 100 })
  await expect.poll(timer.granted).toBe(60)
  await timer.change({ kind: 'undo', entryId: mistake })

  expect(await timer.granted()).toBe(60 + 100)
})

test('an event of before a restart counts once, at its own time, and twice delivered is once', async () => {
  await using timer = await setUp({ hasWorkers: false })
  const { db, ctx } = timer
  await timer.send({ kind: 'gift', name: 'Ada', quantity: 5 })
  const outbox = await db.selectFrom('outbox').select(['eventId', 'createdAt']).executeTakeFirstOrThrow()

  await runWorkers(ctx) // nothing of the process before is left but Postgres
  await expect.poll(timer.granted).toBe(500)
  await addToTimers(db, [outbox.eventId])

  expect(await timer.granted()).toBe(500)
  const entry = (await timer.entries()).find(({ kind }) => kind === 'show')!
  expect(entry.at).toBe(outbox.createdAt.toISOString())
})

test('a timer that counts tips alone keeps nothing of show events, as until now', async () => {
  await using timer = await setUp({
    rule: defaultTimerRule as typeof defaultTimerRule & { events: typeof events },
  })
  await timer.send({ kind: 'gift', name: 'Ada', quantity: 5 })
  await publishTip(timer.ctx, timer.uid, { amountMinor: 100 })

  await expect.poll(timer.granted).toBe(60)
  expect((await timer.entries()).map(({ kind }) => kind)).toEqual(['tip', 'start', 'rule'])
})
