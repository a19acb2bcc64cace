import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, test, vi } from 'vitest'
import { createTestDb } from '../../db/database.fixture.ts'
import { openTcpProxy } from '../../db/tcp-proxy.fixture.ts'
import { findTestPort } from '../../db/test-port.fixture.ts'

vi.setConfig({ testTimeout: 300_000 }) // all tests start their process at the same time, which takes long on a busy machine

const folder = mkdtempSync(join(tmpdir(), 'brimful-liveness-'))
const children: ChildProcess[] = []

afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Blocks the event loop without using the processor, so that the tests can run at once. */
const block = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'

const source = (path: string) => JSON.stringify(resolve(path))

/** Starts a process that watches itself with short timeouts. It runs `code` when it receives a message. */
async function startWatched(databaseUrl: string, code: string, flags: string[] = []) {
  const port = await findTestPort()
  const file = join(folder, `watched-${children.length}.mts`)
  writeFileSync(
    file,
    `import { sql } from ${JSON.stringify(import.meta.resolve('kysely'))}
    import { pino } from ${JSON.stringify(import.meta.resolve('pino'))}
    import { openDb } from ${source('db/connection.ts')}
    import { openPubSub } from ${source('db/pubsub.ts')}
    import { openAnswers } from ${source('domain/liveness/answers.ts')}
    import { openChecks } from ${source('domain/liveness/checks.ts')}
    import { startLiveness } from ${source('domain/liveness/liveness.ts')}
    const databaseUrl = ${JSON.stringify(databaseUrl)}
    const db = openDb(databaseUrl, { poolSize: 1, timeoutMs: 500 })
    const pubsub = openPubSub({ databaseUrl, onError: () => {} })
    await pubsub.subscribe(() => {})
    const checks = openChecks(db, pubsub, databaseUrl)
    const timing = { tickMs: 100, failAfterMs: 1_500, endAfterMs: 5_000 }
    const log = pino({ level: 'silent' })
    let thread
    process.on('worker', (started) => (thread = started))
    const { answers, setReady } = openAnswers()
    await startLiveness({ host: '127.0.0.1', port: ${port}, log, checks, answers, timing })
    process.on('message', async () => { ${code} })
    process.send('ready')`,
  )
  const started = spawn(process.execPath, [...flags, '--import', import.meta.resolve('tsx'), file], {
    stdio: ['ignore', 'inherit', flags.length > 0 ? 'ignore' : 'inherit', 'ipc'],
  })
  children.push(started)
  const ended = new Promise((done) => started.once('exit', (exitCode, signal) => done(exitCode ?? signal)))
  const ready = new Promise((isReady) => started.once('message', () => isReady('ready')))
  const first = await Promise.race([ready, ended])
  if (first !== 'ready') throw new Error(`The process ended before it was ready: ${String(first)}`)
  return {
    async live(): Promise<unknown> {
      const response = await fetch(`http://127.0.0.1:${port}/livez`)
      return response.json()
    },
    async get(path: string): Promise<[number, string]> {
      const response = await fetch(`http://127.0.0.1:${port}${path}`)
      return [response.status, await response.text()]
    },
    cause: () => started.send('now'),
    isRunning: () => started.exitCode === null && started.signalCode === null,
    ended,
  }
}

const ok = { status: 'ok' }

test.concurrent.for([
  ['event loop', block, 'SIGKILL'],
  ['pool', 'void db.connection().execute(() => new Promise(() => {}))', 1],
  ['subscription', 'await pubsub.close()', 1],
] as const)('a process with a stuck %s says so, and ends itself', async ([reason, code, end], { expect }) => {
  await using database = await createTestDb()
  const watched = await startWatched(database.url, code)
  const before = await watched.live()

  watched.cause()

  await expect.poll(watched.live, { interval: 50 }).toEqual({ status: 'failed', reason })
  expect(before).toEqual(ok)
  expect(await watched.ended).toBe(end)
})

test.concurrent('while Postgres is away a process is live: starting it again would not help', async ({
  expect,
}) => {
  await using database = await createTestDb()
  const proxy = await openTcpProxy(database.url)
  const watched = await startWatched(proxy.url, '')

  const outage = proxy.refuse()
  await expect.poll(() => proxy.refused()).toBeGreaterThan(30)
  const during = await watched.live()
  outage.lift()

  expect(during).toEqual(ok)
  expect(watched.isRunning()).toBe(true)
  await proxy.close()
})

test.concurrent('a process whose pool is overloaded is live: the same load would stop a new one', async ({
  expect,
}) => {
  await using database = await createTestDb()
  const ask = 'for (;;) await sql`select pg_sleep(0.2)`.execute(db).catch(() => {})'
  const watched = await startWatched(
    database.url,
    `for (let n = 0; n < 20; n++) void (async () => { ${ask} })()`,
  )

  watched.cause()
  await sleep(7_000) // otherwise a stuck process would have ended after five seconds

  expect(watched.isRunning()).toBe(true)
  expect(await watched.live()).toEqual(ok)
})

test.concurrent('a watching thread that dies is replaced, and still notices a stuck event loop', async ({
  expect,
}) => {
  await using database = await createTestDb()
  const watched = await startWatched(
    database.url,
    `await thread.terminate(); setTimeout(() => { ${block} }, 2_000)`,
  )

  watched.cause()

  expect(await watched.ended).toBe('SIGKILL')
})

test.concurrent('a breakpoint of a debugger is no stuck event loop', async ({ expect }) => {
  await using database = await createTestDb()
  const watched = await startWatched(database.url, block, ['--inspect=0'])

  watched.cause()
  await sleep(7_000) // without a debugger, the process would have ended after five seconds

  expect(watched.isRunning()).toBe(true)
  expect(await watched.live()).toEqual(ok)
})

test.concurrent('a process is live before it is ready, and ready while it takes work and Postgres answers', async ({
  expect,
}) => {
  await using database = await createTestDb()
  const proxy = await openTcpProxy(database.url)
  const watched = await startWatched(proxy.url, 'setReady(true)')
  const ready = async () => (await watched.get('/readyz'))[0]
  const before = [await watched.live(), await ready()]

  watched.cause()
  await expect.poll(ready).toBe(200)
  const outage = proxy.blackHole()
  await expect
    .poll(() => watched.get('/readyz'))
    .toEqual([
      503,
      JSON.stringify({
        status: 'failed',
        wires: [
          { name: 'postgres', isUp: false },
          { name: 'pubsub', isUp: false },
        ],
      }),
    ])
  const [, metrics] = await watched.get('/metrics')
  outage.lift()

  expect(before).toEqual([ok, 503])
  expect(metrics).toContain('brimful_wire_up{wire="postgres"} 0')
  expect(metrics).toMatch(/brimful_wire_faults_total\{wire="pubsub"\} [1-9]/)
  await expect.poll(ready).toBe(200)
  await proxy.close()
})
