/** Tests which overlays may acknowledge alerts by `alert:shown`, and which alerts. */
import { register } from 'prom-client'
import { expect, test } from 'vitest'
import type { OverlayReport, OverlayState } from '../../contract/sockets.ts'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { readOverlayStatus } from '../../domain/alerts/read-overlay-status.ts'
import { buildAlerts, listShownAlerts, startTestSockets } from './sockets.fixture.ts'
import { beginAlerts, buildKeyed, openPage } from './trusted-page.fixture.ts'

test('acknowledgements without a session, by a supporter or by another creator are ignored', async () => {
  await using test = await startTestSockets()
  const [creator, other, supporter] = [
    await buildCreator(test.db),
    await buildCreator(test.db),
    await buildSupporter(test.db),
  ]
  await buildAlerts(test.db, creator.uid, 3)
  const hello = { userUID: creator.uid }
  const cookies = [undefined, await test.signIn(supporter.uid), await test.signIn(other.uid)]
  const untrusted = await Promise.all(cookies.map((cookie) => openPage(test, hello, { cookie })))
  const own = await openPage(test, hello, { cookie: await test.signIn(creator.uid) })
  for (const page of [...untrusted, own]) await page.waitForSeq(3)

  for (const { begin } of untrusted) begin(1)
  await beginAlerts(test, own, [2, 3])
  for (const { prove } of untrusted) for (const seq of [0, 1, 2, 3, 4]) prove(seq)
  for (const { socket } of untrusted) socket.disconnect()
  // The server closes a socket only after it has processed everything that the socket sent before.
  await expect.poll(() => test.sockets.io.of('/alerts').sockets.size).toBe(1)
  own.prove(2)

  await expect.poll(() => listShownAlerts(test.db)).toEqual([{ creatorUid: creator.uid, seq: 2 }])
  const { shownSeq } = await test.db
    .selectFrom('creatorCounter')
    .select('shownSeq')
    .where('creatorUid', '=', creator.uid)
    .executeTakeFirstOrThrow()
  expect(shownSeq).toBe(2)
})

test('open sockets, and the seconds from a capture to its alert, are measured; test alerts do not count', async () => {
  await using test = await startTestSockets()
  const hello = await buildKeyed(test)
  await buildAlerts(test.db, hello.userUID, 2)
  await test.db.updateTable('alert').set({ isTest: true }).where('seq', '=', 2).execute()
  const count = async () => {
    const metrics = await register.metrics()
    return Number(/^brimful_captured_to_shown_seconds_count (\d+)$/m.exec(metrics)![1])
  }
  const before = await count()
  const page = await openPage(test, hello)

  await beginAlerts(test, page, [1, 2])

  expect((await count()) - before).toBe(1)
  expect(await register.metrics()).toMatch(/^brimful_sockets\{namespace="\/alerts"\} [1-9]/m)
})

test('an overlay with the key and no cookie acknowledges the alerts that it has begun, and no others', async () => {
  await using test = await startTestSockets()
  const hello = await buildKeyed(test)
  await buildAlerts(test.db, (await buildKeyed(test)).userUID, 9)
  await buildAlerts(test.db, hello.userUID, 3)
  const page = await openPage(test, hello)
  await beginAlerts(test, page, [2])

  for (const seq of [0, 1, 3, 9, 2]) page.prove(seq)

  await expect.poll(() => listShownAlerts(test.db)).toEqual([{ creatorUid: hello.userUID, seq: 2 }])
})

test('an alert counts once it has been drawn for two seconds, and its last length is kept', async () => {
  await using test = await startTestSockets()
  const hello = await buildKeyed(test)
  await buildAlerts(test.db, hello.userUID, 2)
  const [page, other] = [await openPage(test, hello), await openPage(test, hello, { state: 'visible' })]
  await beginAlerts(test, page, [1])
  page.begin(2)

  other.prove(1, 6_400) // ignored, because another page has begun the alert
  for (const shownMs of [1_999, 120_001, 8_000, 2_000, 5_800, 2_000]) page.prove(1, shownMs)
  page.prove(2) // ignored, because the alert began less than two seconds ago

  const rows = test.db.selectFrom('alert').select(['seq', 'begunBy', 'shownMs']).orderBy('seq')
  await expect
    .poll(() => rows.execute())
    .toEqual([
      { seq: 1, begunBy: page.overlayId, shownMs: 5_800 },
      { seq: 2, begunBy: page.overlayId, shownMs: null },
    ])
})

test.each<[OverlayState, number[]]>([
  ['program', [1]],
  ['obs', [1]],
  ['visible', [1]],
  ['preview', []],
  ['hidden', []],
])('on a page that is seen at “%s” the alerts %j count as shown', async (state, shown) => {
  await using test = await startTestSockets()
  const hello = await buildKeyed(test)
  await buildAlerts(test.db, hello.userUID, 2)
  const page = await openPage(test, hello, { state })
  await beginAlerts(test, page, [1, 2])

  page.prove(1)
  page.report('program')
  page.prove(2)

  await expect.poll(async () => (await listShownAlerts(test.db)).map(({ seq }) => seq)).toEqual([...shown, 2])
})

test.each<[string, OverlayState, Partial<OverlayReport>, boolean]>([
  ['on program', 'program', {}, true],
  ['in OBS that does not say its version', 'obs', {}, true],
  ['in OBS with a version alone', 'visible', { obsVersion: '31.0.1' }, true],
  ['in a browser’s tab', 'visible', {}, false],
])('an alert on a page %s counts as played by OBS: %s, %j → %s', async (_where, state, details, isInObs) => {
  await using test = await startTestSockets()
  const hello = await buildKeyed(test)
  await buildAlerts(test.db, hello.userUID, 1)
  const page = await openPage(test, hello, { state })
  page.report(state, details)
  await beginAlerts(test, page, [1])

  page.prove(1)

  await expect.poll(async () => (await readOverlayStatus(test, hello.userUID)).lastShownAt).not.toBeNull()
  const { obsShownAt } = await readOverlayStatus(test, hello.userUID)
  expect(typeof obsShownAt === 'string').toBe(isInObs)
})

test('invalid acknowledgements are ignored and the socket stays open', async () => {
  await using test = await startTestSockets()
  const hello = await buildKeyed(test)
  await buildAlerts(test.db, hello.userUID, 2)
  const own = await openPage(test, hello)
  await beginAlerts(test, own, [1, 2])
  const untyped = own.socket as unknown as { emit(event: string, ...args: unknown[]): void }

  const seqs = [
    '1',
    -1,
    1.5,
    Number.NaN,
    Infinity,
    2 ** 53,
    1e300,
    null,
    undefined,
    {},
    [1],
    Buffer.from('1'),
  ]
  for (const event of ['alert:shown', 'alert:begin', 'overlay:state'])
    for (const junk of [
      ...seqs,
      ...seqs.map((seq) => ({ seq, shownMs: 2_000 })),
      { seq: 1, shownMs: '2000' },
    ])
      untyped.emit(event, junk)
  untyped.emit('overlay:state', { overlayId: own.overlayId, state: 'everywhere', audio: 'unknown' })
  untyped.emit('overlay:state', { overlayId: 'mine', state: 'hidden', audio: 'unknown' })
  untyped.emit('alert', { seq: 7 })
  untyped.emit('__proto__', 1)
  untyped.emit('alert:shown')
  untyped.emit('alert:shown', { seq: 2, shownMs: 2_000 }, 'and more')

  await expect.poll(() => listShownAlerts(test.db)).toEqual([{ creatorUid: hello.userUID, seq: 2 }])
  expect(own.socket.connected).toBe(true)
})
