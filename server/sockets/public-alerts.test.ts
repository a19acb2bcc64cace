/** Tests which data the server sends to an overlay without a session. */
import { expect, test } from 'vitest'
import type { FullTip } from '../../contract/payments/tip.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { toAlert } from '../../domain/alerts/to-alert.ts'
import { alertMessages, buildAlert, startTestSockets } from './sockets.fixture.ts'

const secretTip: FullTip = {
  supporterName: 'A name to keep secret',
  isAnonymous: true,
  isPrivate: true,
  message: 'for the creator alone',
  amountMinor: 7_00,
  currency: 'gbp',
}

const words = { blockedWords: [], ownNames: [], action: 'mask' as const }

test('an overlay without a session gets exactly the public projection of a tip', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const overlay = test.overlay({ userUID: uid })
  const events: string[] = []
  overlay.socket.onAny((event: string) => void events.push(event))
  await overlay.waitForReady()
  const goal = { title: 'A kiln', amountMinor: 100_00, receivedMinor: 27_00 }

  const seq = await buildAlert(
    test.db,
    uid,
    toAlert({ kind: 'tip', tip: secretTip, goal, words, locale: 'de', at: new Date() }),
  )
  await test.publish(...alertMessages(uid, [seq]))

  await overlay.waitForSeq(1)
  expect(overlay.alerts).toEqual([
    {
      id: expect.any(String),
      seq: 1,
      kind: 'tip',
      isTest: false,
      name: 'Anonymous',
      message: null,
      amount: 7_00,
      currency: 'gbp',
      goal: { title: 'A kiln', amount: 100_00, amountReceived: 27_00 },
      locale: 'de',
      at: expect.any(String),
    },
  ])
  expect(events).toEqual(['ready', 'alert'])
})

test('fields of a stored alert that are not in the contract are not sent', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const overlay = await test.readyOverlay({ userUID: uid })
  const goal = { title: 'A kiln', amountMinor: 100_00, receivedMinor: 27_00 }
  const body = toAlert({ kind: 'tip', tip: secretTip, goal, words, locale: 'de', at: new Date() })
  const stored = { ...body, email: 'supporter@example.test', goal: { ...body.goal!, creatorUid: uid } }

  await test.publish(...alertMessages(uid, [await buildAlert(test.db, uid, stored)]))

  await overlay.waitForSeq(1)
  expect(overlay.alerts).toEqual([{ ...body, seq: 1, id: expect.any(String) }])
})
