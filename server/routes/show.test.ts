import { expect, test } from 'vitest'
import { apiBase } from '../../contract/calls.ts'
import type { PanelShow } from '../../contract/panel/panel.ts'
import { showKind } from '../../contract/show/show-event.ts'
import type { ToolScope } from '../../contract/tools/tool-scopes.ts'
import { storeAlert } from '../../db/alerts.fixture.ts'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { insertModerator } from '../../db/queries/panel/moderators.ts'
import { listToolEvents } from '../../db/queries/tools/tool-events.ts'
import { captureTip } from '../../domain/payments/ledger/ledger.fixture.ts'
import { plantApiToken } from '../../domain/tools/api-token.fixture.ts'
import { toFeedEvent } from '../../domain/tools/to-tool-event.ts'
import { ask, startTestApp } from '../app.fixture.ts'

const app = await forFile(startTestApp())

async function setUp(scopes: ToolScope[] = ['events:send', 'tips:read']) {
  const { uid } = await buildCreator(app.db)
  const { headers } = await plantApiToken(app.db, uid, scopes)
  const send = (body: object, key?: string) =>
    ask(`${app.url}${apiBase}tools/event`, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    })
  const events = () => app.db.selectFrom('outbox').selectAll().where('creatorUid', '=', uid).execute()
  return { uid, headers, send, events, cookie: await app.signIn(uid) }
}

const cheer = { kind: 'cheer', name: 'Ada', quantity: 100, message: 'go!' }

test('a tool sends an event with its scope alone, and a repeated key or id makes one', async () => {
  const { send, events } = await setUp()
  const reading = await setUp(['tips:read'])
  expect(await reading.send(cheer)).toMatchObject({ status: 403, body: { code: 'scope_missing' } })

  const first = await send(cheer, 'press-1')
  expect(first).toMatchObject({ status: 200, body: { status: 'accepted' } })
  expect((await send(cheer, 'press-1')).body).toEqual(first.body)
  const order = { kind: 'other', id: 'order-7', title: 'New order' }
  const second = await send(order)
  expect((await send(order)).body).toEqual(second.body)

  expect((await events()).map(({ type }) => type)).toEqual(['show.received', 'show.received'])
})

test.each([
  ['a kind that we do not know', { kind: 'tip', name: 'Ada', amount: 500 }],
  ['bits without a number', { kind: 'cheer', name: 'Ada' }],
  ['half a bit', { ...cheer, quantity: 0.5 }],
  ['nobody', { kind: 'follow', name: ' ' }],
  [
    'a donation to charity with a number and no currency',
    { kind: 'charity', name: 'Ada', title: 'Otters', quantity: 5 },
  ],
  ['another event without a title', { kind: 'other', name: 'Ada' }],
  ['a message that is too long', { ...cheer, message: 'x'.repeat(501) }],
])('an event of %s is refused', async (_, body) => {
  const { send, events } = await setUp()

  expect((await send(body)).status).toBe(400)
  expect(await events()).toEqual([])
})

test('the settings of a kind come back as they were saved, and hold for the next event', async () => {
  const { send, cookie } = await setUp()
  const cheers = { kind: 'cheer', isOn: true, minQuantity: 500, isMuted: true, titles: [] }

  const { body } = await app.post('account/save-show-setting', cheers, cookie)

  expect(body).toEqual((await app.get('account/show-settings', cookie)).body)
  const { kinds } = body as { kinds: { kind: string }[] }
  expect(kinds.map(({ kind }) => kind)).toEqual(showKind.options)
  expect(kinds[3]).toEqual(cheers)
  expect((await send(cheer)).body).toEqual({ id: null, status: 'ignored' })
})

test('what a channel may not have is off until the creator wants it, and a reward has to be one of those named', async () => {
  const { send, cookie, events } = await setUp()
  const reward = { kind: 'reward', name: 'Ada', title: 'Hydrate', quantity: 300 }
  expect((await send(reward)).body).toEqual({ id: null, status: 'ignored' })
  const setting = { kind: 'reward', isOn: true, minQuantity: 1, isMuted: false, titles: [' hydrate '] }

  expect((await app.post('account/save-show-setting', setting, cookie)).status).toBe(200)

  expect((await send(reward)).body).toMatchObject({ status: 'accepted' })
  expect((await send({ ...reward, title: 'Stretch' })).body).toMatchObject({ status: 'ignored' })
  expect(await events()).toHaveLength(1)
})

test('the creator and a moderator see an event in the panel with the tool that sent it, and run it there', async () => {
  const { uid, send, cookie } = await setUp()
  const moderator = await buildSupporter(app.db)
  await app.db.transaction().execute((trx) => insertModerator(trx, uid, moderator.uid))
  const { id: showEventId } = (await send(cheer)).body as { id: string }
  const query = `goals/panel?creatorUid=${uid}`
  const ofModerator = await app.signIn(moderator.uid)
  const listed: Partial<PanelShow> = {
    showEventId,
    name: 'Ada',
    quantity: 100,
    tool: 'My deck',
    status: 'waiting',
  }

  for (const viewer of [cookie, ofModerator])
    expect((await app.get(query, viewer)).body).toMatchObject({ tips: [], shows: [listed] })
  const hide = {
    creatorUid: uid,
    actionId: crypto.randomUUID(),
    change: { kind: 'show', action: 'hide', showEventId },
  }
  expect((await app.post('goals/change-panel', hide, ofModerator)).status).toBe(200)

  expect((await app.get(query, cookie)).body).toMatchObject({ shows: [{ ...listed, status: 'denied' }] })
  const stranger = await app.signIn((await buildCreator(app.db)).uid)
  const other = { actionId: crypto.randomUUID(), change: hide.change }
  expect((await app.post('goals/change-panel', other, stranger)).status).toBe(404)
})

test('the feed has events in turn with tips, and the list of tips has tips alone', async () => {
  const { uid, send, events, headers } = await setUp()
  await send(cheer)
  const [event] = await events()
  const at = new Date().toISOString()
  const shown = { kind: 'cheer', source: 'tool', title: null, quantity: 100, unit: null } as const
  await storeAlert(app.db, uid, event!.eventId, {
    kind: 'show',
    isTest: false,
    name: 'Ada',
    message: 'go!',
    at,
    show: shown,
  })
  const { eventIds } = await captureTip(app.db, uid, { supporterName: 'Grace' })
  const money = { amount: 500, currency: 'usd', goal: null } as const
  await storeAlert(app.db, uid, eventIds[0]!, {
    kind: 'tip',
    isTest: false,
    name: 'Grace',
    message: null,
    at,
    ...money,
  })

  const feed = (await listToolEvents(app.db, uid, 0, 10)).map(toFeedEvent)
  expect(feed.map(({ cursor, type }) => ({ cursor, type }))).toEqual([
    { cursor: 1, type: 'show.received' },
    { cursor: 2, type: 'tip.captured' },
  ])
  expect(feed[0]!.data).toEqual({ showEventId: expect.any(String), name: 'Ada', message: 'go!', ...shown })
  const tips = await ask(`${app.url}${apiBase}tools/tips?after=0`, { headers })
  expect(tips.body).toMatchObject({ cursor: 2, hasMore: false, tips: [{ cursor: 2, type: 'tip.captured' }] })
  const latest = await ask(`${app.url}${apiBase}tools/latest-tip`, { headers })
  expect(latest.body).toMatchObject({ name: 'Grace', amount: 500 })
})
