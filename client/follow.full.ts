import { WebSocket } from 'ws'
import { beforeAll, expect, test } from 'vitest'
import { storeAlert } from '../db/alerts.fixture.ts'
import { buildCreator } from '../db/builders.fixture.ts'
import { captureTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { plantApiToken } from '../domain/tools/api-token.fixture.ts'
import { openTestContext } from '../server/app.fixture.ts'
import { startServer } from '../server/start-server.ts'
import { openBrimful } from './client.ts'

beforeAll(() => void (globalThis.WebSocket ??= WebSocket as never))

const tips = 1_000

test('with a token and the client alone a tool follows a thousand tips through three cuts and runs the panel', async () => {
  await using app = await openTestContext()
  const { uid } = await buildCreator(app.db)
  const { token, id } = await plantApiToken(app.db, uid, [
    'tips:read',
    'panel:read',
    'panel:act',
    'timers:act',
  ])
  const smaller = await plantApiToken(app.db, uid, ['panel:read'])
  let server = await startServer(app.ctx, { port: 0, host: '127.0.0.1' })
  const port = Number(new URL(server.url).port)
  const got: (string | null)[] = []
  const { url } = server
  const brimful = openBrimful({ url, token })
  const ends: string[] = []
  const feed = brimful.follow({
    cursor: 0,
    onEvent: ({ type, data }) => type === 'tip.captured' && got.push(data.tipId),
    onEnd: (code) => ends.push(code),
  })

  const given: string[] = []
  let cuts = 0
  for (let i = 0; i < tips; i++) {
    given.push(await giveTip(i))
    if (i === 200 || i === 500 || i === 800) {
      await server.close()
      cuts += 1
    }
    if (i === 300 || i === 600 || i === 900) {
      server = await startServer(app.ctx, { port, host: '127.0.0.1' })
      await runPanel(`after ${i}`)
    }
  }

  await expect.poll(() => got.length).toBe(tips)
  expect(got).toEqual(given)
  expect(cuts).toBe(3)
  const page = await brimful.call('GET tools/tips', { query: { after: 990 } })
  expect(page.tips.map(({ data }) => data.tipId)).toEqual(given.slice(990))
  for (const [label, read] of [
    ['smaller', openBrimful({ url, token: smaller.token })],
    ['revoked', brimful],
  ] as const) {
    if (label === 'revoked') await app.db.deleteFrom('apiToken').where('id', '=', id).execute()
    const code = label === 'smaller' ? 'scope_missing' : 'token_refused'
    for (const call of [
      () => read.call('POST tools/panel', { body: { action: 'panic' } }),
      () => read.call('POST tools/timer', { body: { seconds: 60 } }),
      () => read.call('GET tools/tips', {}),
    ])
      await expect(call()).rejects.toMatchObject({ code })
  }
  await expect.poll(() => ends).toEqual(['token_refused'])
  const done = app.db.selectFrom('panelAction').select(['kind', 'tokenName']).orderBy('createdAt')
  const kinds = ['pause', 'skip', 'mute', 'replay', 'unmute', 'panic', 'end-panic', 'resume'] as const
  const once = kinds.map((kind) => ({ kind, tokenName: 'My deck' }))
  expect(await done.execute()).toEqual([...once, ...once, ...once])
  feed.close()
  await server.close()

  /** Does everything that a tool may do, and repeats each request with its key. */
  async function runPanel(key: string): Promise<void> {
    const tipId = given.at(-1)!
    for (const body of [
      { action: 'pause' },
      { action: 'skip', tipId },
      { action: 'mute' },
      { action: 'replay' },
      { action: 'unmute' },
      { action: 'panic' },
      { action: 'end-panic', waiting: 'play' },
      { action: 'resume' },
    ] as const)
      for (let attempt = 0; attempt < 2; attempt++)
        await brimful.call('POST tools/panel', { body, key: `${key} ${body.action}`.replaceAll(' ', '-') })
    // There are no workers here to show the tip again.
    await app.db
      .updateTable('outbox')
      .set({ fannedOutAt: new Date() })
      .where('type', '=', 'alert.replayed')
      .execute()
    expect(await brimful.call('GET tools/panel', {})).toMatchObject({ status: 'playing', isMuted: false })
  }

  async function giveTip(i: number): Promise<string> {
    const { tipId, eventIds } = await captureTip(app.db, uid, { supporterName: `Tip ${i}` })
    const words = { name: `Tip ${i}`, message: null, goal: null, at: new Date().toISOString() }
    const money = { amount: 500, currency: 'usd' } as const
    const { seq } = (await storeAlert(app.db, uid, eventIds[0]!, {
      kind: 'tip',
      isTest: false,
      ...money,
      ...words,
    }))!
    await app.ctx.pubsub.publish({ kind: 'alert', creatorUid: uid, seq })
    return tipId
  }
}, 300_000)
