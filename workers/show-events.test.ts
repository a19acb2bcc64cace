import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Destination } from '../contract/events.ts'
import type { SentShowEvent } from '../contract/show/show-event.ts'
import { buildCreator, buildGoal } from '../db/builders.fixture.ts'
import { beginAlert, claimActiveOverlays } from '../db/queries/alerts/active-overlays.ts'
import { listAlertsAfter, markShown } from '../db/queries/alerts/alerts.ts'
import { sumMissedTips } from '../db/queries/alerts/missed-alerts.ts'
import { findStreamTotals } from '../db/queries/alerts/stream-totals.ts'
import { saveSpeechChoice } from '../db/queries/alerts/speech.ts'
import { saveCensorAction } from '../db/queries/moderation/word-settings.ts'
import { saveHoldRules } from '../db/queries/payments/tip-rules.ts'
import { deleteOldShowEvents, saveShowSetting } from '../db/queries/show/show-events.ts'
import { changePanel } from '../domain/panel/change-panel.ts'
import type { PanelChange } from '../contract/panel/panel.ts'
import { readPanelActions } from '../domain/panel/read-actions.ts'
import { readPanelShows, readPanelState } from '../domain/panel/read-panel.ts'
import { captureTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { receiveShowBurst, receiveShowEvent } from '../domain/show/receive-show-event.ts'
import { fanOutOpen } from './fan-out.ts'
import { createTestContext } from './workers.fixture.ts'

const reachable = new Set<Destination>([
  'alerts',
  'notifications',
  'mail',
  'push',
  'speech',
  'webhooks',
  'timer',
  'chat-twitch',
])
const token = { id: randomUUID(), name: 'Stream Deck' }
const cheer: SentShowEvent = { kind: 'cheer', name: 'Ada', quantity: 100 }

async function setUp() {
  const ctx = await createTestContext('postgres')
  const { db } = ctx
  const { uid } = await buildCreator(db)
  const published: string[] = []
  const publishing = {
    db,
    publish: (jobs: readonly { eventId: string }[]) => published.push(...jobs.map((job) => job.eventId)),
  }
  const send = (sent: SentShowEvent, id: string = randomUUID()) =>
    receiveShowEvent(publishing, { creatorUid: uid, id, source: 'tool', token, sent })
  const sendBurst = (events: SentShowEvent[]) =>
    receiveShowBurst(publishing, { creatorUid: uid, id: randomUUID(), source: 'twitch', events })
  const fanOut = () => fanOutOpen(ctx, published, reachable)
  async function act(change: PanelChange): Promise<string> {
    const actionId = randomUUID()
    await changePanel(publishing, { creatorUid: uid, actionId, actorUid: uid, isOwner: true, change })
    await fanOut()
    return actionId
  }
  const alerts = () => listAlertsAfter(db, uid, 0, 100)
  const statuses = async () => (await readPanelShows(db, uid)).map(({ status }) => status)
  const dispose = () => ctx[Symbol.asyncDispose]()
  return {
    ctx,
    db,
    uid,
    send,
    sendBurst,
    fanOut,
    act,
    alerts,
    statuses,
    published,
    [Symbol.asyncDispose]: dispose,
  }
}

test('events and tips have one sequence, in the order in which they came, and an event has no amount', async () => {
  await using creator = await setUp()
  const { db, uid, send, published } = creator
  await send({ ...cheer, message: 'go!' })
  published.push(...(await captureTip(db, uid, { supporterName: 'Grace' })).eventIds)
  await send({ kind: 'other', title: 'New order', quantity: 3, unit: 'mugs' })

  await creator.fanOut()

  const alerts = await creator.alerts()
  expect(alerts.map(({ seq, kind, name }) => ({ seq, kind, name }))).toEqual([
    { seq: 1, kind: 'show', name: 'Ada' },
    { seq: 2, kind: 'tip', name: 'Grace' },
    { seq: 3, kind: 'show', name: '' },
  ])
  expect(alerts[0]).toMatchObject({
    message: 'go!',
    show: { kind: 'cheer', source: 'tool', title: null, quantity: 100, unit: null },
  })
  expect(alerts[2]).toMatchObject({ show: { kind: 'other', title: 'New order', quantity: 3, unit: 'mugs' } })
  for (const event of [alerts[0]!, alerts[2]!]) {
    expect(event).not.toHaveProperty('amount')
    expect(event).not.toHaveProperty('currency')
  }
  expect(JSON.stringify(alerts)).not.toContain(token.name)
})

test('an event is in no place of money: no tip, order, entry, total, board, goal, timer, chat, mail, notification or digest', async () => {
  await using creator = await setUp()
  const { db, uid } = creator
  const { goalId } = await buildGoal(db, uid, { amountMinor: 100_00, amountReceivedMinor: 0 })
  await creator.send({ kind: 'cheer', name: 'Ada', quantity: 1_000_000, message: 'bits' })
  await creator.send({ kind: 'other', title: 'Order of £500', name: 'Bob', quantity: 500 })

  await creator.fanOut()

  expect(await creator.alerts()).toHaveLength(2)
  for (const table of [
    'tip',
    'tipOrder',
    'ledgerEntry',
    'supporterTotal',
    'creatorDayTotal',
    'goalMilestone',
    'timerEntry',
    'notification',
  ] as const)
    expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
  const goal = db.selectFrom('goal').select(['amountReceivedMinor', 'status']).where('goalId', '=', goalId)
  expect(await goal.execute()).toEqual([{ amountReceivedMinor: 0, status: 'ACTIVE' }])
  expect(await db.selectFrom('delivery').select('destination').execute()).toEqual(
    Array.from({ length: 2 }, () => ({ destination: 'alerts' })),
  )
  expect(await sumMissedTips(db, uid, 0, 2)).toBeUndefined()
  expect(await findStreamTotals(db, uid, new Date())).toMatchObject({ streamMinor: 0, monthMinor: 0 })
})

test('an event that its source sends twice is shown once: by the id of the request, or by the id that the source gives it', async () => {
  await using creator = await setUp()
  const id = randomUUID()

  expect(await creator.send(cheer, id)).toEqual({ id, status: 'accepted' })
  expect(await creator.send(cheer, id)).toEqual({ id, status: 'accepted' })
  const order = { ...cheer, id: 'order-1' }
  const [first, second] = await Promise.all([creator.send(order), creator.send(order)])
  expect(second).toEqual(first)
  await creator.send({ ...cheer, id: 'order-2' })
  await creator.fanOut()

  expect((await creator.alerts()).map(({ seq }) => seq)).toEqual([1, 2, 3])
})

test('the creator’s settings ignore a kind, or what counts too little, and mute its sound', async () => {
  await using creator = await setUp()
  const { db, uid } = creator
  await saveShowSetting(db, uid, { kind: 'follow', isOn: false, minQuantity: 1, isMuted: false })
  await saveShowSetting(db, uid, { kind: 'cheer', isOn: true, minQuantity: 100, isMuted: true })

  expect(await creator.send({ kind: 'follow', name: 'Ada' })).toEqual({ id: null, status: 'ignored' })
  expect(await creator.send({ ...cheer, quantity: 99 })).toEqual({ id: null, status: 'ignored' })
  expect((await creator.send(cheer)).status).toBe('accepted')
  expect((await creator.send({ ...cheer, kind: 'raid', quantity: 1 })).status).toBe('accepted')
  await creator.fanOut()

  expect((await creator.alerts()).map((alert) => alert.kind === 'show' && alert.show.isMuted)).toEqual([
    true,
    undefined,
  ])
})

test('words are censored, and what the creator reviews waits until it is approved', async () => {
  await using creator = await setUp()
  const { db, uid } = creator
  await creator.send({ ...cheer, message: 'see https://evil.example now' })
  await saveCensorAction(db, uid, 'hold')
  expect((await creator.send({ ...cheer, message: 'see https://evil.example now' })).status).toBe('held')
  expect((await creator.send({ kind: 'other', title: 'https://evil.example', name: 'Bob' })).status).toBe(
    'held',
  )
  await saveCensorAction(db, uid, 'mask')
  await saveHoldRules(db, uid, {
    holdsAll: true,
    holdsFirst: false,
    holdsMessages: false,
    holdsFromMinor: null,
  })
  const { id: held } = await creator.send({ kind: 'follow', name: 'Cleo' })
  await creator.fanOut()
  expect((await creator.alerts()).map(({ message }) => message)).toEqual(['see [link] now'])
  expect(await creator.statuses()).toEqual(['held', 'held', 'held', 'sent'])

  await creator.act({ kind: 'show', action: 'approve', showEventId: held! })

  expect((await creator.alerts()).map(({ seq, name }) => ({ seq, name }))).toEqual([
    { seq: 1, name: 'Ada' },
    { seq: 2, name: 'Cleo' },
  ])
  await expect(creator.act({ kind: 'show', action: 'approve', showEventId: held! })).rejects.toMatchObject({
    code: 'panel_changed',
  })
})

test('a message is spoken where those of all tips are, and not from an amount on', async () => {
  await using creator = await setUp()
  const { db, uid } = creator
  const choice = { engine: 'file', voice: 'en-US-Wavenet-D', volume: 100 } as const
  const spoken = async () =>
    (await db.selectFrom('delivery').select('destination').execute()).filter(
      ({ destination }) => destination === 'speech',
    ).length
  await saveSpeechChoice(db, uid, { ...choice, fromAmount: 100 })
  await creator.send({ ...cheer, message: 'hello' })
  await creator.fanOut()
  expect(await spoken()).toBe(0)

  await saveSpeechChoice(db, uid, { ...choice, fromAmount: 0 })
  await creator.send({ ...cheer, message: 'hello' })
  await creator.send(cheer)
  await creator.fanOut()

  expect(await spoken()).toBe(1)
})

test('the panel skips, hides, shows again and denies an event, lists whom it was about, and undoes it', async () => {
  await using creator = await setUp()
  const { db, uid, act, statuses } = creator
  await act({ kind: 'pause' })
  const show = (await creator.send({ ...cheer, name: 'Ada' })).id!
  await creator.fanOut()

  const skipped = await act({ kind: 'show', action: 'skip', showEventId: show })
  expect(await statuses()).toEqual(['skipped'])
  await act({ kind: 'undo', actionId: skipped })
  expect(await statuses()).toEqual(['waiting'])
  const hidden = await act({ kind: 'show', action: 'hide', showEventId: show })
  expect(await statuses()).toEqual(['hidden'])
  await expect(act({ kind: 'show', action: 'replay', showEventId: show })).rejects.toMatchObject({
    code: 'panel_changed',
  })
  await act({ kind: 'undo', actionId: hidden })
  expect(await statuses()).toEqual(['waiting'])
  await act({ kind: 'show', action: 'replay', showEventId: show })

  expect((await creator.alerts()).map(({ seq }) => seq)).toEqual([1, 2])
  const { actions } = await readPanelActions(db, { creatorUid: uid, isOwner: true }, 0)
  expect(actions.map(({ kind, about }) => ({ kind, about }))).toEqual([
    { kind: 'replay', about: 'Ada' },
    { kind: 'undo', about: null },
    { kind: 'hide', about: 'Ada' },
    { kind: 'undo', about: null },
    { kind: 'skip', about: 'Ada' },
    { kind: 'pause', about: null },
  ])
  const other = await buildCreator(db)
  await expect(
    changePanel(
      { db, publish: () => {} },
      {
        creatorUid: other.uid,
        actionId: randomUUID(),
        actorUid: other.uid,
        isOwner: true,
        change: { kind: 'show', action: 'hide', showEventId: show },
      },
    ),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test('an event that was hidden before its fan-out gets no alert', async () => {
  await using creator = await setUp()
  const { id } = await creator.send(cheer)

  await creator.act({ kind: 'show', action: 'hide', showEventId: id! })

  expect(await creator.alerts()).toEqual([])
  expect(await creator.statuses()).toEqual(['denied'])
})

test('pause, panic and its end, and the proof that an alert was seen hold for events as for tips', async () => {
  await using creator = await setUp()
  const { db, uid, act, statuses } = creator
  const overlayId = randomUUID()
  await claimActiveOverlays(db, [{ creatorUid: uid, overlayId, rank: 0 }], 60_000)
  await act({ kind: 'panic' })
  await creator.send(cheer)
  await creator.fanOut()
  expect(
    await readPanelState(db, { creatorUid: uid, creatorName: '', isOwner: true, seesAmounts: true }),
  ).toMatchObject({
    waiting: 1,
  })
  await act({ kind: 'end-panic', waiting: 'drop' })
  expect(await statuses()).toEqual(['skipped'])
  await creator.send(cheer)
  await creator.fanOut()

  expect(await beginAlert(db, uid, { seq: 2, overlayId })).toMatchObject({ isTest: false })
  expect((await statuses())[0]).toBe('on-screen')
  await markShown(db, uid, { seq: 2, overlayId, shownMs: 2_000, isInObs: true })
  const shown = db.selectFrom('alert').select('shownAt').where('seq', '=', 2)
  expect(await shown.execute()).toEqual([{ shownAt: null }]) // two seconds have not passed
  await act({ kind: 'skip', tipId: null })
  expect((await statuses())[0]).toBe('skipped')
})

test('old events go with their alerts, and tips stay', async () => {
  await using creator = await setUp()
  const { db, uid, published } = creator
  const { id } = await creator.send(cheer)
  published.push(...(await captureTip(db, uid, {})).eventIds)
  await creator.send(cheer)
  await creator.fanOut()
  await creator.act({ kind: 'show', action: 'hide', showEventId: id! })
  const old = new Date(Date.now() - 91 * 86_400_000)
  await db.updateTable('showEvent').set({ createdAt: old }).where('id', '=', id!).execute()

  await deleteOldShowEvents(db, 90)

  expect((await creator.alerts()).map(({ kind }) => kind)).toEqual(['tip', 'show'])
  expect(await db.selectFrom('showEvent').select('id').execute()).toHaveLength(1)
  expect((await readPanelActions(db, { creatorUid: uid, isOwner: true }, 0)).actions).toMatchObject([
    { kind: 'hide', about: null },
  ])
})

const followers = (count: number): SentShowEvent[] =>
  Array.from({ length: count }, (_, at) => ({ kind: 'follow', id: `follow-${at}`, name: `Moth ${at}` }))

test('a burst is one row and one alert, with the first few names and how many others there are', async () => {
  await using creator = await setUp()
  await creator.sendBurst(followers(1_234))
  await creator.sendBurst([1, 2, 3].map((no) => ({ kind: 'gift', name: 'Ada', quantity: no, tier: '2' })))
  await creator.fanOut()

  expect(await creator.alerts()).toMatchObject([
    {
      seq: 1,
      name: 'Moth 0, Moth 1, Moth 2 and 1,231 others',
      show: { kind: 'follow', count: 1_234, quantity: null },
    },
    { seq: 2, name: 'Ada and 2 others', show: { kind: 'gift', count: 3, quantity: 6, tier: '2' } },
  ])
  expect(await readPanelShows(creator.db, creator.uid)).toMatchObject([
    { name: 'Ada', count: 3, quantity: 6 },
    { name: 'Moth 0', count: 1_234 },
  ])
})

test('the settings of a kind decide for each event of a burst, and a word that the censor finds holds all of it', async () => {
  await using creator = await setUp()
  const { db, uid } = creator
  await saveShowSetting(db, uid, { kind: 'raid', isOn: true, minQuantity: 10, isMuted: false })
  await saveShowSetting(db, uid, { kind: 'cheer', isOn: false, minQuantity: 1, isMuted: false })
  await saveCensorAction(db, uid, 'hold')
  const raids = [9, 10, 11].map((quantity) => ({ kind: 'raid', name: `From ${quantity}`, quantity }) as const)

  expect((await creator.sendBurst(raids.slice(0, 1))).status).toBe('ignored')
  expect((await creator.sendBurst([cheer, cheer])).status).toBe('ignored')
  expect((await creator.sendBurst(raids)).status).toBe('accepted')
  const [first, ...rest] = followers(20)
  expect(
    (await creator.sendBurst([first!, { kind: 'follow', name: 'https://evil.example' }, ...rest])).status,
  ).toBe('held')

  await creator.fanOut()
  expect(await creator.alerts()).toMatchObject([
    { name: 'From 10 and From 11', show: { count: 2, quantity: 21 } },
  ])
})
