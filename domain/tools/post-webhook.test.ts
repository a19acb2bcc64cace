import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { postWebhook } from './post-webhook.ts'
import { signWebhook } from './dialects/standard.ts'

async function receive(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const post = (url: string, options: Partial<Parameters<typeof postWebhook>[1]> = {}) =>
  postWebhook({ url, headers: {}, body: '{}' }, { isPrivateAllowed: true, ...options })

test.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '0.0.0.0',
  'localhost',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::10.0.0.1]',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '[fd00:ec2::254]',
  '[fe80::1]',
])('refuses %s, which is inside a network', async (host) => {
  expect(await post(`https://${host}:9/`, { isPrivateAllowed: false })).toEqual({
    status: null,
    problem: 'private',
  })
})

test('a name that leads inside is refused, even if only one of its addresses does, or only the second time', async () => {
  let times = 0
  const answers =
    (addresses: string[]): LookupFunction =>
    (_host, options, done) => {
      times += 1
      const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      if (options.all) return done(null, all)
      done(null, all[0]!.address, all[0]!.family)
    }
  const to = (addresses: string[]) =>
    post('https://tools.example:9/', { isPrivateAllowed: false, lookup: answers(addresses), timeoutMs: 300 })

  expect(await to(['2a00::1', '127.0.0.1'])).toEqual({ status: null, problem: 'private' })
  // The address that is checked is the one of the connection: the name is not resolved a second time after the check.
  times = 0
  expect((await to(['2a00::1'])).problem).not.toBe('private')
  expect(times).toBe(1)
  expect(await to(['10.0.0.9'])).toEqual({ status: null, problem: 'private' })
})

test('in production nothing is sent without TLS', async () => {
  expect(await post('http://203.0.113.9/', { isPrivateAllowed: false })).toEqual({
    status: null,
    problem: 'tls',
  })
})

test('a redirect is not followed', async () => {
  let requests = 0
  await using receiver = await receive((_req, res) => {
    requests += 1
    res.writeHead(307, { location: '/elsewhere' }).end()
  })

  expect(await post(receiver.url)).toEqual({ status: 307, problem: null })
  expect(requests).toBe(1)
})

test('of a response without an end 16 KB are read, and its status counts', async () => {
  let written = 0
  let isClosed = false
  await using receiver = await receive((req, res) => {
    res.writeHead(200)
    const timer = setInterval(() => {
      written += 4096
      res.write(Buffer.alloc(4096))
    }, 1)
    req.socket.on('close', () => {
      clearInterval(timer)
      isClosed = true
    })
  })

  expect(await post(receiver.url)).toEqual({ status: 200, problem: null })
  await expect.poll(() => isClosed).toBe(true)
  expect(written).toBeLessThan(1024 * 1024)
})

test('a receiver that does not respond in time, and one that is down', async () => {
  await using silent = await receive(() => {})
  expect(await post(silent.url, { timeoutMs: 100 })).toEqual({ status: null, problem: 'timeout' })
  expect(await post('http://127.0.0.1:9/')).toEqual({ status: null, problem: 'connection' })
})

test('a receiver verifies the signature with either secret', () => {
  const [now, former] = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD']
  const body = '{"type":"tip.captured"}'
  const headers = signWebhook([now, former], { id: 'e1', body, at: new Date() })

  expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/)
  for (const secret of [now, former])
    expect(new Webhook(secret).verify(body, headers)).toEqual({ type: 'tip.captured' })
  expect(() => new Webhook(now).verify(`${body} `, headers)).toThrow('No matching signature')
})
