import { afterAll, expect, test } from 'vitest'
import type { PubSubMessage } from '../../contract/events.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { startTestApp } from '../app.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'

const app = await forFile(startTestApp())
const received: PubSubMessage[] = []
await app.ctx.pubsub.subscribe((message) => received.push(message))
afterAll(() => void received.splice(0))

async function signInCreator() {
  const { uid } = await buildCreator(app.db)
  const cookie = await app.signInConfirmed(uid)
  const keyBy = async (call: 'show' | 'replace') =>
    ((await app.post(`account/${call}-overlay-key`, {}, cookie)).body as { key: string }).key
  return { uid, cookie, keyBy, change: { kind: 'overlay-access', creatorUid: uid } }
}

test('the key of the private overlay address stays until it is replaced, which every server hears', async () => {
  const { keyBy, change } = await signInCreator()

  const first = await keyBy('show')

  expect(first).toMatch(/^[\w-]{43}$/)
  expect(await keyBy('show')).toBe(first)
  expect(received).not.toContainEqual(change)
  const second = await keyBy('replace')
  expect(second).not.toBe(first)
  expect(await keyBy('show')).toBe(second)
  await expect.poll(() => received).toContainEqual(change)
})

test('calls at the same time make one key', async () => {
  const { keyBy } = await signInCreator()

  const keys = await Promise.all(Array.from({ length: 5 }, () => keyBy('show')))

  expect(new Set(keys).size).toBe(1)
})

test('the database has the key only sealed and as a hash', async () => {
  const { uid, keyBy } = await signInCreator()
  const key = await keyBy('show')

  const row = await app.db
    .selectFrom('overlaySetting')
    .selectAll()
    .where('creatorUid', '=', uid)
    .executeTakeFirstOrThrow()

  expect(JSON.stringify({ ...row, keyHash: row.keyHash.toString('latin1') })).not.toContain(key)
})

test('requiring the key keeps it, makes one if there is none, and every server hears it', async () => {
  const [keyed, fresh] = [await signInCreator(), await signInCreator()]
  const key = await keyed.keyBy('show')
  const settings = { isKeyRequired: true, missedAlerts: 'digest' }

  for (const { cookie, change } of [keyed, fresh]) {
    const saved = await app.post('account/save-overlay-settings', settings, cookie)
    expect([saved.status, saved.body]).toEqual([200, settings])
    expect((await app.get('account/overlay-settings', cookie)).body).toEqual(settings)
    await expect.poll(() => received).toContainEqual(change)
  }

  expect(await keyed.keyBy('show')).toBe(key)
  expect(await fresh.keyBy('replace')).toMatch(/^[\w-]{43}$/)
  expect((await app.get('account/overlay-settings', fresh.cookie)).body).toEqual(settings)
})
