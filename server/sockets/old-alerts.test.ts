/** What an overlay that comes back gets: all of the last ten minutes, and of older alerts what its trust allows. */
import { expect, test } from 'vitest'
import { buildCreator } from '../../db/builders.fixture.ts'
import { buildAlerts, seqsTo, startTestSockets } from './sockets.fixture.ts'
import type { TestSockets } from './sockets.fixture.ts'

/** A creator with twenty alerts, of which the given number are eleven minutes old. */
async function buildAged({ db }: TestSockets, aged: number): Promise<string> {
  const { uid } = await buildCreator(db)
  await buildAlerts(db, uid, 20)
  await db
    .updateTable('alert')
    .set({ createdAt: new Date(Date.now() - 11 * 60_000) })
    .where('creatorUid', '=', uid)
    .where('seq', '<=', aged)
    .execute()
  return uid
}

test('a stranger with cursor 0 gets the last five of the old alerts and all newer ones', async () => {
  await using test = await startTestSockets()
  const uid = await buildAged(test, 15)

  const stranger = test.overlay({ userUID: uid, cursor: 0 })

  expect(await stranger.waitForReady()).toBe(10)
  await stranger.waitForSeq(20)
  expect(stranger.seqs()).toEqual(seqsTo(20).slice(10))
})

test.each([0, 3, 14, 17])(
  'a stranger with cursor %i gets five of only old alerts at most',
  async (cursor) => {
    await using test = await startTestSockets()
    const uid = await buildAged(test, 20)

    const stranger = test.overlay({ userUID: uid, cursor })

    await stranger.waitForSeq(20)
    expect(stranger.seqs()).toEqual(seqsTo(20).slice(Math.max(15, cursor)))
  },
)

test('an overlay that was away for less than ten minutes gets everything, and so does the creator’s own after days', async () => {
  await using test = await startTestSockets()
  const [recent, old] = [await buildAged(test, 0), await buildAged(test, 20)]

  const overlay = test.overlay({ userUID: recent, cursor: 2 })
  const own = test.overlay({ userUID: old, cursor: 0 }, await test.signIn(old))

  await Promise.all([overlay.waitForSeq(20), own.waitForSeq(20)])
  expect(overlay.seqs()).toEqual(seqsTo(20).slice(2))
  expect(own.seqs()).toEqual(seqsTo(20))
})
