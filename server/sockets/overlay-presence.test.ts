/** Tests the status of open overlays that a creator sees. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { OverlayStatus } from '../../contract/alerts/overlay-calls.ts'
import { listOverlays, saveOverlayPresence } from '../../db/queries/alerts/overlay-presence.ts'
import { readOverlayStatus } from '../../domain/alerts/read-overlay-status.ts'
import { buildAlerts, startTestSockets } from './sockets.fixture.ts'
import type { TestSockets } from './sockets.fixture.ts'
import { beginAlerts, buildKeyed, openPage } from './trusted-page.fixture.ts'

const time = expect.any(String)
const opened = { obsVersion: null, isInObs: true, isOutdated: false, openedAt: time, lastShownAt: null }

/** Waits until the status is as expected. */
async function expectStatus({ db }: TestSockets, uid: string, expected: Partial<OverlayStatus>) {
  const read = () => readOverlayStatus({ db, overlayBuild: 'abc' }, uid)
  await expect.poll(read).toMatchObject(expected)
}

test('the creator learns what open pages report, and when an alert was last shown', async () => {
  await using test = await startTestSockets()
  const hello = await buildKeyed(test)
  await buildAlerts(test.db, hello.userUID, 1)
  await expectStatus(test, hello.userUID, { overlays: [], notOpenSince: null, lastShownAt: null })
  const page = await openPage(test, hello)
  await page.waitUntilActive()
  page.report('program', { audio: 'blocked', obsVersion: '31.0.1', build: 'older' })
  page.report('program', { overlayId: randomUUID() }) // ignored, because a page keeps its id

  const reported = { state: 'program', audio: 'blocked', obsVersion: '31.0.1', isOutdated: true } as const
  await expectStatus(test, hello.userUID, { overlays: [{ ...opened, ...reported, isActive: true }] })
  await beginAlerts(test, page, [1])
  page.prove(1)

  await expectStatus(test, hello.userUID, {
    overlays: [{ ...opened, ...reported, isActive: true, lastShownAt: time }],
    lastShownAt: time,
  })
  expect(await test.db.selectFrom('overlayPresence').select('overlayId').execute()).toEqual([
    { overlayId: page.overlayId },
  ])
})

test('what a page without key or session reports is not kept', async () => {
  await using test = await startTestSockets()
  const { key, ...hello } = await buildKeyed(test)
  await openPage(test, hello)
  await openPage(test, { ...hello, key }, { state: 'hidden' })

  await expectStatus(test, hello.userUID, {
    overlays: [{ ...opened, isInObs: false, state: 'hidden', audio: 'unknown', isActive: true }],
  })
  expect(await test.db.selectFrom('overlayPresence').select('state').execute()).toEqual([{ state: 'hidden' }])
})

test('a page that moves to another server stays open, and only the last closed one is kept', async () => {
  await using one = await startTestSockets()
  await using two = await startTestSockets('postgres', one)
  const hello = await buildKeyed(one)
  const first = await openPage(one, hello, { state: 'hidden' })
  const moving = await openPage(one, hello)
  await expectStatus(one, hello.userUID, {
    overlays: [
      { ...opened, state: 'program', audio: 'unknown', isActive: true },
      { ...opened, isInObs: false, state: 'hidden', audio: 'unknown', isActive: false },
    ],
  })

  const moved = await openPage(two, hello, { overlayId: moving.overlayId, state: 'preview' })
  await expectStatus(one, hello.userUID, {
    overlays: [{ state: 'preview' }, { state: 'hidden' }] as OverlayStatus['overlays'],
  })
  moving.socket.disconnect()
  first.socket.disconnect()

  await expectStatus(one, hello.userUID, {
    overlays: [{ state: 'preview' }] as OverlayStatus['overlays'],
    notOpenSince: null,
  })
  moved.socket.disconnect()
  await expectStatus(one, hello.userUID, { overlays: [], notOpenSince: time })
  const kept = one.db.selectFrom('overlayPresence').select('overlayId')
  await expect.poll(() => kept.execute()).toEqual([{ overlayId: moved.overlayId }])
})

test('a server that notices late that a page has left it does not close the page at its new server', async () => {
  await using test = await startTestSockets()
  const { userUID: creatorUid } = await buildKeyed(test)
  const overlayId = randomUUID()
  const [former, present] = [randomUUID(), randomUUID()]
  const save = (serverId: string, isOpen: boolean) => {
    const report = { state: 'hidden', audio: 'unknown' } as const
    return saveOverlayPresence(test.db, serverId, [{ creatorUid, overlayId, isOpen, ...report }])
  }
  const readOpen = async () => (await listOverlays(test.db, creatorUid)).map(({ isOpen }) => isOpen)

  for (const serverId of [former, present]) await save(serverId, true)
  await save(former, false)
  expect(await readOpen()).toEqual([true])

  await save(present, false)
  expect(await readOpen()).toEqual([false])
})

test('pages of a server that was killed are not open after ninety seconds', async () => {
  await using test = await startTestSockets()
  const hello = await buildKeyed(test)
  await openPage(test, hello)
  await expectStatus(test, hello.userUID, { notOpenSince: null, overlays: [expect.anything()] })

  await test.db
    .updateTable('overlayPresence')
    .set({ seenAt: sql<Date>`now() - interval '91 seconds'` })
    .execute()

  await expectStatus(test, hello.userUID, { overlays: [], notOpenSince: time })
  expect(await test.db.selectFrom('overlayPresence').select('isOpen').execute()).toEqual([{ isOpen: true }])
})

test('a page whose id is spelt in two ways keeps no other creator’s pages from being stored', async () => {
  await using test = await startTestSockets()
  const [strange, other] = [await buildKeyed(test), await buildKeyed(test)]
  const overlayId = randomUUID()
  await Promise.all([
    openPage(test, strange, { overlayId }),
    openPage(test, strange, { overlayId: overlayId.toUpperCase() }),
    openPage(test, other),
  ])

  await expectStatus(test, other.userUID, {
    overlays: [{ ...opened, state: 'program', audio: 'unknown', isActive: true }],
  })
  const stored = test.db
    .selectFrom('overlayPresence')
    .select('overlayId')
    .where('creatorUid', '=', strange.userUID)
  expect(await stored.execute()).toEqual([{ overlayId }])
})
