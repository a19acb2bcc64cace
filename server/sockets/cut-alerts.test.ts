/** Tests which alerts the server sends a new active overlay again, and what the control panel says about them. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PanelChange } from '../../contract/panel/panel.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { storeAlert } from '../../db/alerts.fixture.ts'
import { beginAgain, listCutAlerts } from '../../db/queries/alerts/cut-alerts.ts'
import { findPanelAccess } from '../../db/queries/panel/moderators.ts'
import { readControl } from '../../db/queries/panel/panel.ts'
import { showOverlayKey } from '../../domain/alerts/overlay-key.ts'
import { captureTip } from '../../domain/payments/ledger/ledger.fixture.ts'
import { changePanel } from '../../domain/panel/change-panel.ts'
import { readPanelState, readPanelTips } from '../../domain/panel/read-panel.ts'
import { makeSecretKeys } from '../../domain/config/secret-keys.fixture.ts'
import { startTestSockets } from './sockets.fixture.ts'
import { openPage } from './trusted-page.fixture.ts'
import type { TestPage } from './trusted-page.fixture.ts'

const config = { secretsKey: makeSecretKeys() }

/** Starts a server with a creator who has alerts of so many tips, and opens pages that record what is sent again. */
async function startStream(tipCount: number) {
  const test = await startTestSockets()
  const { db } = test
  const { uid } = await buildCreator(db)
  const hello = { userUID: uid, key: await showOverlayKey({ db, config }, uid) }
  const tipIds: string[] = []
  for (let i = 0; i < tipCount; i++) {
    const { jobs, tipId } = await captureTip(db, uid, {})
    const [{ eventId, captured }] = jobs as [(typeof jobs)[number]]
    await storeAlert(db, uid, eventId, captured!.alert)
    tipIds.push(tipId)
  }
  const alerts = db.selectFrom('alert').where('creatorUid', '=', uid)
  return {
    ...test,
    uid,
    tipIds,
    async open() {
      const page = await openPage(test, hello)
      const again: number[] = []
      page.socket.on('again', ({ seq }) => void again.push(seq))
      await page.waitUntilActive()
      return { ...page, again }
    },
    /** Lets a page begin these alerts, and waits until that is stored. */
    async begin({ begin, overlayId }: TestPage, ...seqs: number[]): Promise<void> {
      for (const seq of seqs) begin(seq)
      const begun = alerts.select('seq').where('begunBy', '=', overlayId).where('seq', 'in', seqs)
      await expect.poll(async () => (await begun.execute()).length).toBe(seqs.length)
    },
    /** Waits until the columns of the alert `seq` are these. */
    async waitFor(seq: number, expected: object): Promise<void> {
      const row = alerts.selectAll().where('seq', '=', seq)
      await expect.poll(() => row.executeTakeFirst()).toMatchObject(expected)
    },
    async close(page: TestPage): Promise<void> {
      page.socket.disconnect()
      const lease = db.selectFrom('activeOverlay').select('overlayId').where('creatorUid', '=', uid)
      await expect.poll(() => lease.execute()).toEqual([])
    },
    /** Moves the beginning of every begun alert back. */
    async age(seconds: number): Promise<void> {
      const begunAt = sql<Date>`begun_at - ${seconds} * interval '1 second'`
      await db.updateTable('alert').set({ begunAt }).execute()
    },
    async act(change: PanelChange): Promise<void> {
      const made = { creatorUid: uid, actionId: randomUUID(), actorUid: uid, isOwner: true, change }
      await changePanel({ db, publish: () => {} }, made)
    },
    /** Returns what became of each tip, the first one first. */
    statuses: async () => (await readPanelTips(db, uid)).map(({ status }) => status).toReversed(),
    isShowing: async () => (await readPanelState(db, (await findPanelAccess(db, uid, uid))!)).isShowing,
  }
}

const date = expect.any(Date) as Date

test('of what a closed page has begun, the next one is sent again what was neither shown for two seconds nor ended nor skipped', async () => {
  await using stream = await startStream(5)
  const first = await stream.open()
  await stream.begin(first, 1, 2, 3, 4)
  await stream.age(3)
  first.prove(1)
  first.socket.emit('alert:end', 2)
  await stream.waitFor(1, { shownAt: date })
  await stream.waitFor(2, { endedAt: date })
  await stream.act({ kind: 'skip', tipId: stream.tipIds[2]! })
  expect(await stream.statuses()).toEqual(['on-screen', 'shown', 'skipped', 'on-screen', 'waiting'])

  await stream.close(first)
  expect((await stream.statuses()).slice(0, 4)).toEqual(['shown', 'shown', 'skipped', 'cut'])
  const second = await stream.open()

  await expect.poll(() => second.again).toEqual([4])
  await second.waitForSeq(5)
  await stream.begin(second, 4)
  expect(second.again).toEqual([4])
  expect(await stream.statuses()).toEqual(['shown', 'shown', 'skipped', 'on-screen', 'waiting'])
})

