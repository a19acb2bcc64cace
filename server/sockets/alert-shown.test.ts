/** `alert:shown`: who may acknowledge alerts, and which. */
import { expect, test } from 'vitest'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { buildAlerts, listShownAlerts, startTestSockets } from './sockets.fixture.ts'

test('acknowledgements without a session, by a supporter or by another creator are ignored', async () => {
  await using test = await startTestSockets()
  const [creator, other, supporter] = [
    await buildCreator(test.db),
    await buildCreator(test.db),
    await buildSupporter(test.db),
  ]
  await buildAlerts(test.db, creator.uid, 3)
  const hello = { userUID: creator.uid, cursor: 0 }
  const cookies = [undefined, await test.signIn(supporter.uid), await test.signIn(other.uid)]
  const untrusted = cookies.map((cookie) => test.overlay(hello, cookie))
  const own = test.overlay(hello, await test.signIn(creator.uid))
  for (const overlay of [...untrusted, own]) await overlay.waitForSeq(3)

  for (const { socket } of untrusted) for (const seq of [0, 1, 3, 4]) socket.emit('alert:shown', seq)
  for (const { socket } of untrusted) socket.disconnect()
  // The server closes a socket only after it has processed everything that the socket sent before.
  await expect.poll(() => test.sockets.io.of('/alerts').sockets.size).toBe(1)
  own.socket.emit('alert:shown', 2)

  await expect.poll(() => listShownAlerts(test.db)).toEqual([{ creatorUid: creator.uid, seq: 2 }])
  const { shownSeq } = await test.db
    .selectFrom('creatorCounter')
    .select('shownSeq')
    .where('creatorUid', '=', creator.uid)
    .executeTakeFirstOrThrow()
  expect(shownSeq).toBe(2)
})

test('a creator acknowledges only existing alerts of their own', async () => {
  await using test = await startTestSockets()
  const [own, other] = [await buildCreator(test.db), await buildCreator(test.db)]
  await buildAlerts(test.db, own.uid, 2)
  await buildAlerts(test.db, other.uid, 9)
  const overlay = test.overlay({ userUID: own.uid, cursor: 0 }, await test.signIn(own.uid))
  await overlay.waitForSeq(2)

  for (const seq of [0, 3, 9, -1, 1.5, Number.NaN, Infinity, 2 ** 53, 1e300])
    overlay.socket.emit('alert:shown', seq)
  overlay.socket.emit('alert:shown', 2)

  await expect.poll(() => listShownAlerts(test.db)).toEqual([{ creatorUid: own.uid, seq: 2 }])
})

test('invalid acknowledgements are ignored and the socket stays open', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  await buildAlerts(test.db, uid, 2)
  const own = test.overlay({ userUID: uid, cursor: 0 }, await test.signIn(uid))
  await own.waitForSeq(2)
  const untyped = own.socket as unknown as { emit(event: string, ...args: unknown[]): void }

  for (const junk of ['1', -1, 1.5, null, undefined, {}, [1], 1e300, 99, Buffer.from('1')])
    untyped.emit('alert:shown', junk)
  untyped.emit('alert', { seq: 7 })
  untyped.emit('__proto__', 1)
  untyped.emit('alert:shown')
  untyped.emit('alert:shown', 2, 'and more')

  await expect.poll(() => listShownAlerts(test.db)).toEqual([{ creatorUid: uid, seq: 2 }])
  expect(own.socket.connected).toBe(true)
})
