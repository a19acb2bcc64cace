import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listAlertsAfter } from '../../db/queries/alerts/alerts.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import {
  alertBody,
  alertMessages,
  buildAlerts,
  expectNextAlert,
  pubSubBackends,
  publishNextAlert,
  seqsTo,
  startTestSockets,
} from './sockets.fixture.ts'
import { buildKeyed } from './trusted-page.fixture.ts'

test.each(pubSubBackends)('an alert reaches the overlay through %s pub/sub', async (backend) => {
  await using test = await startTestSockets(backend)
  const { uid } = await buildCreator(test.db)
  const overlay = test.overlay({ userUID: uid })
  expect(await overlay.waitForReady()).toBe(0)

  await publishNextAlert(test, uid)

  await overlay.waitForSeq(1)
  expect(overlay.alerts).toEqual([{ ...alertBody, seq: 1, id: expect.any(String) }])
})

test.each(pubSubBackends)(
  'alerts arrive in order and once although %s messages repeat and overtake each other',
  async (backend) => {
    await using test = await startTestSockets(backend)
    const { uid } = await buildCreator(test.db)
    const overlays = [1, 2, 3].map(() => test.overlay({ userUID: uid, cursor: 0 }))
    await Promise.all(overlays.map((overlay) => overlay.waitForReady()))

    await Promise.all(
      seqsTo(40).map(async () => {
        const seq = await buildAlerts(test.db, uid, 1)
        await test.publish(...alertMessages(uid, [seq, Math.max(1, seq - 3), seq]))
      }),
    )

    for (const overlay of overlays) await overlay.waitForSeq(40)
    for (const overlay of overlays) expect(overlay.seqs()).toEqual(seqsTo(40))
  },
)

test('alerts in the message are sent without a read; after a gap they are read', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const overlay = await test.readyOverlay({ userUID: uid })
  const contained = (seq: number) => ({ ...alertBody, seq, id: randomUUID() })

  // The message has alerts that are not in the database, so sending them needs no read.
  await test.publish({ kind: 'alert', creatorUid: uid, seq: 2, alerts: [contained(1), contained(2)] })
  await overlay.waitForSeq(2)
  await buildAlerts(test.db, uid, 4)
  await test.publish({ kind: 'alert', creatorUid: uid, seq: 4, alerts: [contained(4)] })
  await overlay.waitForSeq(4)
  await test.publish({ kind: 'alert', creatorUid: uid, seq: 4, alerts: [contained(3), contained(4)] })

  const stored = await listAlertsAfter(test.db, uid, 2, 10)
  expect(overlay.seqs()).toEqual([1, 2, 3, 4])
  expect(overlay.alerts.slice(2)).toEqual(stored)
})

test('a gap is read once for all overlays of a creator', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const overlays = seqsTo(30).map(() => test.overlay({ userUID: uid }))
  await Promise.all(overlays.map((overlay) => overlay.waitForReady()))
  const seq = await buildAlerts(test.db, uid, 7)
  test.takeReadCount('alert')

  await test.publish(...alertMessages(uid, [seq]))

  for (const overlay of overlays) await overlay.waitForSeq(7)
  expect(test.takeReadCount('alert')).toBe(1)
})

test('an overlay that reconnects with its cursor gets what it missed, in several pages, then new alerts', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const last = await buildAlerts(test.db, uid, 120)
  const absent = test.overlay({ userUID: uid, cursor: last - 20 })
  const longAbsent = test.overlay({ userUID: uid, cursor: 0 })
  await Promise.all([absent.waitForSeq(last), longAbsent.waitForSeq(last)])

  await publishNextAlert(test, uid)

  await Promise.all([absent.waitForSeq(121), longAbsent.waitForSeq(121)])
  expect(absent.seqs()).toEqual(seqsTo(121, 101))
  expect(longAbsent.seqs()).toEqual(seqsTo(121))
})

