/** The sockets before strangers: what they are shown, what they can forge, and how little of it does harm. */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { WholeTip } from '../../contract/tip.ts'
import { insertAlert } from '../../db/queries/alerts.ts'
import type { AlertBody } from '../../db/queries/alerts.ts'
import { buildCreator, buildGoal } from '../../db/builders.fixture.ts'
import { toAlert } from '../../domain/alerts/to-alert.ts'
import { buildAlerts, startTestSockets } from './sockets.fixture.ts'
import type { TestOverlay, TestSockets } from './sockets.fixture.ts'

const here = '203.0.113.7'
const elsewhere = '198.51.100.20'

const secretTip: WholeTip = {
  supporterName: 'Name of nobody’s business',
  isAnonymous: true,
  isPrivate: true,
  message: 'for the creator alone',
  amountMinor: 7_00,
  currency: 'gbp',
}

test('a bare address gets the public projection, key by key, and no word beside it', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const stranger = test.overlay({ userUID: uid })
  const said: string[] = []
  stranger.socket.onAny((event: string) => void said.push(event))
  await stranger.begins()
  const goal = { title: 'A kiln', amountMinor: 100_00, receivedMinor: 27_00 }

  await store(test, uid, toAlert({ kind: 'tip', tip: secretTip, goal, locale: 'de', at: new Date() }))

  await stranger.reaches(1)
  expect(stranger.alerts).toEqual([
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
  expect(said).toEqual(['ready', 'alert'])
})

test('what a stored alert holds beside the contract stays in the house', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const stranger = test.overlay({ userUID: uid })
  await stranger.begins()
  const goal = { title: 'A kiln', amountMinor: 100_00, receivedMinor: 27_00 }
  const body = toAlert({ kind: 'tip', tip: secretTip, goal, locale: 'de', at: new Date() })
  const loose = { ...body, email: 'fan@example.test', goal: { ...body.goal!, creatorUid: uid } }

  await store(test, uid, loose)

  await stranger.reaches(1)
  expect(stranger.alerts).toEqual([{ ...body, seq: 1, id: expect.any(String) }])
})

test.each([
  ['from the future', 4, 3],
  ['of another creator', 50, 3],
  ['as large as can be', Number.MAX_SAFE_INTEGER, 3],
  ['negative', -1, 'invalid_input'],
  ['a fraction', 1.5, 'invalid_input'],
  ['not a number', Number.NaN, 'invalid_input'],
  ['without end', Infinity, 'invalid_input'],
  ['larger than can be', 2 ** 53, 'invalid_input'],
  ['a word', '3', 'invalid_input'],
  ['a list', [3], 'invalid_input'],
  ['an order', { $gt: 0 }, 'invalid_input'],
])('a cursor that is %s does no harm', async (_, cursor, expected) => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  await buildAlerts(test.db, uid, 3)
  const present = test.overlay({ userUID: uid })
  await present.begins()

  const wild = test.overlay({ userUID: uid, cursor: cursor as number })

  await expect.poll(() => wild.ready[0] ?? wild.refusals[0]).toBe(expected)
  await nextAlertReaches(test, uid, typeof expected === 'number' ? [present, wild] : [present])
})

const patience = { timeout: 90_000 } // thousands of connections, or the seconds that a backlog takes to grow

/** A hundred each; ten thousand joins in all in `npm run test:full`. */
const crowds = process.env.TEST_FULL === 'true' ? 100 : 25

test(
  'thousands of joins from one address hold a few hundred sockets, and others get their alert',
  patience,
  async () => {
    await using test = await startTestSockets()
    const { uid } = await buildCreator(test.db)
    const overlay = test.overlay({ userUID: uid }, undefined, elsewhere)
    await overlay.begins()
    const strangers: Stranger[] = []
    const outcomes = new Map<string, number>()
    let most = 0

    for (let i = 0; i < crowds; i++) {
      const crowd = Array.from({ length: 100 }, () => openStranger(test, { 'x-forwarded-for': here }))
      strangers.push(...crowd)
      for (const stranger of crowd) {
        stranger.say(`40/alerts,${JSON.stringify({ userUID: uid })}`)
        const outcome = await stranger.outcome
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
      most = Math.max(most, test.sockets.io.engine.clientsCount)
    }

    expect([...outcomes.keys()].toSorted()).toEqual(['joined', 'rate_limited'])
    expect(outcomes.get('joined')).toBeLessThanOrEqual(500)
    expect(most).toBeLessThanOrEqual(1002)
    const late = test.overlay({ userUID: uid }, undefined, elsewhere)
    await late.begins()
    await nextAlertReaches(test, uid, [overlay, late])
    for (const { socket } of strangers) socket.terminate()
    await expect.poll(() => test.sockets.io.engine.clientsCount).toBe(2)
    await test.overlay({ userUID: uid }, undefined, here).begins()
  },
)

test('connections that never say whom they want are few as well', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)

  const crowd = Array.from({ length: 1500 }, () => openStranger(test, { 'x-forwarded-for': here }))
  const outcomes = await Promise.all(crowd.map(({ opened }) => opened))

  expect(outcomes.filter((isOpen) => isOpen).length).toBeLessThanOrEqual(1000)
  const overlay = test.overlay({ userUID: uid }, undefined, elsewhere)
  await overlay.begins()
  await nextAlertReaches(test, uid, [overlay])
  for (const { socket } of crowd) socket.terminate()
})

