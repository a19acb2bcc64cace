/** The processes of docker-compose.yml without containers: two servers behind its own proxy file, and two workers, on Redis. */
import { spawn } from 'node:child_process'
import { accessSync, constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pino } from 'pino'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import type { Alert } from '../contract/sockets.ts'
import { createTestDb } from '../db/database.fixture.ts'
import { readConfig } from '../domain/config.ts'
import { seedDemo } from '../demo/seed.ts'
import { startSandbox } from '../sandbox/start.ts'
import { findTestPort } from '../scripts/ports.ts'
import { controlsOf, programOf } from './program.ts'

const caddy = findOnPath('caddy')
const patience = { timeout: 30_000, interval: 200 }

test.skipIf(!caddy)(
  'servers and workers may die: the others go on, and no alert is lost or doubled',
  async () => {
    await using product = await startDeployment()
    const through = { proxy: product.url, first: product.servers[0]!.url, second: product.servers[1]!.url }
    const overlays = Object.fromEntries(
      Object.entries(through).map(([name, url]) => [name, openOverlay(url, product.creatorUid)]),
    )
    await expect
      .poll(() => Object.values(overlays).every((overlay) => overlay.isReady()), patience)
      .toBe(true)

    await product.tip('One')
    for (const overlay of Object.values(overlays)) await expect.poll(overlay.names, patience).toEqual(['One'])

    await product.servers[0]!.kill()
    await product.workers[0]!.kill()
    await product.tip('Two')
    await product.tip('Three')

    for (const name of ['proxy', 'second']) {
      await expect.poll(overlays[name]!.names, patience).toEqual(['One', 'Two', 'Three'])
    }
    const chat = () => product.control<{ text: string }[]>('/twitch/channel/miravale/messages')
    await expect
      .poll(async () => (await chat()).map(({ text }) => text.split(' ')[0]), patience)
      .toEqual(['One', 'Two', 'Three'])

    await product.servers[0]!.start()
    await expect.poll(overlays['first']!.names, patience).toEqual(['One', 'Two', 'Three'])
    for (const overlay of Object.values(overlays)) overlay.close()
  },
)

if (!caddy) console.log('e2e/deploy: skipped, for there is no caddy on the PATH')

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
  const control = controlsOf(sandbox.url)
  const migration = programOf('dist/node/migrate.js', env, /up to date/)
  await migration.start()

  const servers = ports.map((port) => ({
    ...programOf('dist/node/server.js', { ...env, PORT: String(port) }, /server listens/),
    url: `http://127.0.0.1:${port}`,
  }))
  const workers = [1, 2].map(() => programOf('dist/node/workers.js', env, /workers run/))
  await Promise.all([...servers, ...workers].map((program) => program.start()))
  const proxy = await startProxy(url, ports)
  const { uid: creatorUid } = await ask<{ uid: string }>(
    'account/get_user_data_by_username?username=miravale',
  )

  async function ask<T>(path: string, body?: object): Promise<T> {
    const answer = await fetch(`${url}/api/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json() as Promise<T>
  }

  return {
    url,
    creatorUid,
    servers,
    workers,
    control,
    /** A tip toward the creator's first goal, by the calls that the page makes, through the proxy. */
    async tip(name: string) {
      const [goal] = await ask<{ goaluuid: string }[]>('goals/get_all_goals?username=miravale')
      const order = { GoalUid: goal!.goaluuid, amount: 500, name, message: '', ReceipentUID: creatorUid }
      const orderId = await untilAnswered(async () => {
        const body = { ...order, isPrivateMessage: false }
        return (await ask<{ orderId: string }>('paypal/create-order', body)).orderId
      })
      await control('/paypal/control/approve', { orderId, outcome: 'pay' })
      await untilAnswered(() => ask(`paypal/capture-order/${orderId}`, {}))
    },
    async [Symbol.asyncDispose]() {
      proxy.stop()
      await Promise.all([...servers, ...workers].map((program) => program.stop()))
      await sandbox.close()
      await test[Symbol.asyncDispose]()
    },
  }
}

/** As a page and a fan do: what was under way at a server that died is asked for again. */
async function untilAnswered<T>(work: () => Promise<T>): Promise<T> {
  let answer: { value: T } | undefined
  const attempt = () =>
    work().then(
      (value) => (answer = { value }),
      () => undefined,
    )
  await expect.poll(attempt, patience).toBeDefined()
  return answer!.value
}

/** Caddy with the deployment's own file; only where the servers are is told otherwise. */
async function startProxy(url: string, ports: number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'brimful-proxy-'))
  const places = ports.map((port) => `127.0.0.1:${port}`).join(' ')
  const file = readFileSync('deploy/Caddyfile', 'utf8').replace(/dynamic a \{[^}]*\}/, `to ${places}`)
  writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https off\n}\n${file}`)
  const env = { PATH: process.env.PATH, HOME: folder, SITE_ADDRESS: url }
  const child = spawn(caddy!, ['run', '--config', join(folder, 'Caddyfile')], { env, stdio: 'ignore' })
  const isUp = () =>
    fetch(`${url}/api/v1/account/health`).then(
      (answer) => answer.ok,
      () => false,
    )
  await expect.poll(isUp, patience).toBe(true)
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
  const socket = io(`${url}/alerts`, { transports: ['websocket'], auth: (say) => say({ userUID, cursor }) })
  socket.on('ready', (place: number) => {
    cursor = place
    isReady = true
  })
  socket.on('alert', (alert: Alert) => {
    names.push(alert.name)
    cursor = alert.seq
  })
  return { names: () => names, isReady: () => isReady, close: () => socket.close() }
}

function findOnPath(name: string): string | undefined {
  const places = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
  return places.find((place) => {
    try {
      accessSync(place, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
