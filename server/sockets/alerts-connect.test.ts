/** Tests which clients may connect to `/alerts`. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { openRawSocket } from './raw-socket.fixture.ts'
import { listShownAlerts, publishNextAlert, startTestSockets } from './sockets.fixture.ts'
import { beginAlerts, openPage } from './trusted-page.fixture.ts'

test('an invalid hello and an account that is no creator are refused with a code', async () => {
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

test('a creator’s uid may be in capital letters', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const page = await openPage(test, { userUID: uid.toUpperCase() }, { cookie: await test.signIn(uid) })

  await publishNextAlert(test, uid)
  await page.waitForSeq(1)
  await beginAlerts(test, page, [1])
  page.prove(1)

  await expect.poll(() => listShownAlerts(test.db)).toEqual([{ creatorUid: uid, seq: 1 }])
})

test('pages of other sites cannot open a socket, our own pages can', async () => {
  await using test = await startTestSockets()
  const tryFrom = async (origin: string) => {
    const { socket, opened } = openRawSocket(test, { origin })
    let refusal = ''
    socket.on('error', (error) => (refusal = error.message))
    const isOpen = await opened
    socket.close()
    return isOpen ? 'open' : refusal
  }

  const outcomes = await Promise.all(
    ['https://evil.example', 'null', test.url, 'https://brimful.example'].map(tryFrom),
  )

  const refusal = 'Unexpected server response: 400'
  expect(outcomes).toEqual([refusal, refusal, 'open', 'open'])
})

test('a connection does not hold the HTTP request that opened it', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  await test.overlay({ userUID: uid }).waitForReady()

  const [socket] = test.sockets.io.of('/alerts').sockets.values()

  expect(socket!.request).toBeUndefined()
})