test('a thousand joins on one connection make one socket at most', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const overlay = test.overlay({ userUID: uid }, undefined, elsewhere)
  await overlay.begins()
  const cookie = await test.signIn(uid) // one more look into the database, in which many joins meet
  const stranger = openStranger(test, { 'x-forwarded-for': here, cookie })
  await stranger.opened

  for (let i = 0; i < 1000; i++) stranger.say(`40/alerts,${JSON.stringify({ userUID: uid })}`)

  await stranger.closed
  await expect.poll(() => test.sockets.io.of('/alerts').sockets.size).toBe(1)
  await nextAlertReaches(test, uid, [overlay])
})

test('a connection whose socket has left hears of no alert any more', async () => {
  await using test = await startTestSockets()
  const [one, other] = [await buildCreator(test.db), await buildCreator(test.db)]
  const witness = test.overlay({ userUID: other.uid })
  await witness.begins()
  const stranger = openStranger(test, { 'x-forwarded-for': here })
  stranger.say(`40/alerts,${JSON.stringify({ userUID: one.uid })}`)
  expect(await stranger.outcome).toBe('joined')
  stranger.say('41/alerts,')
  await expect.poll(() => test.sockets.io.of('/alerts').sockets.size).toBe(1)
  const frames: string[] = []
  stranger.socket.on('message', (data: Buffer) => void frames.push(data.toString()))

  await nextAlertReaches(test, one.uid, [])
  await nextAlertReaches(test, other.uid, [witness])
  stranger.say('40/unknown,')

  await expect.poll(() => frames.length).toBeGreaterThan(0)
  expect(frames).toEqual([expect.stringMatching(/^44\/unknown/)])
})

test('a connection whose socket has left gets no second one', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const stranger = openStranger(test, { 'x-forwarded-for': here })
  stranger.say(`40/alerts,${JSON.stringify({ userUID: uid })}`)
  expect(await stranger.outcome).toBe('joined')

  stranger.say('41/alerts,')
  stranger.say(`40/alerts,${JSON.stringify({ userUID: uid })}`)

  await stranger.closed
  await expect.poll(() => test.sockets.io.engine.clientsCount).toBe(0)
})

test.each([
  ['unknown namespaces', () => `40/${randomUUID()},{}`],
  ['unknown events', () => `42/alerts,["${randomUUID()}",1]`],
  ['acknowledgements', () => `42/alerts,["alert:shown",${Math.floor(Math.random() * 1e6)}]`],
  ['pongs', () => '3'],
])('who floods with %s is cut off, and what waits for them is not kept', async (_, frame) => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const overlay = test.overlay({ userUID: uid }, undefined, elsewhere)
  await overlay.begins()
  const stranger = openStranger(test, { 'x-forwarded-for': here, cookie: await test.signIn(uid) })
  stranger.say(`40/alerts,${JSON.stringify({ userUID: uid })}`)
  expect(await stranger.outcome).toBe('joined')
  stranger.socket.pause()

  for (let i = 0; i < 2000; i++) stranger.say(frame())

  await expect.poll(() => test.sockets.io.engine.clientsCount).toBe(1)
  await nextAlertReaches(test, uid, [overlay])
  stranger.socket.terminate()
})

test.each([
  ['a frame over the limit', ['x'.repeat(17_000)]],
  ['a frame of four megabytes', ['4'.padEnd(4_000_000, '2')]],
  ['a hello that is no object', ['40/alerts,null', '40/alerts,[1]', '40/alerts,7', '40/alerts,"x"']],
  ['an event that is no list', ['42/alerts,{}', '42/alerts,null', '42/alerts,[]', '42/alerts,[null]']],
  [
    'a packet that announces a million attachments',
    ['451000000-/alerts,["alert:shown",{"_placeholder":true,"num":0}]'],
  ],
  ['attachments that nobody announced', [Buffer.alloc(10_000), Buffer.alloc(10_000)]],
  ['an event of Socket.IO’s own', ['42/alerts,["disconnect"]', '42/alerts,["connect_error",{}]']],
  ['another protocol', ['40\u0000', '9', '', '6', '0{"sid":"x"}']],
])('%s ends its own connection at most', async (_, frames) => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const overlay = test.overlay({ userUID: uid }, undefined, elsewhere)
  await overlay.begins()

  for (const frame of frames) {
    const stranger = openStranger(test, { 'x-forwarded-for': here })
    const joined = openStranger(test, { 'x-forwarded-for': here })
    joined.say(`40/alerts,${JSON.stringify({ userUID: uid })}`)
    await Promise.all([stranger.opened, joined.outcome])
    for (const { say, socket, closed } of [stranger, joined]) {
      say(frame)
      socket.close() // behind the frame: answered once that was read
      await closed
    }
  }

  await nextAlertReaches(test, uid, [overlay])
  expect(overlay.socket.connected).toBe(true)
})

