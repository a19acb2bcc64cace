/** Who is let in to `/alerts`, by which words, and what is not. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { buildAlerts, rawSocket, ringFor, shownAlerts, startTestSockets } from './sockets.fixture.ts'

test('a frame that is too large, or is no packet, ends its own connection only', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const overlay = test.overlay({ userUID: uid, cursor: 0 })
  await overlay.begins()

  for (const frame of ['x'.repeat(17_000), '4{"', '42["alert:shown",', 'zzz', '40/alerts,{"userUID":']) {
    const socket = rawSocket(test)
    socket.on('open', () => socket.send(frame))
    await new Promise((closed) => socket.on('close', closed))
  }

  await test.ring(...ringFor(uid, [await buildAlerts(test.db, uid, 1)]))
  await overlay.reaches(1)
  expect(overlay.ready).toHaveLength(1) // never left
})

test('a hello that is wrong is refused with a code, and so is an address of nobody', async () => {
  await using test = await startTestSockets()
  const supporter = await buildSupporter(test.db)
  const creator = await buildCreator(test.db)
  const hellos: [object, string][] = [
    [{}, 'invalid_input'],
    [{ userUID: 'mira' }, 'invalid_input'],
    [{ userUID: creator.uid, cursor: -1 }, 'invalid_input'],
    [{ userUID: creator.uid, cursor: '7' }, 'invalid_input'],
    [{ userUID: randomUUID() }, 'not_found'],
    [{ userUID: supporter.uid }, 'not_found'],
  ]

  for (const [hello, code] of hellos) {
    const overlay = test.overlay(hello as { userUID: string })
    await expect.poll(() => overlay.refusals).toEqual([code])
  }
})

test('an address in capitals is the same address', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const overlay = test.overlay({ userUID: uid.toUpperCase() }, await test.signIn(uid))
  await overlay.begins()

  await test.ring(...ringFor(uid, [await buildAlerts(test.db, uid, 1)]))
  await overlay.reaches(1)
  overlay.socket.emit('alert:shown', 1)

  await expect.poll(() => shownAlerts(test.db)).toEqual([{ creatorUid: uid, seq: 1 }])
})

test('a page of another site gets no socket, one of our own does', async () => {
  await using test = await startTestSockets()
  const tryFrom = (origin: string) =>
    new Promise<string>((settle) => {
      const socket = rawSocket(test, origin)
      socket.on('open', () => settle('open'))
      socket.on('error', (error) => settle(error.message))
      socket.on('open', () => socket.close())
    })

  const outcomes = await Promise.all(
    ['https://evil.example', 'null', test.url, 'https://brimful.example'].map(tryFrom),
  )

  const refusal = 'Unexpected server response: 400'
  expect(outcomes).toEqual([refusal, refusal, 'open', 'open'])
})

test('a connection keeps nothing of the request that opened it', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  await test.overlay({ userUID: uid }).begins()

  const [socket] = test.sockets.io.of('/alerts').sockets.values()

  expect(socket!.request).toBeUndefined()
})
