/** Tests the key of the private overlay address: what it allows, and what happens when it is replaced or required. */
import { expect, test } from 'vitest'
import { buildCreator } from '../../db/builders.fixture.ts'
import { replaceOverlayKey, saveOverlaySettings, showOverlayKey } from '../../domain/alerts/overlay-key.ts'
import { makeToken } from '../../domain/security/tokens.ts'
import { alertBody, buildAlert, buildAlerts, expectNextAlert, startTestSockets } from './sockets.fixture.ts'
import type { TestSockets } from './sockets.fixture.ts'
import { makeSecretKeys } from '../../domain/config/secret-keys.fixture.ts'

const secretsKey = makeSecretKeys()
const contextOf = ({ db }: TestSockets) => ({ db, config: { secretsKey } })

/** Creates a creator with a key and twelve alerts that are an hour old. */
async function buildKeyed(test: TestSockets) {
  const { uid } = await buildCreator(test.db)
  await buildAlerts(test.db, uid, 12)
  await test.db
    .updateTable('alert')
    .set({ createdAt: new Date(Date.now() - 3600_000) })
    .where('creatorUid', '=', uid)
    .execute()
  return { uid, key: await showOverlayKey(contextOf(test), uid) }
}

test('a wrong key, another creator’s and an empty one are refused, also with the creator’s session', async () => {
  await using test = await startTestSockets()
  const { uid, key } = await buildKeyed(test)
  const other = await buildKeyed(test)
  const cookie = await test.signIn(uid)

  for (const wrong of [makeToken(), other.key, '', `${key}x`, key.toUpperCase()]) {
    for (const overlay of [
      test.overlay({ userUID: uid, key: wrong }),
      test.overlay({ userUID: uid, key: wrong }, cookie),
    ])
      await expect.poll(() => overlay.refusals).toEqual(['forbidden'])
  }
})

test('when the key is replaced its overlays are closed and refused, and no others', async () => {
  await using test = await startTestSockets()
  const { uid, key } = await buildKeyed(test)
  const other = await buildKeyed(test)
  const keyed = await test.readyOverlay({ userUID: uid, key })
  const rest = [
    await test.readyOverlay({ userUID: uid }),
    await test.readyOverlay({ userUID: uid }, await test.signIn(uid)),
  ]
  const others = await test.readyOverlay({ userUID: other.uid, key: other.key })

  const newKey = await replaceOverlayKey(contextOf(test), uid)
  await test.publish({ kind: 'overlay-access', creatorUid: uid })

  await expect.poll(() => keyed.refusals).toEqual(['forbidden'])
  await expectNextAlert(test, uid, rest)
  await expectNextAlert(test, other.uid, [others])
  await test.readyOverlay({ userUID: uid, key: newKey })
})

test('overlays survive the end of a session if they have the key', async () => {
  await using test = await startTestSockets()
  const { uid, key } = await buildKeyed(test)
  const cookie = await test.signIn(uid)
  const keyed = [
    await test.readyOverlay({ userUID: uid, key }),
    await test.readyOverlay({ userUID: uid, key }, cookie),
  ]
  const signedIn = await test.readyOverlay({ userUID: uid }, cookie)

  await test.db.deleteFrom('session').where('uid', '=', uid).execute()
  await test.publish({ kind: 'sessions', uid })

  await expect.poll(() => signedIn.ready.length).toBe(2)
  await expectNextAlert(test, uid, keyed)
})

test('where the key is required, overlays with only the address are closed and refused', async () => {
  await using test = await startTestSockets()
  const { uid, key } = await buildKeyed(test)
  const bare = await test.readyOverlay({ userUID: uid })
  const own = [
    await test.readyOverlay({ userUID: uid, key }),
    await test.readyOverlay({ userUID: uid }, await test.signIn(uid)),
  ]

  await saveOverlaySettings(contextOf(test), uid, { isKeyRequired: true, missedAlerts: 'all' })
  await test.publish({ kind: 'overlay-access', creatorUid: uid })

  await expect.poll(() => bare.refusals).toEqual(['forbidden'])
  await expectNextAlert(test, uid, own)
})

test('a key that is replaced while its overlay connects opens nothing', async () => {
  await using test = await startTestSockets()
  const { uid, key } = await buildKeyed(test)
  const first = await test.readyOverlay({ userUID: uid, key }) // from here on the server reads the creator's alerts
  const { uid: otherUid } = await buildCreator(test.db)
  const witness = await test.readyOverlay({ userUID: otherUid })
  const results = test.holdResults()
  const second = test.overlay({ userUID: uid, key })
  await expect.poll(results.count).toBeGreaterThan(0)

  await replaceOverlayKey(contextOf(test), uid)
  await test.publish({ kind: 'overlay-access', creatorUid: uid })
  const seq = await buildAlert(test.db, otherUid)
  const alerts = [{ ...alertBody, id: otherUid, seq }]
  await test.publish({ kind: 'alert', creatorUid: otherUid, seq, alerts })
  await witness.waitForSeq(seq) // pub/sub messages arrive in order, so the server has processed the earlier ones as well
  results.release()

  for (const { refusals } of [first, second]) await expect.poll(() => refusals).toEqual(['forbidden'])
  expect(second.ready).toEqual([])
})
