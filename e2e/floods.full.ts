/**
 * Lets strangers at a hundred addresses (127.0.0.1 to 127.0.0.100) flood the routes that cost us most. Meanwhile another visitor
 * must hardly notice, honest supporters must be able to pay, and the calls to the provider must stay within the limits in
 * docs/abuse.md.
 */
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProofChallenge } from '../contract/proof.ts'
import { buildCreator } from '../db/builders.fixture.ts'
import type { AccountRow } from '../db/schema.ts'
import { limits } from '../contract/limits.ts'
import { ownLookUps } from '../domain/payments/orders/order-limits.ts'
import { blackPng } from '../domain/storage/png.fixture.ts'
import { findTestPort } from '../db/test-port.fixture.ts'
import { openServer, prepareParts } from './product-parts.ts'
import type { Parts } from './product-parts.ts'
import type { Program } from './program.ts'
import { solveProof } from '../domain/security/solve-proof.fixture.ts'
import { approve } from './tip-requests.ts'

const strangers = Array.from({ length: 100 }, (_, i) => `127.0.0.${i + 1}`)
const supporters = Array.from({ length: 20 }, (_, i) => `127.0.0.${i + 120}`)
const visitor = '127.0.0.200'
/** How many requests of strangers are in progress at the same time. */
const concurrency = 60

let product: Parts & { url: string }
let paypal: Awaited<ReturnType<typeof openCountingProxy>>
let server: Program
let creator: AccountRow

beforeAll(async () => {
  const port = await findTestPort()
  const parts = await prepareParts(port)
  paypal = await openCountingProxy(parts.env.PAYPAL_API_URL!)
  product = { ...parts, url: parts.env.PUBLIC_URL! }
  server = openServer({ ...parts.env, PAYPAL_API_URL: paypal.url })
  await server.start()
  creator = await buildPaidCreator(product)
})
afterAll(async () => {
  await server?.stop()
  await paypal?.close()
  await product?.sandbox.close()
  await product?.close()
})

test('3,000 orders that nobody pays', async () => {
  const before = paypal.count(isOrder)
  const orders = strangers.flatMap((address) => Array<string>(30).fill(address))

  const { statuses, paid } = await flood(orders, (address) => openOrder(address))

  const opened = paypal.count(isOrder) - before
  console.log(`orders: ${toText(statuses)}; ${opened} opened at PayPal, ${supporters.length} by supporters`)
  expect(paid).toBe(supporters.length)
  // Requests in progress when the limit is reached may still open an order.
  expect(opened).toBeLessThanOrEqual(limits['order open-creator'].points + concurrency + supporters.length)
  expect(Object.keys(statuses).toSorted()).toEqual(['200', '428'])
})

test('3,000 captures of orders that nobody approved', async () => {
  const orderIds = await Promise.all(supporters.map(openAndSolve))
  const before = paypal.count(isCapture)
  const captures = strangers.flatMap((address) => Array<string>(30).fill(address))

  const { statuses, paid } = await flood(captures, (address, n) =>
    send(address, `/api/v1/paypal/capture-order/${orderIds[n % orderIds.length]!}`, {}),
  )

  const requested = paypal.count(isCapture) - before
  console.log(`captures: ${toText(statuses)}; PayPal received ${requested} requests`)
  expect(paid).toBe(supporters.length)
  const { points } = limits['order look-up']
  expect(requested).toBeLessThanOrEqual(orderIds.length * points + supporters.length * ownLookUps)
  expect(Object.keys(statuses).every((status) => status === '409' || status === '429')).toBe(true)
})

test('3,000 forged webhooks that name ever-new certificates', async () => {
  const before = paypal.count(isCertificate)
  const startedAt = Date.now()
  const webhooks = strangers.flatMap((address) => Array<string>(30).fill(address))

  const { statuses, paid } = await flood(webhooks, (address, n) =>
    send(address, '/api/v1/paypal/webhook', { id: `WH-${n}` }, forgedHeaders(n)),
  )

  const minutes = Math.ceil((Date.now() - startedAt) / 60_000)
  const fetched = paypal.count(isCertificate) - before
  console.log(`webhooks: ${toText(statuses)}; ${fetched} certificates fetched`)
  expect(paid).toBe(supporters.length)
  expect(fetched).toBeLessThanOrEqual(limits['certificate all'].points * (minutes + 1))
  expect(statuses).toEqual({ 403: webhooks.length })
})

