/** `alert:shown`: whose word counts, and for which alerts. */
import { expect, test } from 'vitest'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { buildAlerts, shownAlerts, startTestSockets } from './sockets.fixture.ts'

test('the word of a bare address, of a fan and of another creator counts for nothing', async () => {
  await using test = await startTestSockets()
  const [creator, other, fan] = [
    await buildCreator(test.db),
    await buildCreator(test.db),
    await buildSupporter(test.db),
  ]
  await buildAlerts(test.db, creator.uid, 3)
  const hello = { userUID: creator.uid, cursor: 0 }
  const cookies = [undefined, await test.signIn(fan.uid), await test.signIn(other.uid)]
  const strangers = cookies.map((cookie) => test.overlay(hello, cookie))
  const own = test.overlay(hello, await test.signIn(creator.uid))
  for (const overlay of [...strangers, own]) await overlay.reaches(3)

  for (const { socket } of strangers) for (const seq of [0, 1, 3, 4]) socket.emit('alert:shown', seq)
  for (const { socket } of strangers) socket.disconnect()
  await expect.poll(() => test.sockets.io.of('/alerts').sockets.size).toBe(1) // all they said is heard
  own.socket.emit('alert:shown', 2)

  await expect.poll(() => shownAlerts(test.db)).toEqual([{ creatorUid: creator.uid, seq: 2 }])
  const { shownSeq } = await test.db
    .selectFrom('creatorCounter')
    .select('shownSeq')
    .where('creatorUid', '=', creator.uid)
    .executeTakeFirstOrThrow()
  expect(shownSeq).toBe(2)
})

test('a creator’s own word counts for alerts that are there, and for no other creator’s', async () => {
  await using test = await startTestSockets()
  const [own, other] = [await buildCreator(test.db), await buildCreator(test.db)]
  await buildAlerts(test.db, own.uid, 2)
  await buildAlerts(test.db, other.uid, 9)
  const overlay = test.overlay({ userUID: own.uid, cursor: 0 }, await test.signIn(own.uid))
  await overlay.reaches(2)

  for (const seq of [0, 3, 9, -1, 1.5, Number.NaN, Infinity, 2 ** 53, 1e300])
    overlay.socket.emit('alert:shown', seq)
  overlay.socket.emit('alert:shown', 2)

  await expect.poll(() => shownAlerts(test.db)).toEqual([{ creatorUid: own.uid, seq: 2 }])
})

test('junk changes nothing and hurts nobody', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  await buildAlerts(test.db, uid, 2)
  const own = test.overlay({ userUID: uid, cursor: 0 }, await test.signIn(uid))
  await own.reaches(2)
  const wild = own.socket as unknown as { emit(event: string, ...args: unknown[]): void }

  for (const junk of ['1', -1, 1.5, null, undefined, {}, [1], 1e300, 99, Buffer.from('1')])
    wild.emit('alert:shown', junk)
  wild.emit('alert', { seq: 7 })
  wild.emit('__proto__', 1)
  wild.emit('alert:shown')
  wild.emit('alert:shown', 2, 'and more')

  await expect.poll(() => shownAlerts(test.db)).toEqual([{ creatorUid: uid, seq: 2 }])
  expect(own.socket.connected).toBe(true)
})