test('alerts that are published while an overlay catches up arrive once', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  await buildAlerts(test.db, uid, 130)
  const present = await test.readyOverlay({ userUID: uid })

  const late = test.overlay({ userUID: uid, cursor: 0 })
  for (let i = 0; i < 20; i++) await publishNextAlert(test, uid)

  await Promise.all([late.waitForSeq(150), present.waitForSeq(150)])
  expect(late.seqs()).toEqual(seqsTo(150))
  expect(present.seqs()).toEqual(seqsTo(150, 131))
})

test('an overlay without a cursor, or with one from the future, starts after the last alert', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  await buildAlerts(test.db, uid, 3)
  const fresh = test.overlay({ userUID: uid })
  const lost = test.overlay({ userUID: uid, cursor: 2 ** 50 })
  expect([await fresh.waitForReady(), await lost.waitForReady()]).toEqual([3, 3])

  await publishNextAlert(test, uid)

  await Promise.all([fresh.waitForSeq(4), lost.waitForSeq(4)])
  expect([fresh.seqs(), lost.seqs()]).toEqual([[4], [4]])
})

test.each(['bare', 'keyed'])('a %s overlay without a cursor needs one read to connect', async (kind) => {
  await using test = await startTestSockets()
  const { key, ...bare } = await buildKeyed(test)
  await buildAlerts(test.db, bare.userUID, 2)
  test.takeReadCounts()

  const overlay = test.overlay(kind === 'bare' ? bare : { ...bare, key })

  expect(await overlay.waitForReady()).toBe(2)
  expect(test.takeReadCounts()).toEqual({ account: 1 })
  await publishNextAlert(test, bare.userUID)
  await overlay.waitForSeq(3)
})

test('an overlay gets only its own creator’s alerts', async () => {
  await using test = await startTestSockets()
  const [one, two] = [await buildCreator(test.db), await buildCreator(test.db)]
  const [first, second] = [one, two].map(({ uid }) => test.overlay({ userUID: uid, cursor: 0 }))
  await Promise.all([first!.waitForReady(), second!.waitForReady()])

  await buildAlerts(test.db, one.uid, 3)
  await buildAlerts(test.db, two.uid, 1)
  await test.publish(...alertMessages(one.uid, [3]), ...alertMessages(two.uid, [1]))

  await Promise.all([first!.waitForSeq(3), second!.waitForSeq(1)])
  const rows = await test.db.selectFrom('alert').select(['id', 'creatorUid']).orderBy('seq').execute()
  const idsOf = (uid: string) => rows.filter(({ creatorUid }) => creatorUid === uid).map(({ id }) => id)
  expect(first!.alerts.map(({ id }) => id)).toEqual(idsOf(one.uid))
  expect(second!.alerts.map(({ id }) => id)).toEqual(idsOf(two.uid))
})

test.each([
  ['from the future', 4, 3],
  ['of another creator', 50, 3],
  ['the largest integer', Number.MAX_SAFE_INTEGER, 3],
  ['negative', -1, 'invalid_input'],
  ['a fraction', 1.5, 'invalid_input'],
  ['not a number', Number.NaN, 'invalid_input'],
  ['infinite', Infinity, 'invalid_input'],
  ['larger than any safe integer', 2 ** 53, 'invalid_input'],
  ['a word', '3', 'invalid_input'],
  ['a list', [3], 'invalid_input'],
  ['an operator', { $gt: 0 }, 'invalid_input'],
])(
  'an overlay with a cursor that is %s is refused or starts after the last alert',
  async (_, cursor, expected) => {
    await using test = await startTestSockets()
    const { uid } = await buildCreator(test.db)
    await buildAlerts(test.db, uid, 3)
    const present = await test.readyOverlay({ userUID: uid })

    const overlay = test.overlay({ userUID: uid, cursor: cursor as number })

    await expect.poll(() => overlay.ready[0] ?? overlay.refusals[0]).toBe(expected)
    await expectNextAlert(test, uid, typeof expected === 'number' ? [present, overlay] : [present])
  },
)