test('120 pictures of forty megapixels, each a file of a few kilobytes, from people who sign up', async () => {
  const bomb = await toForm(blackPng({ width: 8000, height: 5000 }))
  const photo = await toForm(
    await sharp({ create: { width: 8064, height: 6048, channels: 3, background: 'plum' } })
      .jpeg()
      .toBuffer(),
  )
  const cookies = await Promise.all(strangers.map(beginSignUp))
  const newcomer = { address: '127.0.0.201', cookie: await beginSignUp('127.0.0.201') }
  const uploads = Array.from({ length: 120 }, (_, n) => strangers[n % strangers.length]!)

  const [{ statuses, paid }, waitedMs] = await Promise.all([
    flood(uploads, (address, n) => upload({ address, cookie: cookies[n % cookies.length]! }, bomb)),
    keepUploading(newcomer, photo),
  ])

  console.log(`pictures: ${toText(statuses)}; another network's photo was accepted after ${waitedMs} ms`)
  expect(paid).toBe(supporters.length)
  expect(Object.keys(statuses).toSorted()).toEqual(['200', '503'])
})

/** Creates a creator whose PayPal account exists in the sandbox. */
async function buildPaidCreator({ db, control }: Parts): Promise<AccountRow> {
  const account = await buildCreator(db)
  const { uid, email } = account
  const { merchantId } = await control<{ merchantId: string }>('/paypal/control/merchants', { email })
  await db.updateTable('payoutAccount').set({ payeeId: merchantId }).where('uid', '=', uid).execute()
  return account
}

const isOrder = (line: string) => line === 'POST /v2/checkout/orders'
const isCapture = (line: string) => line.endsWith('/capture')
const isCertificate = (line: string) => line.includes('/certs/')

/** Sends the strangers' requests while supporters pay and a visitor browses. Prints and limits how long the visitor waits. */
async function flood(addresses: string[], attempt: (address: string, n: number) => Promise<Answer>) {
  const statuses: Record<string, number> = {}
  const waits: number[] = []
  let isOver = false
  const watching = keepLooking(waits, () => isOver)
  let paying: Promise<boolean[]> | undefined
  await inParallel(addresses, async (address, n) => {
    if (n === addresses.length / 2) paying = Promise.all(supporters.map(payTip)) // halfway, when the limits have been reached
    const { status } = await attempt(address, n)
    statuses[status] = (statuses[status] ?? 0) + 1
  })
  const paid = (await paying!).filter((isPaid) => isPaid).length
  isOver = true
  await watching
  const p99 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)]!
  console.log(`a visitor made ${waits.length} requests meanwhile; p99 ${Math.round(p99)} ms`)
  expect(p99).toBeLessThan(1000)
  return { statuses, paid }
}

async function inParallel(addresses: string[], work: (address: string, n: number) => Promise<void>) {
  const rest = addresses.entries()
  const workers = Array.from({ length: concurrency }, async () => {
    for (const [n, address] of rest) await work(address, n)
  })
  await Promise.all(workers)
}

async function keepLooking(waits: number[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const from = performance.now()
    const { status } = await send(visitor, `/api/v1/goals/get_all_goals?username=${creator.userName}`)
    expect(status).toBe(200)
    waits.push(performance.now() - from)
  }
}

/** Opens, approves and captures an order as an honest supporter's browser does. */
async function payTip(address: string): Promise<boolean> {
  const orderId = await openAndSolve(address)
  await approve(product, orderId)
  return (await send(address, `/api/v1/paypal/capture-order/${orderId}`, {})).status === 200
}

/** Opens an order, solving a proof of work if the server requires one. */
async function openAndSolve(address: string): Promise<string> {
  const first = await openOrder(address)
  const { challenge } = first.body as { challenge?: ProofChallenge }
  if (!challenge) return (first.body as { orderId: string }).orderId
  const answer = await openOrder(address, await solveProof(challenge))
  expect(answer.status).toBe(200)
  return (answer.body as { orderId: string }).orderId
}

