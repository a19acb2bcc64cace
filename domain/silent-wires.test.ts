/**
 * Tests the timeouts that docs/failures.md promises for each connection to another service, with the real client and a peer that
 * misbehaves.
 */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import webPush from 'web-push'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectGarbage } from '../db/collect-garbage.fixture.ts'
import { openTcpProxy } from '../db/tcp-proxy.fixture.ts'
import { listWires } from '../db/wires.ts'
import type { WireName } from '../db/wires.ts'
import { openGoogleSignIn } from './accounts/google-identity.ts'
import { openDiscordWebhooks } from './chat/platforms/discord/webhooks.ts'
import { openGoogleOauth } from './chat/platforms/youtube/oauth.ts'
import { openTwitchOauth } from './chat/platforms/twitch/oauth.ts'
import { openWebPush } from './notifications/web-push.ts'
import { openStorage } from './storage/storage.ts'

interface Client {
  wire: WireName
  /** The maximum duration of a call, in milliseconds. */
  limitMs: number
  /** Opens the client of the service at a URL, and returns a function that makes a call. */
  open(url: string): () => Promise<unknown>
}

const app = { clientId: 'id', clientSecret: 'secret' }
const webhook = { id: '1'.repeat(18), token: 'a'.repeat(68) }
const bucketAt = (url: string) => openStorage(`s3://key:secret@${new URL(url).host}/bucket?tls=false`)

const clients: Record<string, Client> = {
  'Discord, looking a webhook up': {
    wire: 'discord',
    limitMs: 10_000,
    open: (apiUrl) => () => openDiscordWebhooks({ apiUrl }).find(webhook),
  },
  'Discord, posting': {
    wire: 'discord',
    limitMs: 10_000,
    open(apiUrl) {
      const { write } = openDiscordWebhooks({ apiUrl })
      return () => write(webhook, 'a tip')
    },
  },
  'a push service': {
    wire: 'push',
    limitMs: 10_000,
    open(url) {
      const keys = webPush.generateVAPIDKeys()
      const { send } = openWebPush({ ...keys, subject: 'mailto:a@brimful.example', sandboxUrl: url })
      const auth = randomBytes(16).toString('base64url')
      const to = { endpoint: `${url}/push`, keys: { p256dh: webPush.generateVAPIDKeys().publicKey, auth } }
      return () => send(to, 'a tip')
    },
  },
  'Google sign-in': {
    wire: 'google',
    limitMs: 10_000,
    open: (issuerUrl) => () => openGoogleSignIn({ ...app, issuerUrl }).begin('http://localhost/callback'),
  },
  YouTube: {
    wire: 'youtube',
    limitMs: 10_000,
    open(url) {
      const limits = { dailyQuota: 10_000, insertCost: 50, botRefreshToken: '' }
      const addresses = { authUrl: url, tokenUrl: `${url}/token`, revokeUrl: `${url}/revoke`, apiUrl: url }
      const { refresh } = openGoogleOauth({ ...app, ...limits, ...addresses })
      return () => refresh('a token')
    },
  },
  'Twitch’s API': {
    wire: 'twitch',
    limitMs: 10_000,
    open(url) {
      const bot = { botUsername: 'bot', botRefreshToken: '', isVerified: false }
      const { validate } = openTwitchOauth({
        ...app,
        ...bot,
        authUrl: url,
        apiUrl: url,
        eventSubUrl: url,
        chatUrl: url,
      })
      return () => validate('a token')
    },
  },
  'S3, storing a picture': {
    wire: 'storage',
    limitMs: 4_000,
    open: (url) => () => bucketAt(url).put('a.webp', Buffer.from('a'), 'image/webp'),
  },
  'S3, reading a picture': {
    wire: 'storage',
    limitMs: 4_000,
    open: (url) => () => bucketAt(url).get('a.webp'),
  },
  'S3, opening an export': {
    wire: 'storage',
    limitMs: 4_000,
    open: (url) => async () => (await bucketAt(url).open('private/a.zip'))?.destroy(),
  },
}

/** Extra milliseconds for a busy machine. */
const slackMs = 8_000
const timeout = 60_000

/**
 * The pause between two collections of garbage. They are needed because a copied `Request` that is garbage no longer ends when its
 * signal is aborted (https://github.com/nodejs/undici/issues/4068). Nothing else runs during a collection, and on a busy machine one
 * takes half a second, because a worker's earlier test files have filled its memory: with short pauses, a call would wait for many.
 */
const collectEveryMs = 1_500
let collector: ReturnType<typeof setTimeout>
function collectAgain(): void {
  collectGarbage()
  collector = setTimeout(collectAgain, collectEveryMs)
}
beforeAll(collectAgain)
afterAll(() => clearTimeout(collector))

/** Makes a call and returns how many milliseconds it took, whether it succeeded or not. */
async function measure(call: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await call().catch(() => {})
  return performance.now() - from
}

async function start(server: Server) {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Starts a server that refuses every request, and keeps its connections open longer than a test lasts. */
const startRefusing = () =>
  start(
    createServer({ keepAliveTimeout: timeout }, (_, response) =>
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}'),
    ),
  )

describe.concurrent.each(Object.entries(clients))('%s', (_, { limitMs, open }) => {
  test(
    'a peer that accepts and answers nothing is waited for no longer than documented',
    { timeout },
    async () => {
      await using peer = await start(createServer(() => {}))

      expect(await measure(open(peer.url))).toBeLessThan(limitMs + slackMs)
    },
  )

  test('nor is one that begins a response and never ends it', { timeout }, async () => {
    await using peer = await start(
      createServer((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
        const timer = setInterval(() => response.write(' '), 500)
        response.on('close', () => clearInterval(timer))
      }),
    )
    const call = open(peer.url)

    // For an export, `call` waits only for the first bytes, because the rest is streamed.
    expect(await measure(call)).toBeLessThan(limitMs + slackMs)
  })

  test('a connection that falls silent is replaced', { timeout }, async () => {
    await using peer = await startRefusing()
    const proxy = await openTcpProxy(peer.url)
    const call = open(proxy.url.replace(/\/$/, ''))
    await measure(call)

    proxy.silence()
    const times = [await measure(call), await measure(call), await measure(call)] // one of these calls uses the silent connection

    expect(Math.max(...times)).toBeLessThan(limitMs + slackMs)
    expect(times.at(-1)).toBeLessThan(limitMs)
    await proxy.close()
  })
})

// These tests run after the others, because those change whether the same wires count as down.
test.each(Object.entries(clients))(
  '%s: a call that reaches nobody marks its wire as down',
  async (_, { wire, open }) => {
    await measure(open('http://127.0.0.1:1'))

    expect(listWires().find(({ name }) => name === wire)?.isUp).toBe(false)
  },
)
