/** Tests what overlays, widgets and open panels receive about a creator's control panel. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { io } from 'socket.io-client'
import type { PanelChange } from '../../contract/panel/panel.ts'
import type { OverlayControl } from '../../contract/sockets.ts'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { captureTip } from '../../domain/payments/ledger/ledger.fixture.ts'
import { changePanel } from '../../domain/panel/change-panel.ts'
import { removeModerator, showAmounts } from '../../domain/panel/moderators.ts'
import { buildAlerts, startTestSockets } from './sockets.fixture.ts'
import type { TestSockets } from './sockets.fixture.ts'

function open({ url }: TestSockets, namespace: string, auth: object, cookie?: string) {
  const socket = io(url + namespace, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth,
    ...(cookie && { extraHeaders: { cookie } }),
  })
  const messages: [string, unknown[]][] = []
  socket.onAny((event: string, ...data: unknown[]) => void messages.push([event, data]))
  const received = (event: string) => messages.filter(([name]) => name === event).map(([, data]) => data)
  return { socket, received, events: () => messages.map(([name]) => name) }
}

async function act({ db }: TestSockets, creatorUid: string, change: PanelChange): Promise<void> {
  const made = { creatorUid, actionId: randomUUID(), actorUid: creatorUid, isOwner: true, change }
  await changePanel({ db, publish: () => {} }, made)
}

const controlsOf = ({ received }: ReturnType<typeof open>) =>
  received('control').map(([control]) => control as OverlayControl)

test('an overlay learns the whole control with ready, before any alert, and after each action', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  await buildAlerts(test.db, uid, 2)
  await act(test, uid, { kind: 'panic' })

  const overlay = open(test, '/alerts', { userUID: uid, cursor: 0 })
  await expect.poll(() => overlay.received('alert').length).toBe(2)
  expect(overlay.events()[0]).toBe('ready')
  expect(overlay.received('ready')[0]![4]).toMatchObject({ version: 2, isPanic: true })

  await act(test, uid, { kind: 'mute' })
  await test.publish({ kind: 'panel', creatorUid: uid })
  await expect.poll(() => controlsOf(overlay)).toMatchObject([{ version: 3, isPanic: true, isMuted: true }])
  overlay.socket.disconnect()
})

test('overlays, widgets and panels whose message was lost are told within seconds', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const cookie = await test.signIn(uid)
  const overlay = open(test, '/alerts', { userUID: uid })
  const widget = open(test, '/live', { userUID: uid, wants: 'goals' })
  const panel = open(test, '/live', { panel: uid }, cookie)
  await expect
    .poll(() =>
      [overlay.received('ready'), widget.received('blank'), panel.received('panel')].map(
        ({ length }) => length,
      ),
    )
    .toEqual([1, 1, 1])

  await act(test, uid, { kind: 'panic' })

  await expect.poll(() => controlsOf(overlay)).toMatchObject([{ isPanic: true }])
  await expect.poll(() => widget.received('blank')).toEqual([[false], [true]])
  await expect.poll(() => panel.received('panel').at(-1)).toMatchObject([{ isPanic: true }])
  for (const { socket } of [overlay, widget, panel]) socket.disconnect()
})

test('a panel gets all tips once, then those that are new or have changed', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const first = await captureTip(test.db, uid, { supporterName: 'Ada' })
  const panel = open(test, '/live', { panel: uid }, await test.signIn(uid))
  await expect.poll(() => panel.received('panelTips')).toMatchObject([[[{ name: 'Ada' }], true]])

  await captureTip(test.db, uid, { supporterName: 'Ben' })
  await test.publish({ kind: 'live', creatorUid: uid })
  await expect.poll(() => panel.received('panelTips')[1]).toMatchObject([[{ name: 'Ben' }], false])
  await act(test, uid, { kind: 'hide', tipId: first.tipId })
  await test.publish({ kind: 'panel', creatorUid: uid })
  await expect.poll(() => panel.received('panelTips')[2]).toMatchObject([[{ name: 'Ada' }], false])
  panel.socket.disconnect()
})

test('a moderator’s panel has amounts only while the creator wants that, never private text, and closes on removal', async () => {
  await using test = await startTestSockets()
  const { db } = test
  const { uid } = await buildCreator(db)
  const moderator = await buildSupporter(db)
  await db.insertInto('moderator').values({ creatorUid: uid, moderatorUid: moderator.uid }).execute()
  await captureTip(db, uid, { message: 'for the creator alone', isPrivate: true })
  const panel = open(test, '/live', { panel: uid }, await test.signIn(moderator.uid))
  await expect.poll(() => panel.received('panelTips')).toMatchObject([[[{ amount: null }], true]])

  await showAmounts(db, uid, true)
  await test.publish({ kind: 'panel-access', creatorUid: uid })
  await expect.poll(() => panel.received('panelTips')[1]).toMatchObject([[{ amount: 500 }], true])
  expect(JSON.stringify([panel.received('panel'), panel.received('panelTips')])).not.toContain(
    'for the creator alone',
  )
  expect(panel.received('panel').at(-1)).toMatchObject([{ review: null, moderatorsSeeAmounts: null }])

  await removeModerator(db, uid, moderator.uid, uid)
  await test.publish({ kind: 'panel-access', creatorUid: uid })
  await expect.poll(() => [panel.received('panelClosed').length, panel.socket.connected]).toEqual([1, false])
})

test('alerts that waited during a pause are not missed, however old they are', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  await act(test, uid, { kind: 'pause' })
  await buildAlerts(test.db, uid, 8)
  await test.db
    .updateTable('alert')
    .set({ createdAt: new Date(Date.now() - 3_600_000) })
    .where('creatorUid', '=', uid)
    .execute()
  const reconnect = async () => {
    const overlay = open(test, '/alerts', { userUID: uid, cursor: 0 })
    await expect.poll(() => overlay.received('ready').length).toBe(1)
    overlay.socket.disconnect()
    return overlay.received('ready')[0]![0]
  }

  expect(await reconnect()).toBe(3) // the last five: these alerts are older than the pause
  await test.db
    .updateTable('panelState')
    .set({ heldSince: new Date(Date.now() - 2 * 3_600_000) })
    .execute()
  expect(await reconnect()).toBe(0)
})
