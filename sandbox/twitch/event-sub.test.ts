import { once } from 'node:events'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { control, openSandbox, postForm } from '../sandbox.fixture.ts'
import type { Sandbox } from '../start.ts'

interface Frame {
  metadata: { message_id: string; message_type: string; subscription_type?: string }
  payload: {
    session?: { id: string; keepalive_timeout_seconds: number | null; reconnect_url: string | null }
    subscription?: { status: string }
    event?: Record<string, unknown>
  }
}

const scopes = ['moderator:read:followers', 'channel:read:subscriptions', 'bits:read']

async function open() {
  const sandbox = await openSandbox()
  const { code, userId } = await control<{ code: string; userId: string }>(sandbox, '/twitch/control/grant', {
    login: 'mira_k',
    scopes,
  })
  const token = await redeem(sandbox, code)
  return { sandbox, userId, token, [Symbol.asyncDispose]: sandbox.close }
}

async function redeem({ env }: Sandbox, code: string): Promise<string> {
  const response = await postForm(`${env.TWITCH_AUTH_URL}/token`, {
    client_id: env.TWITCH_CLIENT_ID!,
    client_secret: env.TWITCH_CLIENT_SECRET!,
    grant_type: 'authorization_code',
    code,
    redirect_uri: 'http://127.0.0.1/connected',
  })
  return ((await response.json()) as { access_token: string }).access_token
}