test('a giant body by polling is refused, and so is a cross-site one', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const overlay = test.overlay({ userUID: uid }, undefined, elsewhere)
  await overlay.begins()
  const address = `${test.url}/socket.io/?EIO=4&transport=polling`
  const opened = await (await fetch(address)).text()
  const { sid } = JSON.parse(opened.slice(1)) as { sid: string }

  const giant = await fetch(`${address}&sid=${sid}`, { method: 'POST', body: '4'.repeat(1_000_000) }).then(
    ({ status }) => status,
    () => 'cut off',
  )
  const foreign = await fetch(address, { headers: { origin: 'https://evil.example' } })

  expect([413, 'cut off']).toContain(giant)
  expect(foreign.status).toBe(403)
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
  await nextAlertReaches(test, uid, [overlay])
})

test(
  'a page that answers pings and reads nothing is sent away, with what waited for it',
  patience,
  async () => {
    await using test = await startTestSockets()
    const { uid } = await buildCreator(test.db)
    const description = 'x'.repeat(2000)
    for (let i = 0; i < 100; i++) await buildGoal(test.db, uid, { description, title: `Goal ${i}` })
    const page = test.page({ userUID: uid })
    await expect.poll(() => page.got('goals').length).toBe(1)
    const stalled = openStranger(test, { 'x-forwarded-for': here })
    stalled.say(`40/live,${JSON.stringify({ userUID: uid })}`)
    expect(await stalled.outcome).toBe('joined')
    stalled.socket.pause()

    await expect
      .poll(
        async () => {
          await test.ring({ kind: 'live', creatorUid: uid })
          return test.sockets.io.engine.clientsCount
        },
        { interval: 20, timeout: 80_000 },
      )
      .toBe(1)
    expect(page.socket.connected).toBe(true)
    stalled.socket.terminate()
  },
)

interface Stranger {
  socket: WebSocket
  /** Sends a frame once the connection is open, whatever it says. */
  say(frame: string | Buffer): void
  /** Whether the connection came about. */
  opened: Promise<boolean>
  /** `joined`, or the code of the refusal. */
  outcome: Promise<string>
  closed: Promise<void>
}

/** A client that keeps to no protocol. */
function openStranger({ url }: TestSockets, headers: IncomingHttpHeaders): Stranger {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    headers,
  })
  const opened = new Promise<boolean>((settle) => {
    socket.on('open', () => settle(true))
    socket.on('error', () => settle(false))
  })
  const outcome = new Promise<string>((settle) => {
    socket.on('message', (data: Buffer) => {
      const frame = data.toString()
      if (frame.startsWith('40/')) settle('joined')
      if (frame.startsWith('44/')) settle(/"code":"(\w+)"/.exec(frame)?.[1] ?? frame)
    })
    socket.on('close', () => settle('closed'))
  })
  const closed = new Promise<void>((settle) => void socket.on('close', () => settle()))
  return {
    socket,
    say: (frame) => void opened.then((isOpen) => isOpen && socket.send(frame)),
    opened,
    outcome,
    closed,
  }
}

async function store(test: TestSockets, creatorUid: string, body: AlertBody): Promise<void> {
  const payload = { type: 'alert.tested', name: 'Ada', amountMinor: 1, currency: 'gbp', goalTitle: '' }
  const { eventId } = await test.db
    .insertInto('outbox')
    .values({ type: 'alert.tested', creatorUid, payload: JSON.stringify(payload) })
    .returning('eventId')
    .executeTakeFirstOrThrow()
  const stored = await test.db.transaction().execute((trx) => insertAlert(trx, { creatorUid, eventId, body }))
  await test.ring({ kind: 'alert', creatorUid, seq: stored!.seq })
}

/** The house still stands: one more alert comes to these overlays, on the connections that they had. */
async function nextAlertReaches(
  test: TestSockets,
  creatorUid: string,
  overlays: TestOverlay[],
): Promise<void> {
  const seq = await buildAlerts(test.db, creatorUid, 1)
  await test.ring({ kind: 'alert', creatorUid, seq })
  for (const overlay of overlays) await overlay.reaches(seq)
  for (const overlay of overlays) expect(overlay.ready).toHaveLength(1)
}
