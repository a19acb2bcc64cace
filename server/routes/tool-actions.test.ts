import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { apiBase } from '../../contract/calls.ts'
import type { PubSubMessage } from '../../contract/events.ts'
import { defaultTimerRule } from '../../contract/timer/timer.ts'
import type { ToolScope } from '../../contract/tools/tool-scopes.ts'
import { claimActiveOverlays } from '../../db/queries/alerts/active-overlays.ts'
import { storeAlert } from '../../db/alerts.fixture.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { captureTip } from '../../domain/payments/ledger/ledger.fixture.ts'
import { changeTimer, createTimer } from '../../domain/timer/manage-timers.ts'
import { plantApiToken } from '../../domain/tools/api-token.fixture.ts'
import { ask, startTestApp } from '../app.fixture.ts'

const app = await forFile(startTestApp())
const received: PubSubMessage[] = []
await app.ctx.pubsub.subscribe((message) => received.push(message))

const scopes: ToolScope[] = ['panel:read', 'panel:act', 'timers:read', 'timers:act']

async function setUp() {
  const { uid } = await buildCreator(app.db)
  const { headers, id } = await plantApiToken(app.db, uid, scopes)
  const read = (path: string) => ask(app.url + apiBase + path, { headers })
  const write = (path: string, body: object, key?: string) =>
    ask(app.url + apiBase + path, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    })
  return { uid, tokenId: id, read, write }
}

async function startTimer(uid: string, name: string): Promise<string> {
  const { timerId } = await createTimer(app.db, uid, { name, rule: defaultTimerRule, actor: uid })
  const change = { kind: 'start', seconds: 600 } as const
  await changeTimer(app.db, uid, timerId, { entryId: crypto.randomUUID(), change, actor: uid })
  return timerId
}

const addedOf = async (timerId: string) =>
  (await app.db.selectFrom('timerEntry').selectAll().where('timerId', '=', timerId).execute()).filter(
    ({ kind }) => kind === 'adjust',
  )

test('a tool pauses, mutes and panics, and the list of actions says which token did it', async () => {
  const { uid, read, write } = await setUp()

  expect((await read('tools/panel')).body).toEqual({
    version: 0,
    status: 'playing',
    isPaused: false,
    isMuted: false,
    isPanic: false,
    isShowing: false,
    waiting: 0,
  })
  expect((await write('tools/panel', { action: 'pause' })).body).toMatchObject({ status: 'paused' })
  expect(await write('tools/panel', { action: 'pause' })).toMatchObject({
    status: 409,
    body: { code: 'panel_changed' },
  })
  expect((await write('tools/panel', { action: 'mute' })).body).toMatchObject({ isMuted: true })
  expect((await write('tools/panel', { action: 'panic' })).body).toMatchObject({ status: 'panic' })
  expect((await write('tools/panel', { action: 'end-panic' })).status).toBe(400)
  const ended = await write('tools/panel', { action: 'end-panic', waiting: 'drop' })
  expect(ended.body).toMatchObject({ status: 'paused', isPaused: true, isMuted: true })
  await write('tools/panel', { action: 'unmute' })
  expect((await write('tools/panel', { action: 'resume' })).body).toMatchObject({ status: 'playing' })

  await expect.poll(() => received).toContainEqual({ kind: 'panel', creatorUid: uid })
  const { actions } = (await app.get('goals/panel-actions', await app.signIn(uid))).body as {
    actions: { kind: string; tool: string | null; isOwner: boolean }[]
  }
  expect(actions.map(({ kind }) => kind)).toEqual(['resume', 'unmute', 'end-panic', 'panic', 'mute', 'pause'])
  expect(actions.every(({ tool, isOwner }) => tool === 'My deck' && isOwner)).toBe(true)
})

test('one key pauses and resumes, and one mutes and unmutes; each answers the new state, also when both are pressed twice at once', async () => {
  const { uid, read, write } = await setUp()
  const press = async (action: string) => (await write('tools/panel', { action })).body

  expect(await press('toggle-pause')).toMatchObject({ status: 'paused', isPaused: true, isMuted: false })
  expect(await press('toggle-mute')).toMatchObject({ isPaused: true, isMuted: true })
  expect(await press('toggle-pause')).toMatchObject({ status: 'playing', isPaused: false, isMuted: true })
  await Promise.all(['toggle-mute', 'toggle-pause', 'toggle-mute', 'toggle-pause'].map(press))

  expect((await read('tools/panel')).body).toMatchObject({ isPaused: false, isMuted: true })
  const { body } = await app.get('goals/panel-actions', await app.signIn(uid))
  const kinds = (body as { actions: { kind: string }[] }).actions.map(({ kind }) => kind)
  expect(kinds).toHaveLength(7)
  expect(kinds.slice(-3)).toEqual(['resume', 'mute', 'pause'])
  expect(kinds.slice(0, 4).toSorted()).toEqual(['mute', 'pause', 'resume', 'unmute'])
})