/** Connects, and reads one frame after the other. */
async function connect(url: string) {
  const socket = new WebSocket(url)
  const frames: Frame[] = []
  let wake = () => {}
  socket.on('message', (data: Buffer) => {
    frames.push(JSON.parse(data.toString('utf8')) as Frame)
    wake()
  })
  const closed = once(socket, 'close').then(([code]) => code as number)
  async function next(type: string): Promise<Frame> {
    for (;;) {
      const at = frames.findIndex(({ metadata }) => metadata.message_type === type)
      if (at >= 0) return frames.splice(at, 1)[0]!
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  const { session } = (await next('session_welcome')).payload
  return { socket, session: session!, next, closed }
}

interface Wanted {
  type?: string
  version?: string
  condition?: object
  sessionId: string
}

function subscribe({ sandbox, token, userId }: Awaited<ReturnType<typeof open>>, wanted: Wanted) {
  const { type = 'channel.cheer', version = '1', sessionId } = wanted
  const condition = wanted.condition ?? { broadcaster_user_id: userId }
  return fetch(`${sandbox.env.TWITCH_API_URL}/eventsub/subscriptions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'client-id': sandbox.env.TWITCH_CLIENT_ID!,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      type,
      version,
      condition,
      transport: { method: 'websocket', session_id: sessionId },
    }),
  })
}

test('a subscription needs a known session, the right version, the own channel, its scope, and is made once', async () => {
  await using twitch = await open()
  const { session } = await connect(twitch.sandbox.env.TWITCH_EVENTSUB_URL!)
  const sessionId = session.id
  const status = async (wanted: Partial<Wanted>, as = twitch) =>
    (await subscribe(as, { sessionId, ...wanted })).status

  expect(await status({ sessionId: 'session_of_nobody' })).toBe(400)
  expect(await status({ type: 'channel.follow' })).toBe(400) // version 1 is gone
  expect(await status({ condition: {} })).toBe(400)
  expect(await status({ condition: { broadcaster_user_id: '1' } })).toBe(403)
  const { code } = await control<{ code: string }>(twitch.sandbox, '/twitch/control/grant', {
    login: 'mira_k',
    scopes: ['user:read:email'],
  })
  expect(await status({}, { ...twitch, token: await redeem(twitch.sandbox, code) })).toBe(403)
  expect(await status({}, { ...twitch, token: 'nonsense' })).toBe(401)
  expect(await status({})).toBe(202)
  expect(await status({})).toBe(409)
  const follow = { broadcaster_user_id: twitch.userId, moderator_user_id: twitch.userId }
  expect(await status({ type: 'channel.follow', version: '2', condition: follow })).toBe(202)
})

test('a user has three connections with subscriptions', async () => {
  await using twitch = await open()
  const statuses: number[] = []
  for (let i = 0; i < 4; i++) {
    const { session } = await connect(twitch.sandbox.env.TWITCH_EVENTSUB_URL!)
    statuses.push((await subscribe(twitch, { sessionId: session.id })).status)
  }
  expect(statuses).toEqual([202, 202, 202, 429])
})

test('a connection that is not used, or sends something, is closed; a used one is kept alive', async () => {
  await using twitch = await open()
  await control(twitch.sandbox, '/twitch/control/clock', { scale: 100 })
  const url = twitch.sandbox.env.TWITCH_EVENTSUB_URL!
  const unused = await connect(url)
  const used = await connect(`${url}?keepalive_timeout_seconds=1`)
  expect((await subscribe(twitch, { sessionId: used.session.id })).status).toBe(202)
  expect(used.session.keepalive_timeout_seconds).toBe(10)

  expect(await unused.closed).toBe(4003)
  await used.next('session_keepalive')
  used.socket.send('hello')
  expect(await used.closed).toBe(4001)
})

test('a reconnection takes the subscriptions along, and the old connection ends after 30 seconds', async () => {
  await using twitch = await open()
  const { sandbox } = twitch
  const url = sandbox.env.TWITCH_EVENTSUB_URL!
  const old = await connect(url)
  await subscribe(twitch, { sessionId: old.session.id })
  const emit = (count: number) =>
    control<{ sent: number }>(sandbox, '/twitch/control/event', { channel: 'mira_k', kind: 'cheer', count })

  await control(sandbox, '/twitch/control/eventsub-faults', { fault: 'reconnect' })
  const { reconnect_url } = (await old.next('session_reconnect')).payload.session!
  expect(await emit(1)).toEqual({ sent: 1 })
  expect((await old.next('notification')).payload.event).toMatchObject({ bits: 1 })
  const next = await connect(reconnect_url!)
  await emit(2)
  expect((await next.next('notification')).payload.event).toMatchObject({ bits: 2 })
  await control(sandbox, '/twitch/control/clock', { scale: 1000 })
  expect(await old.closed).toBe(4004)

  const stranger = new WebSocket(`${url}?reconnect_key=nonsense`)
  expect((await once(stranger, 'close'))[0]).toBe(4007)
})

test('an event may come twice with one id; a gift of three is announced once beside three subscriptions; a revocation ends all', async () => {
  await using twitch = await open()
  const { sandbox } = twitch
  const { session, next } = await connect(sandbox.env.TWITCH_EVENTSUB_URL!)
  const types = ['channel.cheer', 'channel.subscribe', 'channel.subscription.gift']
  for (const type of types) await subscribe(twitch, { sessionId: session.id, type })
  const emit = (body: object) => control(sandbox, '/twitch/control/event', { channel: 'mira_k', ...body })

  await emit({ kind: 'cheer', count: 5, times: 2 })
  const [first, second] = [await next('notification'), await next('notification')]
  expect(second.metadata.message_id).toBe(first.metadata.message_id)

  await emit({ kind: 'gift', count: 3, viewer: '' })
  const gifts: Frame[] = []
  while (gifts.length < 4) gifts.push(await next('notification'))
  expect(
    gifts.map(({ metadata }) => metadata.subscription_type ?? '').toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(['channel.subscribe', 'channel.subscribe', 'channel.subscribe', 'channel.subscription.gift'])
  expect(gifts.find(({ payload }) => payload.event?.total)?.payload.event).toMatchObject({
    total: 3,
    is_anonymous: true,
    user_name: null,
  })

  await control(sandbox, '/twitch/control/revoke', { login: 'mira_k' })
  const ended = [await next('revocation'), await next('revocation'), await next('revocation')]
  expect(ended.map(({ payload }) => payload.subscription?.status)).toEqual(
    types.map(() => 'authorization_revoked'),
  )
})
