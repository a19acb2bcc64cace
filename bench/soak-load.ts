/** The load of a soak: the product with the demo's creators, their chats, overlays and control panels, and tips that are paid. */
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pRetry from 'p-retry'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import { livePath } from '../contract/sockets.ts'
import { buildOrders } from '../db/builders.fixture.ts'
import { findTestPort } from '../db/test-port.fixture.ts'
import { prepareParts } from '../e2e/product-parts.ts'
import { startRedisServer } from '../e2e/redis-server.ts'
import { openSigner } from '../sandbox/paypal/webhook-signer.fixture.ts'
import type { SignedEvent } from '../sandbox/paypal/webhook-signer.fixture.ts'
import { onCleanup, track } from './cleanup.ts'
import { openOverlays } from './overlays.ts'
import { startNode } from './processes.ts'

const merchantId = 'SOAKMERCHANT'
const overlaysOfCreator = 50
const panelsOfCreator = 2

export type SoakLoad = Awaited<ReturnType<typeof startSoakLoad>>

/** Starts the product's processes on loopback, with the demo's accounts; `cleanUp` ends them. */
async function startProcesses() {
  const [port, serverPort, workersPort] = [await findTestPort(), await findTestPort(), await findTestPort()]
  const parts = await prepareParts(port)
  onCleanup(() => parts.close())
  onCleanup(() => parts.sandbox.close())
  const accounts = await parts.seedDemo(parts.env) // with the sandbox's own PayPal, which has the payout accounts
  const redis = track(await startRedisServer(['--appendonly', 'yes']))
  const signer = await openSigner()
  onCleanup(async () => signer.close())
  const own = { REDIS_URL: redis.url, LIVE_HOST: '127.0.0.1', TRUST_PROXY: 'loopback' }
  const env = { ...parts.env, ...signer.env, ...own }
  await startNode(['dist/node/server.js'], { ...env, LIVE_PORT: String(serverPort) }, /server listens/)
  await startNode(['dist/node/workers.js'], { ...env, LIVE_PORT: String(workersPort) }, /workers run/)
  const metricsAt = { server: serverPort, workers: workersPort }
  return { ...parts, accounts, redis: redis.client, signer, port, metricsAt }
}

/** Starts the product with open overlays and control panels; `cleanUp` ends it. */
export async function startSoakLoad() {
  const product = await startProcesses()
  const { port, accounts, signer, db } = product
  const creators = accounts.filter(({ role }) => role === 'creator')
  const rows = await db
    .selectFrom('account')
    .select(['uid', 'userName'])
    .where('accountType', '=', 1)
    .execute()
  const uids = creators.map(({ userName }) => rows.find((row) => row.userName === userName)!.uid)
  const overlays = openOverlays(
    port,
    uids.flatMap((uid) => Array.from({ length: overlaysOfCreator }, () => uid)),
  )
  onCleanup(() => overlays.close())
  await overlays.connect()
  await openPanels(
    port,
    creators.map((account, n) => ({ ...account, uid: uids[n]! })),
  )
  let sent = 0

  /** Opens orders for tips, each for the next creator, and returns the webhooks that report them as paid. */
  async function openTips(count: number): Promise<SignedEvent[]> {
    const events: SignedEvent[] = []
    for (const [n, uid] of uids.entries()) {
      const own = Array.from({ length: Math.floor((count + n) / uids.length) }, () => ({
        supporterName: `Supporter ${(sent += 1)}`,
        payeeId: merchantId,
      }))
      for (const { providerOrderId } of own.length > 0 ? await buildOrders(db, uid, own) : [])
        events.push(signer.captureEvent({ providerOrderId: providerOrderId!, merchantId, amount: '5.00' }))
    }
    return events
  }

  return {
    ...product,
    openTips,
    /** Reports a tip as paid, again after a fault, as PayPal does. */
    pay: (event: SignedEvent) => pRetry(() => post(port, event), { retries: 8 }),
    /** Returns how many tips were reported, and how many alerts the first overlays of all creators have received since. */
    counts: () => ({
      paid: sent,
      shown: uids.reduce((sum, _, n) => sum + overlays.countOf(n * overlaysOfCreator), 0),
    }),
    /** Opens an overlay and a page of a creator, as somebody who comes, and closes both. */
    async visit() {
      const [overlay, page] = ['/alerts', livePath].map((path) => open(port, path, { userUID: uids[0]! }))
      await Promise.all([overlay, page].map((socket) => connected(socket!)))
      await sleep(500)
      for (const socket of [overlay, page]) socket!.close()
    },
  }
}

async function openPanels(
  port: number,
  creators: readonly { uid: string; email: string; password: string }[],
) {
  const sockets: Socket[] = []
  for (const { uid, email, password } of creators) {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/account/log-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    if (!response.ok) throw new Error(`log-in: ${response.status} ${await response.text()}`)
    const cookie = response.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    for (let n = 0; n < panelsOfCreator; n++) sockets.push(open(port, livePath, { panel: uid }, cookie))
  }
  onCleanup(async () => sockets.forEach((socket) => socket.close()))
  await Promise.all(sockets.map(connected))
}

function open(port: number, path: string, auth: object, cookie?: string): Socket {
  return io(`http://127.0.0.1:${port}${path}`, {
    auth,
    transports: ['websocket'],
    forceNew: true,
    ...(cookie && { extraHeaders: { cookie } }),
  })
}

function connected(socket: Socket): Promise<void> {
  if (socket.connected) return Promise.resolve()
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve())
    socket.once('connect_error', reject)
  })
}

function post(port: number, { headers, body }: SignedEvent): Promise<void> {
  const path = '/api/v1/paypal/webhook'
  return new Promise((resolve, reject) => {
    const sending = request(
      { agent: false, host: '127.0.0.1', port, path, method: 'POST', headers },
      (response) => {
        response.resume()
        response.on('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`${path}: ${response.statusCode}`)),
        )
      },
    )
    sending.on('error', reject)
    sending.end(body)
  })
}
