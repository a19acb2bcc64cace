import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import { beforeAll, expect, test } from 'vitest'
import { addAlert } from '../db/alerts.fixture.ts'
import { buildCreator, buildGoal } from '../db/builders.fixture.ts'
import { forFile } from '../db/for-file.fixture.ts'
import { plantApiToken } from '../domain/tools/api-token.fixture.ts'
import { openTestContext } from '../server/app.fixture.ts'
import { startServer } from '../server/start-server.ts'
import { openBrimful } from './client.ts'
import { writeCalls } from './write-calls.fixture.ts'

// The oldest Node that the product runs on has no WebSocket of its own; the client's has.
beforeAll(() => void (globalThis.WebSocket ??= WebSocket as never))

const app = await forFile(openTestContext())

test('the types of the client are those of the contract', async () => {
  await expect(writeCalls()).toMatchFileSnapshot(fileURLToPath(new URL('calls.ts', import.meta.url)))
})

test('with a token and the client alone a tool reads, acts once, and follows through a restart of the server', async () => {
  const { uid } = await buildCreator(app.db)
  await buildGoal(app.db, uid, { title: 'A kiln' })
  const { token, id } = await plantApiToken(app.db, uid, ['goals:read', 'tips:read', 'alerts:test'])
  let server = await startServer(app.ctx, { port: 0, host: '127.0.0.1' })
  const port = Number(new URL(server.url).port)
  const brimful = openBrimful({ url: server.url, token })

  expect(await brimful.call('GET tools/goal', {})).toMatchObject({ title: 'A kiln', percent: 20 })
  const write = { body: {}, key: 'press-1' }
  await brimful.call('POST tools/test-alert', write)
  await brimful.call('POST tools/test-alert', write)
  expect(
    await app.db.selectFrom('outbox').select('type').where('creatorUid', '=', uid).execute(),
  ).toHaveLength(1)
  await app.db.updateTable('outbox').set({ fannedOutAt: new Date() }).execute()
  await expect(brimful.call('GET tools/board', {})).rejects.toMatchObject({
    code: 'scope_missing',
    status: 403,
  })

  const names: string[] = []
  const ends: string[] = []
  const feed = brimful.follow({
    cursor: 0,
    onEvent: ({ data }) => names.push(data.name ?? ''),
    onEnd: (code) => ends.push(code),
  })
  const add = (name: string) => addAlert(app.db, uid, { ...alert, name })
  const expected: string[] = []
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 5; i++) expected.push((await add(`tip ${round}.${i}`)).name)
    await expect.poll(() => names).toEqual(expected)
    await server.close()
    for (let i = 5; i < 8; i++) expected.push((await add(`tip ${round}.${i}`)).name)
    server = await startServer(app.ctx, { port, host: '127.0.0.1' })
  }
  await expect.poll(() => names).toEqual(expected)

  await app.db.deleteFrom('apiToken').where('id', '=', id).execute()
  await expect.poll(() => ends).toHaveLength(1)
  feed.close()
  await server.close()
})

const alert = {
  kind: 'tip',
  isTest: true,
  message: null,
  amount: 500,
  currency: 'usd',
  goal: null,
  at: new Date().toISOString(),
} as const
