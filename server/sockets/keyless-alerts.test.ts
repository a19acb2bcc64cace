/** Tests what the control panel and the dashboard say about alerts that a page without the creator's key has received. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PanelChange } from '../../contract/panel/panel.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { storeAlert } from '../../db/alerts.fixture.ts'
import { markSkipped } from '../../db/queries/alerts/missed-alerts.ts'
import { listReceivedTips } from '../../db/queries/insights/insights.ts'
import { findPanelAccess } from '../../db/queries/panel/moderators.ts'
import { showOverlayKey } from '../../domain/alerts/overlay-key.ts'
import { captureTip } from '../../domain/payments/ledger/ledger.fixture.ts'
import { changePanel } from '../../domain/panel/change-panel.ts'
import { readPanelState, readPanelTips } from '../../domain/panel/read-panel.ts'
import { makeSecretKeys } from '../../domain/config/secret-keys.fixture.ts'
import { startTestSockets } from './sockets.fixture.ts'
import { beginAlerts, openPage } from './trusted-page.fixture.ts'

const config = { secretsKey: makeSecretKeys() }

/** Starts a server with a creator, whose tips are captured, stored as alerts and announced by `tip`. */
async function startStream() {
  const test = await startTestSockets()
  const { db } = test
  const { uid } = await buildCreator(db)
  const key = await showOverlayKey({ db, config }, uid)
  const readState = async () => readPanelState(db, (await findPanelAccess(db, uid, uid))!)
  return {
    ...test,
    uid,
    plain: { userUID: uid },
    keyed: { userUID: uid, key },
    async tip(): Promise<number> {
      const { jobs } = await captureTip(db, uid, {})
      const [{ eventId, captured }] = jobs as [(typeof jobs)[number]]
      const { seq } = (await storeAlert(db, uid, eventId, captured!.alert))!
      await test.publish({ kind: 'alert', creatorUid: uid, seq })
      return seq
    },
    async act(change: PanelChange): Promise<void> {
      const made = { creatorUid: uid, actionId: randomUUID(), actorUid: uid, isOwner: true, change }
      await changePanel({ db, publish: () => {} }, made)
    },
    /** Returns what became of each tip, the latest first, and how many wait. */
    async read() {
      const statuses = (await readPanelTips(db, uid)).map(({ status }) => status)
      return { statuses, waiting: (await readState()).waiting }
    },
    /** Waits until the server has stored that a page without the key has received this many alerts. */
    async waitForKeyless(count: number): Promise<void> {
      const sent = db.selectFrom('alert').select('seq').where('isSentKeyless', '=', true)
      await expect.poll(async () => (await sent.execute()).length).toBe(count)
    },
  }
}

type Stream = Awaited<ReturnType<typeof startStream>>

/** Opens a page with the key that has shown an alert, and closes it. */
async function showOneKeyed(stream: Stream): Promise<void> {
  const page = await openPage(stream, stream.keyed)
  await beginAlerts(stream, page, [await stream.tip()])
  page.socket.disconnect()
  await waitForOpen(stream, 0)
}

/** Waits until it is stored that this many pages with the key are open. */
async function waitForOpen({ db }: Stream, count: number): Promise<void> {
  const open = db.selectFrom('overlayPresence').select('overlayId').where('isOpen', '=', true)
  await expect.poll(async () => (await open.execute()).length).toBe(count)
}

test('what a page without the key has received stays sent when a page with the key is open, and after it', async () => {
  await using stream = await startStream()
  const plain = await openPage(stream, stream.plain)
  for (let i = 0; i < 3; i++) await stream.tip()
  await plain.waitForSeq(3)
  expect(await stream.read()).toEqual({ statuses: ['sent', 'sent', 'sent'], waiting: 0 })
  await stream.waitForKeyless(3)

  const keyed = await openPage(stream, stream.keyed)
  await keyed.waitUntilActive()
  expect(await stream.read()).toEqual({ statuses: ['sent', 'sent', 'sent'], waiting: 0 })
  plain.socket.disconnect()
  await beginAlerts(stream, keyed, [await stream.tip()])

  expect((await stream.read()).statuses).toEqual(['on-screen', 'sent', 'sent', 'sent'])
})

