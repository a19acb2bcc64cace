/** Tests alerts whose pub/sub message was lost: the poll finds them, or an overlay that already has them. */
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { buildCreator } from '../../db/builders.fixture.ts'
import { alertBody, buildAlerts, publishNextAlert, seqsTo, startTestSockets } from './sockets.fixture.ts'

afterEach(() => void vi.useRealTimers())

/** Lets no poll begin in this test, so that what arrives has come by pub/sub. */
function stopPolls(): void {
  vi.useFakeTimers({ toFake: ['setInterval'] })
}

test('an overlay that reconnects with a newer cursor than the server’s keeps it', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const present = await test.readyOverlay({ userUID: uid })
  await buildAlerts(test.db, uid, 5)

  const ahead = test.overlay({ userUID: uid, cursor: 4 })

  expect(await ahead.waitForReady()).toBe(4)
  await Promise.all([ahead.waitForSeq(5), present.waitForSeq(5)])
  expect([ahead.seqs(), present.seqs()]).toEqual([[5], seqsTo(5)])
})

test('an alert that is published while the creator’s last seq is being read arrives', async () => {
  stopPolls()
  await using test = await startTestSockets()
  const [{ uid }, other] = [await buildCreator(test.db), await buildCreator(test.db)]
  const witness = await test.readyOverlay({ userUID: other.uid })
  const results = test.holdResults()
  const overlay = test.overlay({ userUID: uid })
  await expect.poll(results.count).toBe(1)

  await publishNextAlert(test, uid)
  const seq = await buildAlerts(test.db, other.uid, 1)
  await test.publish({
    kind: 'alert',
    creatorUid: other.uid,
    seq,
    alerts: [{ ...alertBody, id: other.uid, seq }],
  })
  await witness.waitForSeq(1) // pub/sub messages arrive in order, so the server has processed the earlier ones as well
  results.release()

  expect(await overlay.waitForReady()).toBe(0)
  await expect.poll(() => overlay.seqs()).toEqual([1])
})

test('an alert whose pub/sub message was lost arrives with the next poll', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const overlay = await test.readyOverlay({ userUID: uid })

  await buildAlerts(test.db, uid, 2)

  await overlay.waitForSeq(2)
  expect(overlay.seqs()).toEqual([1, 2])
})

test('a poll that the database does not answer does not delay the next one', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const overlay = await test.readyOverlay({ userUID: uid })
  const results = test.holdResults()
  await expect.poll(results.count).toBe(1) // a poll has run, and waits for its result until the test releases it
  await buildAlerts(test.db, uid, 1)

  results.passNew()

  await overlay.waitForSeq(1)
  expect(results.count()).toBe(1)
  results.release()
})

test('missed alerts are read as soon as pub/sub reconnects', async () => {
  stopPolls()
  await using test = await startTestSockets('postgres')
  const { uid } = await buildCreator(test.db)
  const overlay = await test.readyOverlay({ userUID: uid })
  const closeListeners = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'brimful-pubsub'`

  await closeListeners.execute(test.db)
  await buildAlerts(test.db, uid, 1)

  await overlay.waitForSeq(1)
  expect(overlay.seqs()).toEqual([1])
})

test('closing the sockets waits for the poll in progress', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  await test.overlay({ userUID: uid }).waitForReady()
  const results = test.holdResults()
  await expect.poll(results.count).toBe(1) // a poll has run, and waits for its result until the test releases it
  let isClosed = false

  const closing = test.sockets.close().then(() => (isClosed = true))

  await expect.poll(() => test.sockets.io.engine.clientsCount).toBe(0)
  expect(isClosed).toBe(false)
  results.release()
  await closing
})
