/** The processes of docker-compose.yml without containers: two servers behind Caddy with its own file, two workers, Redis. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import type { Alert } from '../contract/sockets.ts'
import { createTestDb } from '../db/database.fixture.ts'
import { readConfig } from '../domain/config.ts'
import { seedDemo } from '../demo/seed.ts'
import { startSandbox } from '../sandbox/start.ts'
import { findOnPath } from '../scripts/find-on-path.ts'
import { findTestPort } from '../scripts/ports.ts'
import { fetchJson, openControl, openProgram } from './program.ts'

const caddy = findOnPath('caddy')
const slowPoll = { timeout: 30_000, interval: 200 }

test.skipIf(!caddy)(
  'when a server and a worker process are killed the others continue, and no alert is lost or repeated',
  async () => {
    await using product = await startDeployment()
    const through = { proxy: product.url, first: product.servers[0]!.url, second: product.servers[1]!.url }
    const overlays = Object.fromEntries(
      Object.entries(through).map(([name, url]) => [name, openOverlay(url, product.creatorUid)]),
    )
    await expect
      .poll(() => Object.values(overlays).every((overlay) => overlay.isReady()), slowPoll)
      .toBe(true)

    await product.tip('One')
    for (const overlay of Object.values(overlays)) await expect.poll(overlay.names, slowPoll).toEqual(['One'])

    await product.servers[0]!.kill()
    await product.workers[0]!.kill()
    await product.tip('Two')
    await product.tip('Three')

    for (const name of ['proxy', 'second']) {
      await expect.poll(overlays[name]!.names, slowPoll).toEqual(['One', 'Two', 'Three'])
    }
    const chat = () => product.control<{ text: string }[]>('/twitch/channel/miravale/messages')
    await expect
      .poll(async () => (await chat()).map(({ text }) => text.split(' ')[0]), slowPoll)
      .toEqual(['One', 'Two', 'Three'])

    await product.servers[0]!.start()
    await expect.poll(overlays['first']!.names, slowPoll).toEqual(['One', 'Two', 'Three'])
    for (const overlay of Object.values(overlays)) overlay.close()
  },
)

if (!caddy) console.log('e2e/deploy: skipped, because there is no caddy on the PATH')

async function startDeployment() {
  const test = await createTestDb()
  const sandbox = await startSandbox({ port: 0 })
  const [proxyPort, ...ports] = [await findTestPort(), await findTestPort(), await findTestPort()]
  const url = `http://localhost:${proxyPort}`
  const redis = new URL(process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379')
  redis.pathname = '/6'
  const env = {
    ...sandbox.env,
    PATH: process.env.PATH ?? '',
    DATABASE_URL: test.url,
    REDIS_URL: redis.href,
    PUBLIC_URL: url,
    TRUST_PROXY: '1',
    SESSION_SECRET: '1'.repeat(64),
    SECRETS_KEY: '2'.repeat(64),
  }
  const config = readConfig(env)
  await seedDemo({ db: test.db, config, sandboxUrl: sandbox.url, log: pino({ level: 'silent' }) })
  const control = openControl(sandbox.url)
  const migration = openProgram('dist/node/migrate.js', env, /up to date/)
  await migration.start()

  const servers = ports.map((port) => ({
    ...openProgram('dist/node/server.js', { ...env, PORT: String(port) }, /server listens/),
    url: `http://127.0.0.1:${port}`,
  }))
  const workers = [1, 2].map(() => openProgram('dist/node/workers.js', env, /workers run/))
  await Promise.all([...servers, ...workers].map((program) => program.start()))
  const proxy = await startProxy(url, ports)
  const { uid: creatorUid } = await request<{ uid: string }>(
    'account/get_user_data_by_username?username=miravale',
  )

  function request<T>(path: string, body?: object): Promise<T> {
    return fetchJson(`${url}/api/v1/${path}`, body)
  }

  return {
    url,
    creatorUid,
    servers,
    workers,
    control,
    /** Tips the creator's first goal with the page's requests, through the proxy. */
    async tip(name: string) {
      const [goal] = await request<{ goaluuid: string }[]>('goals/get_all_goals?username=miravale')
      const order = { GoalUid: goal!.goaluuid, amount: 500, name, message: '', ReceipentUID: creatorUid }
      const orderId = await retryUntilResponse(async () => {
        const body = { ...order, isPrivateMessage: false }
        return (await request<{ orderId: string }>('paypal/create-order', body)).orderId
      })
      await control('/paypal/control/approve', { orderId, outcome: 'pay' })
      await retryUntilResponse(() => request(`paypal/capture-order/${orderId}`, {}))
    },
    async [Symbol.asyncDispose]() {
      proxy.stop()
      await Promise.all([...servers, ...workers].map((program) => program.stop()))
      await sandbox.close()
      await test[Symbol.asyncDispose]()
    },
  }
}

/** Retries as a supporter would after a request to a killed server has failed. */
async function retryUntilResponse<T>(work: () => Promise<T>): Promise<T> {
  let result: { value: T } | undefined
  const attempt = () =>
    work().then(
      (value) => (result = { value }),
      () => undefined,
    )
  await expect.poll(attempt, slowPoll).toBeDefined()
  return result!.value
}

/** Starts Caddy with the deployment's own file, in which only the addresses of the servers are replaced. */
async function startProxy(url: string, ports: number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'brimful-proxy-'))
  const addresses = ports.map((port) => `127.0.0.1:${port}`).join(' ')
  const file = readFileSync('deploy/Caddyfile', 'utf8').replace(/dynamic a \{[^}]*\}/, `to ${addresses}`)
  writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https off\n}\n${file}`)
  const env = { PATH: process.env.PATH, HOME: folder, SITE_ADDRESS: url }
  const child = spawn(caddy!, ['run', '--config', join(folder, 'Caddyfile')], { env, stdio: 'ignore' })
  const isUp = () =>
    fetch(`${url}/api/v1/account/health`).then(
      (response) => response.ok,
      () => false,
    )
  await expect.poll(isUp, slowPoll).toBe(true)
  return {
    stop() {
      child.kill('SIGTERM')
      rmSync(folder, { recursive: true })
    },
  }
}

function openOverlay(url: string, userUID: string) {
  const names: string[] = []
  let cursor: number | undefined
  let isReady = false
  const socket = io(`${url}/alerts`, { transports: ['websocket'], auth: (send) => send({ userUID, cursor }) })
  socket.on('ready', (lastSeq: number) => {
    cursor = lastSeq
    isReady = true
  })
  socket.on('alert', (alert: Alert) => {
    names.push(alert.name)
    cursor = alert.seq
  })
  return { names: () => names, isReady: () => isReady, close: () => socket.close() }
}