test('a pause counts what waits since it began, and nothing that a page without the key has received before', async () => {
  await using stream = await startStream()
  await showOneKeyed(stream)
  const plain = await openPage(stream, stream.plain)
  for (let i = 0; i < 3; i++) await stream.tip()
  await plain.waitForSeq(4)
  await stream.waitForKeyless(3)

  await stream.act({ kind: 'pause' })
  expect((await stream.read()).waiting).toBe(0)
  await stream.tip()
  await stream.waitForKeyless(4)
  expect(await stream.read()).toMatchObject({ statuses: ['waiting', 'sent', 'sent', 'sent', 'cut'] })
  expect((await stream.read()).waiting).toBe(1)

  await stream.act({ kind: 'resume' })
  expect(await stream.read()).toMatchObject({
    statuses: ['sent', 'sent', 'sent', 'sent', 'cut'],
    waiting: 0,
  })
})

test('before any page was open with the key a pause counts only what has come since', async () => {
  await using stream = await startStream()
  for (let i = 0; i < 2; i++) await stream.tip()
  await stream.act({ kind: 'pause' })
  await stream.tip()

  expect(await stream.read()).toEqual({ statuses: ['waiting', 'sent', 'sent'], waiting: 1 })
})

test('a panic that drops what waited leaves as sent what a page without the key has received before', async () => {
  await using stream = await startStream()
  const plain = await openPage(stream, stream.plain)
  await stream.tip()
  await plain.waitForSeq(1)
  await stream.waitForKeyless(1)
  await stream.act({ kind: 'panic' })
  await stream.tip()
  await stream.waitForKeyless(2)

  await stream.act({ kind: 'end-panic', waiting: 'drop' })

  expect(await stream.read()).toEqual({ statuses: ['skipped', 'sent'], waiting: 0 })
})

test('what waits for a page with the key waits, also while one without it is open; what nobody received is not shown', async () => {
  await using stream = await startStream()
  await showOneKeyed(stream)
  await stream.tip()
  const keyed = await openPage(stream, stream.keyed)
  await keyed.waitUntilActive()
  await waitForOpen(stream, 1)
  const plain = await openPage(stream, stream.plain)
  await plain.waitForSeq(2)
  const next = await stream.tip()
  await plain.waitForSeq(next)
  await stream.waitForKeyless(2)
  expect((await stream.read()).waiting).toBe(1)
  plain.socket.disconnect()
  const unseen = await stream.tip()
  expect((await stream.read()).waiting).toBe(2)

  const last = await stream.tip()
  await beginAlerts(stream, keyed, [last])

  expect(unseen).toBe(next + 1)
  expect((await stream.read()).statuses.slice(0, 3)).toEqual(['on-screen', 'missed', 'sent'])
})

test('an alert that a page without the key has received does not count as skipped in the list of tips', async () => {
  await using stream = await startStream()
  const plain = await openPage(stream, stream.plain)
  await stream.tip()
  await plain.waitForSeq(1)
  await stream.waitForKeyless(1)
  plain.socket.disconnect()
  await expect.poll(() => stream.sockets.io.of('/alerts').sockets.size).toBe(0)
  await stream.tip()

  await markSkipped(stream.db, stream.uid, 2)

  const tips = await listReceivedTips(stream.db, stream.uid, { before: undefined, limit: 5 })
  expect(tips.map(({ isSkipped }) => isSkipped)).toEqual([true, false])
})

test('of alerts from before it was stored who received them none counts as missed', async () => {
  await using stream = await startStream()
  for (let i = 0; i < 2; i++) await stream.tip()
  await stream.db.updateTable('alert').set({ isSentKeyless: null }).execute()
  const keyed = await openPage(stream, stream.keyed)
  await beginAlerts(stream, keyed, [await stream.tip()])

  expect(await stream.read()).toMatchObject({ statuses: ['on-screen', 'sent', 'sent'], waiting: 0 })
})

test('open panels learn that a page without the key has received an alert', async () => {
  await using stream = await startStream()
  await showOneKeyed(stream)
  const panel = stream.page({ panel: stream.uid }, await stream.signIn(stream.uid))
  const plain = await openPage(stream, stream.plain)
  const seq = await stream.tip()
  await plain.waitForSeq(seq)

  await expect.poll(() => panel.received('panelTips').at(-1)).toMatchObject([{ status: 'sent' }])
})