test('an alert is played again once: cut short a second time it is not sent again', async () => {
  await using stream = await startStream(1)
  const first = await stream.open()
  await stream.begin(first, 1)
  await stream.close(first)
  const second = await stream.open()
  await stream.begin(second, 1)
  second.socket.emit('alert:cut', 1)
  await stream.waitFor(1, { cutAt: date, againAt: date, begunBy: second.overlayId })
  await stream.close(second)

  const third = await stream.open()
  third.begin(1)

  expect(await beginAgain(stream.db, stream.uid, { seq: 1, overlayId: third.overlayId })).toBe(false)
  expect(await listCutAlerts(stream.db, stream.uid)).toEqual([])
  expect(third.again).toEqual([])
  expect(await stream.statuses()).toEqual(['cut'])
})

test('an alert whose beginning the overlay reports twice counts as played once', async () => {
  await using stream = await startStream(1)
  const first = await stream.open()
  await stream.begin(first, 1)
  first.begin(1) // as after an `active` that the server sent before it knew of the first one
  first.socket.emit('alert:cut', 1)
  await stream.waitFor(1, { cutAt: date, againAt: null })
  await stream.close(first)

  const second = await stream.open()
  await expect.poll(() => second.again).toEqual([1])
  await stream.begin(second, 1)
  second.begin(1)
  second.socket.emit('alert:cut', 1)

  await stream.waitFor(1, { cutAt: date, againAt: date, begunBy: second.overlayId })
})

test('an alert that was begun more than ten minutes ago is not played again', async () => {
  await using stream = await startStream(2)
  const first = await stream.open()
  await stream.begin(first, 1)
  await stream.age(11 * 60)
  await stream.begin(first, 2)
  await stream.close(first)

  const second = await stream.open()

  await expect.poll(() => second.again).toEqual([2])
  expect(await beginAgain(stream.db, stream.uid, { seq: 1, overlayId: second.overlayId })).toBe(false)
  expect(await stream.statuses()).toEqual(['cut', 'cut'])
})

test('a page that reports that it was hidden plays the alert again itself, and proves it', async () => {
  await using stream = await startStream(1)
  const page = await stream.open()
  await stream.begin(page, 1)
  expect(await stream.isShowing()).toBe(true)

  page.socket.emit('alert:cut', 1)
  await stream.waitFor(1, { cutAt: date })
  expect([await stream.statuses(), await stream.isShowing()]).toEqual([['cut'], false])

  page.begin(1)
  await stream.waitFor(1, { againAt: date, cutAt: null })
  expect([await stream.statuses(), await stream.isShowing()]).toEqual([['on-screen'], true])
  await stream.age(3)
  page.prove(1)
  page.socket.emit('alert:end', 1)
  await stream.waitFor(1, { shownAt: date, endedAt: date })
  expect(await stream.statuses()).toEqual(['shown'])
})

test.each<[string, (stream: Stream) => Promise<void>]>([
  ['skips it', async ({ act, tipIds }) => act({ kind: 'skip', tipId: tipIds[0]! })],
  ['hides its tip', async ({ act, tipIds }) => act({ kind: 'hide', tipId: tipIds[0]! })],
  ['replays it', async ({ act, tipIds }) => act({ kind: 'replay', tipId: tipIds[0]! })],
  [
    'drops what waits after a panic',
    async ({ act }) => {
      await act({ kind: 'panic' })
      await act({ kind: 'end-panic', waiting: 'drop' })
    },
  ],
])('a creator who %s keeps it from being played again', async (_what, change) => {
  await using stream = await startStream(2)
  const first = await stream.open()
  await stream.begin(first, 1, 2)
  await stream.close(first)

  await change(stream)

  expect((await listCutAlerts(stream.db, stream.uid)).map(({ seq }) => seq)).not.toContain(1)
})

test('while an alert is played again, a skip of what is on screen ends it, and pages learn that', async () => {
  await using stream = await startStream(2)
  const page = await stream.open()
  await stream.begin(page, 1, 2)
  page.socket.emit('alert:cut', 1)
  page.socket.emit('alert:end', 2)
  await stream.waitFor(1, { cutAt: date })
  await stream.waitFor(2, { endedAt: date })
  page.begin(1)
  await stream.waitFor(1, { againAt: date })

  await stream.act({ kind: 'skip', tipId: null })

  expect(await stream.statuses()).toEqual(['skipped', 'shown'])
  expect((await readControl(stream.db, stream.uid)).skipped).toEqual([1])
})

type Stream = Awaited<ReturnType<typeof startStream>>
