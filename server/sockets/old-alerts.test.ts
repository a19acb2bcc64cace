/**
 * Tests which alerts an overlay gets when it reconnects: all of the last ten minutes and, of older ones, what its creator's
 * settings and its trust allow.
 */
import { expect, test } from 'vitest'
import { missedAlerts } from '../../contract/alerts/overlay-calls.ts'
import type { MissedAlerts } from '../../contract/alerts/overlay-calls.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { saveOverlaySettings, showOverlayKey } from '../../domain/alerts/overlay-key.ts'
import { buildAlerts, listShownAlerts, seqsTo, startTestSockets } from './sockets.fixture.ts'
import type { TestSockets } from './sockets.fixture.ts'
import { beginAlerts, openPage } from './trusted-page.fixture.ts'
import { makeSecretKeys } from '../../domain/config/secret-keys.fixture.ts'

const config = { secretsKey: makeSecretKeys() }

/** Creates a creator with twenty alerts. `aged` of them are eleven minutes old. */
async function buildAged({ db }: TestSockets, aged: number, policy?: MissedAlerts) {
  const { uid } = await buildCreator(db)
  await buildAlerts(db, uid, 20)
  await db
    .updateTable('alert')
    .set({ createdAt: new Date(Date.now() - 11 * 60_000) })
    .where('creatorUid', '=', uid)
    .where('seq', '<=', aged)
    .execute()
  if (policy) await saveOverlaySettings({ db, config }, uid, { isKeyRequired: false, missedAlerts: policy })
  return { uid, key: await showOverlayKey({ db, config }, uid) }
}

async function skippedSeq({ db }: TestSockets, creatorUid: string): Promise<number> {
  const row = db.selectFrom('creatorCounter').select('skippedSeq').where('creatorUid', '=', creatorUid)
  return (await row.executeTakeFirstOrThrow()).skippedSeq
}

const afterPolicy: Record<MissedAlerts, number> = { all: 3, 'last-five': 10, digest: 14, none: 15 }

test.each(missedAlerts.options)(
  'the creator’s own overlay gets old alerts by the policy “%s”, and skipped ones are recorded',
  async (policy) => {
    await using test = await startTestSockets()
    const { uid, key } = await buildAged(test, 15, policy)

    const overlay = test.overlay({ userUID: uid, cursor: 3, key })

    expect(await overlay.waitForReady()).toBe(afterPolicy[policy])
    await overlay.waitForSeq(20)
    expect(overlay.seqs()).toEqual(seqsTo(20, afterPolicy[policy] + 1))
    const skipped = { all: 0, 'last-five': 10, digest: 15, none: 15 }[policy]
    expect(await skippedSeq(test, uid)).toBe(skipped)
  },
)

test('by default it gets the last five of the old alerts, also with the creator’s session', async () => {
  await using test = await startTestSockets()
  const { uid, key } = await buildAged(test, 15)

  const overlays = [
    test.overlay({ userUID: uid, cursor: 0, key }),
    test.overlay({ userUID: uid, cursor: 0 }, await test.signIn(uid)),
  ]

  for (const overlay of overlays) {
    await overlay.waitForSeq(20)
    expect(overlay.seqs()).toEqual(seqsTo(20, 11))
  }
})

test.each(missedAlerts.options)(
  'a stranger with cursor 0 gets at most the last five old alerts under “%s”, and records nothing',
  async (policy) => {
    await using test = await startTestSockets()
    const { uid } = await buildAged(test, 15, policy)

    const stranger = test.overlay({ userUID: uid, cursor: 0 })

    await stranger.waitForSeq(20)
    const first = { all: 11, 'last-five': 11, digest: 15, none: 16 }[policy]
    expect(stranger.seqs()).toEqual(seqsTo(20, first))
    expect(await skippedSeq(test, uid)).toBe(0)
  },
)

test.each([0, 3, 14, 17])(
  'a stranger with cursor %i gets five of only old alerts at most',
  async (cursor) => {
    await using test = await startTestSockets()
    const { uid } = await buildAged(test, 20)

    const stranger = test.overlay({ userUID: uid, cursor })

    await stranger.waitForSeq(20)
    expect(stranger.seqs()).toEqual(seqsTo(20).slice(Math.max(15, cursor)))
  },
)

test.each(missedAlerts.options)(
  'an overlay that was away for less than ten minutes gets everything under “%s”',
  async (policy) => {
    await using test = await startTestSockets()
    const { uid, key } = await buildAged(test, 0, policy)

    const overlays = [
      test.overlay({ userUID: uid, cursor: 2 }),
      test.overlay({ userUID: uid, cursor: 2, key }),
    ]

    for (const overlay of overlays) {
      await overlay.waitForSeq(20)
      expect(overlay.seqs()).toEqual(seqsTo(20, 3))
    }
    expect(await skippedSeq(test, uid)).toBe(0)
  },
)

test('a digest has the sum of what it replaces; for a stranger that is at most five alerts', async () => {
  await using test = await startTestSockets()
  const { uid, key } = await buildAged(test, 15, 'digest')

  const own = test.overlay({ userUID: uid, cursor: 3, key })
  const stranger = test.overlay({ userUID: uid, cursor: 0 })

  await Promise.all([own.waitForSeq(20), stranger.waitForSeq(20)])
  expect(own.alerts[0]).toMatchObject({
    kind: 'digest',
    seq: 15,
    amount: 12 * 10_00,
    name: '12 tips from Ada',
  })
  expect(stranger.alerts[0]).toMatchObject({ kind: 'digest', amount: 5 * 10_00, name: '5 tips from Ada' })
})

test('acknowledging a digest marks no alert as shown', async () => {
  await using test = await startTestSockets()
  const { uid, key } = await buildAged(test, 15, 'digest')
  const page = await openPage(test, { userUID: uid, key })
  await page.waitForSeq(20)
  await page.waitUntilActive()
  page.begin(15)
  await expect.poll(() => page.playedSeq).toBe(15)
  await beginAlerts(test, page, [16])

  for (const seq of [15, 16]) page.prove(seq)

  await expect.poll(() => listShownAlerts(test.db)).toEqual([{ creatorUid: uid, seq: 16 }])
})
