/**
 * Tests the processes of docker-compose.yml without containers: two servers behind Caddy with the deployment's configuration, two
 * workers, Redis.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openTcpProxy } from '../db/tcp-proxy.fixture.ts'
import { findOnPath } from '../scripts/find-on-path.ts'
import { findTestPort } from '../db/test-port.fixture.ts'
import { startCaddy } from './caddy.ts'
import { openOverlay } from './failures/clients.ts'
import { ownRedisUrl } from './product.ts'
import { openServer, openWorkers, prepareParts } from './product-parts.ts'
import { openProgram } from './program.ts'
import { openRecords } from './records.ts'
import { keepPayingTip } from './tip-requests.ts'

const caddy = findOnPath('caddy')
if (!caddy && process.env.CI === 'true') throw new Error('There is no caddy on the PATH: CI needs one.')
const slowPoll = { timeout: 90_000, interval: 200 }

test.skipIf(!caddy)(
  'when a server and a worker process are killed the others continue, and no alert is lost or repeated',
  async () => {
    await using product = await startDeployment()
    const through = { proxy: product.url, first: product.servers[0]!.url, second: product.servers[1]!.url }
    const overlays = Object.fromEntries(
      Object.entries(through).map(([name, url]) => [name, openOverlay(url, product.creatorUid)]),
    )
    await Promise.all(Object.values(overlays).map(({ isReady }) => isReady))

    await product.tip('One')
    for (const { shown } of Object.values(overlays)) await expect.poll(() => shown, slowPoll).toEqual(['One'])

    await product.servers[0]!.kill()
    await product.workers[0]!.kill()
    await product.tip('Two')
    await product.tip('Three')

    for (const name of ['proxy', 'second']) {
      await expect.poll(() => overlays[name]!.shown, slowPoll).toEqual(['One', 'Two', 'Three'])
    }
    const chat = () => product.chatLines('twitch/channel/miravale')
    await expect
      .poll(async () => (await chat()).map((text) => text.split(' ')[0]), slowPoll)
      .toEqual(['One', 'Two', 'Three'])

    await product.servers[0]!.start()
    await expect.poll(() => overlays['first']!.shown, slowPoll).toEqual(['One', 'Two', 'Three'])
    for (const overlay of Object.values(overlays)) overlay.close()
  },
)

test.skipIf(!caddy)(
  'no request reaches a sick server, and none fails while a server stops and starts',
  async () => {
    await using product = await startDeployment()
    const { sickly, servers, url } = product
    const [first] = servers
    const readinessOf = (own: string) => fetch(`${own}/readyz`).then(({ status }) => status)

    await expect.poll(() => countServing(url), slowPoll).toBe(2)
    const outage = sickly.blackHole()
    await expect.poll(() => readinessOf(first!.url), slowPoll).toBe(503)
    await expect.poll(() => countServing(url), slowPoll).toBe(1)
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        fetch(`${url}/api/v1/account/testimonial/getall`).then(({ status }) => status),
      ),
    )
    outage.lift()
    await expect.poll(() => countServing(url), slowPoll).toBe(2)
    const visitors = keepVisiting(url)
    for (const server of servers) {
      await server.stop()
      await server.start()
      await expect.poll(() => countServing(url), slowPoll).toBe(2)
    }

    expect(answers).toEqual(Array.from({ length: 40 }, () => 200))
    const { failed, requests } = await visitors.stop()
    expect(failed).toEqual([])
    expect(requests).toBeGreaterThan(100)
  },
)

/** Returns how many servers get requests of new visitors. The proxy chooses one at random, and its cookie tells which. */
async function countServing(url: string): Promise<number> {
  const cookies = new Set<string | null>()
  for (let i = 0; i < 20; i += 1) {
    const { headers } = await fetch(`${url}/api/v1/account/health`)
    cookies.add(headers.get('set-cookie'))
  }
  return cookies.size
}

/** Sends requests of both kinds, without cookies, one after the other from several visitors, until it is stopped. */
function keepVisiting(url: string) {
  let isStopped = false
  let requests = 0
  const failed: string[] = []
  const attempts = [
    () => fetch(`${url}/api/v1/account/health`),
    () => fetch(`${url}/`),
    () =>
      fetch(`${url}/api/v1/account/log-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"email":',
      }),
  ]
  const visitors = attempts.map(async (attempt) => {
    while (!isStopped) {
      const outcome = await attempt().then(
        ({ status }) => status,
        (error: Error) => error.message,
      )
      requests += 1
      if (outcome !== 200 && outcome !== 400) failed.push(String(outcome))
      await sleep(20)
    }
  })
  return {
    async stop() {
      isStopped = true
      await Promise.all(visitors)
      return { requests, failed }
    },
  }
}

if (!caddy) console.log('e2e/deploy: skipped, because there is no caddy on the PATH')

async function startDeployment() {
  const [proxyPort, ...ports] = [await findTestPort(), await findTestPort(), await findTestPort()]
  const parts = await prepareParts(proxyPort)
  const url = `http://localhost:${proxyPort}`
  const env = { ...parts.env, REDIS_URL: ownRedisUrl(), PUBLIC_URL: url, TRUST_PROXY: '1' }
  await parts.seedDemo(env)
  const migration = openProgram(
    'dist/node/migrate.js',
    { ...env, MIGRATION_DATABASE_URL: parts.ownerUrl },
    /up to date/,
  )
  await migration.start()

  const sickly = await openTcpProxy(parts.env.DATABASE_URL!)
  const servers = ports.map((port, i) => ({
    ...openServer({
      ...env,
      PORT: String(port),
      DRAIN_SECONDS: '4',
      ...(i === 0 && { DATABASE_URL: sickly.url }),
    }),
    url: `http://127.0.0.1:${port}`,
  }))
  const workers = [openWorkers(env), openWorkers(env)]
  await Promise.all([...servers, ...workers].map((program) => program.start()))
  const proxy = await startCaddy(caddy!, url, ports)
  const isUp = () =>
    fetch(`${url}/api/v1/account/health`).then(
      (response) => response.ok,
      () => false,
    )
  await expect.poll(isUp, slowPoll).toBe(true)
  const records = openRecords(parts)
  const { goalId: goaluuid, creatorUid } = (await records.goalsOf('miravale'))[0]!

  return {
    url,
    creatorUid,
    servers,
    workers,
    /** The first server's way to Postgres. */
    sickly,
    chatLines: records.chatLines,
    /** Gives a tip toward the creator's first goal, through the proxy. */
    tip: (name: string) =>
      keepPayingTip({ url, control: parts.control }, { uid: creatorUid, goaluuid }, { name }),
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]()
      await Promise.all([...servers, ...workers].map((program) => program.stop()))
      await sickly.close()
      await parts.sandbox.close()
      await parts.close()
    },
  }
}
