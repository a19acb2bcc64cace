/** Starts the whole product for a browser test: sandbox, demo data, and server and workers as processes of their own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Db } from '../db/connection.ts'
import { createTestDb } from '../db/database.fixture.ts'
import { seedDemo } from '../demo/seed.ts'
import { readConfig } from '../domain/config.ts'
import { startSandbox } from '../sandbox/start.ts'
import { findTestPort } from '../scripts/ports.ts'
import { openLeakScan } from './leak-scan/leak-scan.ts'
import type { LeakScan } from './leak-scan/leak-scan.ts'
import { prepareRecording } from './leak-scan/recording.ts'
import type { Recording } from './leak-scan/recording.ts'
import { openControl, openProgram } from './program.ts'
import type { Control, Program } from './program.ts'

export type Backend = 'redis' | 'postgres'

export interface Product {
  url: string
  sandboxUrl: string
  /** For reading; a test changes data only through the product, or to simulate the passing of time. */
  db: Db
  /** The demo accounts. */
  accounts: { email: string; password: string }[]
  server: Program
  workers: Program
  control: Control
  /** The environment of the server and the workers. */
  env: Record<string, string>
  /** Everything that leaves the product; browsers and providers reach the server through its proxy. */
  recording: Recording
  leakScan: LeakScan
  /** Ends everything; throws when the leak scan has found a leak. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Each test worker has a Redis database of its own, which no other test and no benchmark uses. */
const redisDatabase = 6 + Number(process.env.VITEST_POOL_ID)

/** The queue backends to test: Redis, or Postgres without it; both in `npm run test:full`. */
const available: Backend[] = process.env.TEST_REDIS_URL ? ['redis', 'postgres'] : ['postgres']
export const backends = process.env.TEST_FULL === 'true' ? available : available.slice(0, 1)

export type Settings = Record<string, string>

/** Starts everything on free ports; `settings` are added to the environment. */
export async function startProduct(backend: Backend, settings: Settings = {}): Promise<Product> {
  const test = await createTestDb()
  const recording = prepareRecording()
  const sandbox = await startSandbox({ port: 0, stateFile: recording.sandboxFile })
  const port = await findTestPort()
  const storage = mkdtempSync(join(tmpdir(), 'brimful-storage-'))
  const url = await recording.startProxy(`http://127.0.0.1:${port}`)
  const env: Record<string, string> = {
    ...sandbox.env,
    PATH: process.env.PATH ?? '',
    DATABASE_URL: test.url,
    ...(backend === 'redis' ? { REDIS_URL: await recording.recordRedis(redisUrl()) } : {}),
    PORT: String(port),
    PUBLIC_URL: url,
    SESSION_SECRET: '1'.repeat(64),
    SECRETS_KEY: '2'.repeat(64),
    STORAGE_URL: `file:${storage}`,
    LOG_LEVEL: 'info',
    ...settings,
  }
  const config = readConfig(env)
  const accounts = await seedDemo({
    db: test.db,
    config,
    sandboxUrl: sandbox.url,
    log: pino({ level: 'silent' }),
  })
  const control = openControl(sandbox.url)
  for (const provider of ['paypal', 'stripe'])
    await control(`/${provider}/control/webhook-url`, { url: `${url}/api/v1/${provider}/webhook` })

  const server = openProgram('dist/node/server.js', env, /"msg":"[^"]*listen|http:\/\//)
  const workers = openProgram('dist/node/workers.js', env, /workers run/)
  await Promise.all([server.start(), workers.start()])
  const product = {
    url,
    sandboxUrl: sandbox.url,
    db: test.db,
    accounts,
    server,
    workers,
    control,
    env,
    recording,
  }
  const leakScan = await openLeakScan(product)
  return {
    ...product,
    leakScan,
    async [Symbol.asyncDispose]() {
      await Promise.all([server.stop(), workers.stop()])
      await sandbox.close()
      const leaks = await leakScan.leaks()
      await leakScan.close()
      await recording.close()
      await test[Symbol.asyncDispose]()
      rmSync(storage, { recursive: true, force: true })
      if (leaks.length > 0) throw new Error(`The leak scan found ${JSON.stringify(leaks)}`)
    },
  }
}

function redisUrl(): string {
  const url = new URL(process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379')
  url.pathname = `/${redisDatabase}`
  return url.href
}
