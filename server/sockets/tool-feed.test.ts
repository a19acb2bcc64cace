import { once } from 'node:events'
import { connect } from 'node:net'
import { WebSocket } from 'ws'
import { afterEach, expect, test } from 'vitest'
import { addAlert, buildTestAlert } from '../../db/alerts.fixture.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { plantApiToken } from '../../domain/tools/api-token.fixture.ts'
import { startTestSockets } from './sockets.fixture.ts'

const server = await forFile(startTestSockets('redis'))
const second = await forFile(startTestSockets('redis', server))
const opened: WebSocket[] = []
afterEach(() => opened.splice(0).forEach((ws) => ws.terminate()))

type Message = { type: string; cursor?: number; code?: string; count?: number; data?: { name: string } }

/** Opens a feed; `hello` is sent as the first frame. */
function open(
  { headers, hello, query = '' }: { headers?: Record<string, string>; hello?: unknown; query?: string },
  at = server,
) {
  const ws = new WebSocket(`${at.url.replace('http', 'ws')}/api/v1/feed${query}`, { headers })
  opened.push(ws)
  const messages: Message[] = []
  ws.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString('utf8')) as Message))
  ws.on('error', () => {})
  if (hello !== undefined) ws.on('open', () => ws.send(JSON.stringify(hello)))
  const closed = once(ws, 'close').then(([code]) => code as number)
  return { ws, messages, closed, names: () => messages.flatMap(({ data }) => data?.name ?? []) }
}

async function setUp(expiresAt?: Date) {
  const { uid } = await buildCreator(server.db)
  const token = await plantApiToken(server.db, uid, ['tips:read'], expiresAt)
  const add = async (...names: string[]) => {
    for (const name of names) {
      const { seq } = await addAlert(server.db, uid, buildTestAlert(name))
      await server.publish({ kind: 'alert', creatorUid: uid, seq })
    }
  }
  return { uid, add, ...token }
}

const ready = (cursor: number) => ({ type: 'ready', cursor })

test('a tool gets what happens, on every server, with public data and a cursor', async () => {
  const { add, headers, token } = await setUp()
  await add('before')
  const one = open({ headers })
  const other = open({ hello: { type: 'hello', token } }, second)
  await expect.poll(() => [one.messages, other.messages]).toEqual([[ready(1)], [ready(1)]])

  await add('Ada', 'Grace')

  for (const { messages, names } of [one, other]) {
    await expect.poll(names).toEqual(['Ada', 'Grace'])
    expect(messages[1]).toMatchObject({
      type: 'alert.tested',
      cursor: 2,
      data: { amountText: '$5', tipId: null },
    })
  }
})

test('a tool that comes back gets what it missed, once, and then what happens', async () => {
  const { add, headers } = await setUp()
  await add(...Array.from({ length: 120 }, (_, i) => `tip ${i + 1}`))

  const feed = open({ headers, query: '?cursor=7' })
  await add('tip 121', 'tip 122')

  const expected = Array.from({ length: 115 }, (_, i) => `tip ${i + 8}`)
  await expect.poll(feed.names).toEqual(expected)
  expect(feed.messages[0]).toEqual(ready(7))
})

test('an event whose message was lost is found by the poll', async () => {
  const { uid, headers } = await setUp()
  const feed = open({ headers })
  await expect.poll(() => feed.messages).toEqual([ready(0)])

  await addAlert(server.db, uid, buildTestAlert('Ada'))

  await expect.poll(feed.names).toEqual(['Ada'])
})

test('the feeds of a revoked token and of one that expires are closed on every server, without a message', async () => {
  const [one, other] = [await setUp(), await setUp(new Date(Date.now() + 2_000))]
  const feeds = [open(one), open(one, second), open(other)]
  await expect.poll(() => feeds.map(({ messages }) => messages.length)).toEqual([1, 1, 1])

  await server.db.deleteFrom('apiToken').where('id', '=', one.id).execute()

  expect(await Promise.all(feeds.map(({ closed }) => closed))).toEqual([4401, 4401, 4401])
})

test('a wrong token, a smaller one and a wrong hello are refused with a code and nothing else', async () => {
  const { uid, token } = await setUp()
  const smaller = await plantApiToken(server.db, uid, ['goals:read'])
  const cases = [
    [{ headers: { authorization: 'Bearer brim_nonsense' } }, 4401, 'token_refused'],
    [{ headers: smaller.headers }, 4403, 'scope_missing'],
    [{ hello: { type: 'hello', token: smaller.token } }, 4403, 'scope_missing'],
    [{ hello: 'hi' }, 4400, 'invalid_input'],
    [{ hello: { type: 'hello', token, cursor: -1 } }, 4400, 'invalid_input'],
    [{ headers: { authorization: `Bearer ${token}` }, query: '?cursor=x' }, 4400, 'invalid_input'],
  ] as const

  for (const [how, code, reason] of cases) {
    const feed = open(how)
    expect(await feed.closed).toBe(code)
    expect(feed.messages).toEqual([{ type: 'error', code: reason }])
  }
})

test('a session is no token', async () => {
  const { uid } = await setUp()
  const feed = open({ headers: { cookie: await server.signIn(uid) }, hello: { type: 'hello', token: '' } })

  expect(await feed.closed).toBe(4401)
})

test('a token opens twenty feeds of a server, and another token more', async () => {
  const [one, other] = [await setUp(), await setUp()]
  const feeds = Array.from({ length: 20 }, () => open(one))
  await expect.poll(() => feeds.filter(({ messages }) => messages.length > 0).length).toBe(20)

  expect(await open(one).closed).toBe(4429)
  const more = open(other)
  await expect.poll(() => more.messages).toEqual([ready(0)])
})

test.each([
  '//',
  '///',
  '//[',
  '//:0/',
  'http://[',
  '//%',
  '*',
  '/\\/\\',
  '//api/v1/feed',
  '/api/v1/feed?cursor=%',
])('a request for a connection to the address %s ends at most itself', async (target) => {
  const { headers } = await setUp()
  const lines = [`GET ${target} HTTP/1.1`, 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket']
  const client = connect(Number(new URL(server.url).port), '127.0.0.1')
  client.on('error', () => {})

  client.end(
    [...lines, 'Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${btoa('0123456789abcdef')}`, '', ''].join(
      '\r\n',
    ),
  )

  const feed = open({ headers })
  await expect.poll(() => feed.messages).toEqual([ready(0)])
  client.destroy()
})

test('a tool that floods is cut off', async () => {
  const { headers } = await setUp()
  const feed = open({ headers })
  await expect.poll(() => feed.messages).toEqual([ready(0)])

  for (let i = 0; i < 300; i++) feed.ws.send('x')

  expect(await feed.closed).toBe(1006)
})
