/** Rings that come to nobody: what is said again by a look, by the next ring, or by an overlay that knows more. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildCreator } from '../../db/builders.fixture.ts'
import { alertBody, buildAlerts, ringFor, startTestSockets, upTo } from './sockets.fixture.ts'

test('an overlay ahead of its room, because a ring was lost, keeps its place', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const present = test.overlay({ userUID: uid })
  await present.begins()
  await buildAlerts(test.db, uid, 5)

  const ahead = test.overlay({ userUID: uid, cursor: 4 })

  expect(await ahead.begins()).toBe(4)
  await Promise.all([ahead.reaches(5), present.reaches(5)])
  expect([ahead.seqs(), present.seqs()]).toEqual([[5], upTo(5)])
})

test('an alert that rings while an overlay’s place is on its way from the database is not lost', async () => {
  await using test = await startTestSockets()
  const [{ uid }, other] = [await buildCreator(test.db), await buildCreator(test.db)]
  const witness = test.overlay({ userUID: other.uid })
  await witness.begins()
  const answers = test.holdAnswers()
  const overlay = test.overlay({ userUID: uid })
  await expect.poll(answers.count).toBe(1)

  await test.ring(...ringFor(uid, [await buildAlerts(test.db, uid, 1)]))
  const seq = await buildAlerts(test.db, other.uid, 1)
  await test.ring({
    kind: 'alert',
    creatorUid: other.uid,
    seq,
    alerts: [{ ...alertBody, id: other.uid, seq }],
  })
  await witness.reaches(1) // so the first ring was heard, too
  answers.release()

  expect(await overlay.begins()).toBe(0)
  await expect.poll(() => overlay.seqs(), { timeout: 3000 }).toEqual([1]) // sooner than the next look
})

test('an alert whose ring was lost comes with the next look', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const overlay = test.overlay({ userUID: uid })
  await overlay.begins()

  await buildAlerts(test.db, uid, 2)

  await overlay.reaches(2)
  expect(overlay.seqs()).toEqual([1, 2])
})

test('a look that gets no answer holds up none after it', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const overlay = test.overlay({ userUID: uid })
  await overlay.begins()
  const answers = test.holdAnswers()
  await expect.poll(answers.count).toBe(1) // of the next look
  await buildAlerts(test.db, uid, 1)

  answers.letPass()

  await overlay.reaches(1)
  expect(answers.count()).toBe(1)
  answers.release()
})

test('after a time of deafness all rooms are read on', async () => {
  await using test = await startTestSockets('postgres')
  const { uid } = await buildCreator(test.db)
  const overlay = test.overlay({ userUID: uid })
  await overlay.begins()
  const begun = Date.now()
  const ears = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'brimful-pubsub'`

  await ears.execute(test.db)
  await buildAlerts(test.db, uid, 1)

  await overlay.reaches(1)
  expect(Date.now() - begun).toBeLessThan(4000) // sooner than the next look
})

test('sockets are closed only when the look that is under way has its answer', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  await test.overlay({ userUID: uid }).begins()
  const answers = test.holdAnswers()
  await expect.poll(answers.count).toBe(1) // of the next look
  let isClosed = false

  const closing = test.sockets.close().then(() => (isClosed = true))

  await expect.poll(() => test.sockets.io.engine.clientsCount).toBe(0)
  expect(isClosed).toBe(false)
  answers.release()
  await closing
})