test('an action of a page has no tool, and the name of a token stays in the list when the token is revoked', async () => {
  const { uid, tokenId, write } = await setUp()
  const cookie = await app.signIn(uid)
  await write('tools/panel', { action: 'pause' })
  await app.post('account/api-tokens/revoke', { id: tokenId }, cookie)
  const change = { kind: 'resume' }
  await app.post('goals/change-panel', { actionId: crypto.randomUUID(), change }, cookie)

  const { body } = await app.get('goals/panel-actions', cookie)
  expect(body).toMatchObject({
    actions: [
      { kind: 'resume', tool: null },
      { kind: 'pause', tool: 'My deck' },
    ],
  })
})

test('a tool shows the latest tip again and skips what is waiting', async () => {
  const { uid, write } = await setUp()
  expect((await write('tools/panel', { action: 'replay' })).status).toBe(404)
  await claimActiveOverlays(app.db, [{ creatorUid: uid, overlayId: randomUUID(), rank: 1 }], 60_000)
  expect((await write('tools/panel', { action: 'skip' })).status).toBe(409)
  const { tipId, eventIds } = await captureTip(app.db, uid, { supporterName: 'Ada' })
  const money = { amount: 700, currency: 'usd' } as const
  const words = { name: 'Ada', message: null, goal: null, at: new Date().toISOString() }
  await storeAlert(app.db, uid, eventIds[0]!, { kind: 'tip', isTest: false, ...money, ...words })

  expect((await write('tools/panel', { action: 'skip', tipId })).status).toBe(200)
  expect((await write('tools/panel', { action: 'replay' })).status).toBe(200)
  const replayed = app.db.selectFrom('outbox').select('payload').where('type', '=', 'alert.replayed')
  expect(await replayed.where('creatorUid', '=', uid).execute()).toEqual([
    { payload: { type: 'alert.replayed', tipId } },
  ])
  const other = await setUp()
  expect((await other.write('tools/panel', { action: 'replay', tipId })).status).toBe(404)
})

test('a tool reads a timer in one field and changes it by seconds', async () => {
  const { uid, tokenId, read, write } = await setUp()
  expect((await read('tools/timer')).status).toBe(404)
  const idle = await createTimer(app.db, uid, { name: 'Later', rule: defaultTimerRule, actor: uid })
  const id = await startTimer(uid, 'Donothon')

  expect((await read('tools/timer')).body).toMatchObject({ id, status: 'running', text: '00:10:00' })
  expect((await write('tools/timer', { seconds: 300 })).body).toMatchObject({ id, text: '00:15:00' })
  expect((await write('tools/timer', { seconds: -600 })).body).toMatchObject({ text: '00:05:00' })
  expect((await write('tools/timer', { seconds: 0 })).status).toBe(400)
  expect(await write('tools/timer', { id: idle.timerId, seconds: 60 })).toMatchObject({
    status: 409,
    body: { code: 'timer_changed' },
  })
  expect((await read('tools/timers')).body).toMatchObject({ timers: [{ name: 'Later' }, { id }] })
  expect((await addedOf(id)).map(({ actor }) => actor)).toEqual([tokenId, tokenId])
  await expect.poll(() => received).toContainEqual({ kind: 'timers', creatorUid: uid })
})

test('a write whose server was killed before it responded is repeated with its key and happens once', async () => {
  const { uid, tokenId, write } = await setUp()
  const id = await startTimer(uid, 'Donothon')
  expect((await write('tools/timer', { seconds: 300 }, 'sub-1')).body).toMatchObject({ text: '00:15:00' })
  const killed = { response: null, createdAt: sql<Date>`now() - interval '2 minutes'` }
  await app.db.updateTable('toolWrite').set(killed).where('tokenId', '=', tokenId).execute()

  expect(await write('tools/timer', { seconds: 600 }, 'sub-1')).toMatchObject({
    body: { code: 'write_differs' },
  })
  expect((await write('tools/timer', { seconds: 300 }, 'sub-1')).status).toBe(200)
  expect((await write('tools/timer', { seconds: 300 }, 'sub-2')).status).toBe(200)
  expect(await addedOf(id)).toHaveLength(2)
})