function openOrder(address: string, proof?: object): Promise<Answer> {
  const tip = { amount: 7_00, name: 'Grace', message: '', isPrivateMessage: false }
  return send(address, '/api/v1/paypal/create-order', { ...tip, ReceipentUID: creator.uid, proof })
}

interface SigningUp {
  address: string
  cookie: string
}

/** Returns the cookie of a new sign-up. */
async function beginSignUp(address: string): Promise<string> {
  const email = `${address}@example.test`
  const person = { email, username: 'Pia', password: 'tractor violin moss 7', acceptPrivacyTerms: true }
  const { status, cookie } = await send(address, '/api/v1/account/sign-up/start', person)
  expect(status).toBe(200)
  return cookie
}

interface Form {
  type: string
  bytes: Buffer
}

async function toForm(picture: Buffer): Promise<Form> {
  const form = new FormData()
  form.set('picture', new Blob([new Uint8Array(picture)]), 'picture')
  const encoded = new Response(form)
  return { type: encoded.headers.get('content-type')!, bytes: Buffer.from(await encoded.arrayBuffer()) }
}

function upload({ address, cookie }: SigningUp, { type, bytes }: Form): Promise<Answer> {
  const headers = { cookie, 'content-type': type }
  return send(address, '/api/v1/account/sign-up/select-profile-picture', bytes, headers)
}

/** Uploads a picture, repeating the upload after each 503. Returns the milliseconds until the server accepted it. */
async function keepUploading(person: SigningUp, picture: Form): Promise<number> {
  const from = performance.now()
  for (;;) {
    const { status, body } = await upload(person, picture)
    if (status === 200) return Math.round(performance.now() - from)
    expect(status).toBe(503)
    await sleep((body as { retryAfter: number }).retryAfter * 1000)
  }
}

function forgedHeaders(n: number): Record<string, string> {
  return {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': `${paypal.url}/v1/notifications/certs/CERT-${n}`,
    'paypal-transmission-id': `${n}`,
    'paypal-transmission-time': new Date().toISOString(),
    'paypal-transmission-sig': 'forged',
  }
}

interface Answer {
  status: number
  body: unknown
  /** The first cookie that the response sets, or ''. */
  cookie: string
}

const agents = new Map<string, Agent>()

/**
 * Sends a request from one of this machine's addresses: a POST if there is a body, otherwise a GET. An object is sent as JSON. The
 * server closes connections that nobody has used for some seconds, perhaps just when a request is sent on one: then it is sent again,
 * as browsers do (https://nodejs.org/api/http.html#requestreusedsocket).
 */
function send(localAddress: string, path: string, body?: object | Buffer, headers = {}): Promise<Answer> {
  const agent = agents.get(localAddress) ?? new Agent({ keepAlive: true, localAddress })
  agents.set(localAddress, agent)
  return new Promise((resolve, reject) => {
    const method = body ? 'POST' : 'GET'
    const sent = request(
      product.url + path,
      { agent, method, headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const isJson = response.headers['content-type']?.includes('json')
          const text = Buffer.concat(chunks).toString()
          const cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
          resolve({ status: response.statusCode!, body: isJson ? JSON.parse(text) : text, cookie })
        })
      },
    )
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const isClosedWhenIdle = sent.reusedSocket && error.code === 'ECONNRESET'
      if (isClosedWhenIdle) resolve(send(localAddress, path, body, headers))
      else reject(error)
    })
    sent.end(Buffer.isBuffer(body) ? body : body && JSON.stringify(body))
  })
}

/** Starts a proxy in front of the sandbox's PayPal that records every request. */
async function openCountingProxy(target: string) {
  const lines: string[] = []
  const proxy = createServer((req, res) => {
    lines.push(`${req.method} ${req.url}`)
    const { host: _, ...headers } = req.headers
    const forwarded = request(target + req.url, { method: req.method, headers }, (response) => {
      res.writeHead(response.statusCode!, response.headers)
      response.pipe(res)
    })
    forwarded.on('error', () => res.destroy())
    req.pipe(forwarded)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    count: (isWanted: (line: string) => boolean) => lines.filter((line) => isWanted(line)).length,
    async close() {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

const toText = (statuses: Record<string, number>) =>
  Object.entries(statuses)
    .map(([status, times]) => `${times} × ${status}`)
    .join(', ')
