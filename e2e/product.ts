/** The whole product for a browser test: sandbox, demo data, server and workers, the last two as processes of their own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Db } from '../db/connection.ts'
import { createTestDb } from '../db/database.fixture.ts'
import { readConfig } from '../domain/config.ts'
import { seedDemo } from '../demo/seed.ts'
import { startSandbox } from '../sandbox/start.ts'
import { openCanary } from './leak-scan/leak-scan.ts'
import type { Canary } from './leak-scan/leak-scan.ts'
import { prepareRecording } from './leak-scan/recording.ts'
import type { Recording } from './leak-scan/recording.ts'
import { findTestPort } from '../scripts/ports.ts'
import { controlsOf, programOf } from './program.ts'
import type { Control, Process } from './program.ts'

export type Backend = 'redis' | 'postgres'

export interface Product {
  url: string
  sandboxUrl: string
  /** To read with; after seeding a test writes nothing here. */
  db: Db
  /** The accounts to sign in with. */
  accounts: { email: string; password: string }[]
  server: Process
  workers: Process
  control: Control
  /** What server and workers were started with. */
  env: Record<string, string>
  /** All that leaves the product: everybody comes in by a door that remembers. */
  recording: Recording
  canary: Canary
  /** Ends everything; throws when the canary has died meanwhile. */
  [Symbol.asyncDispose](): Promise<void>
}

/** The databases of Redis that tests of the whole product take, one for each that runs at a time: not those of anybody else. */
const redisDatabase = 6 + Number(process.env.VITEST_POOL_ID)

/** What a story is told on: queues on Redis, or on Postgres where there is none; on both in `npm run test:full`. */
const usable: Backend[] = process.env.TEST_REDIS_URL ? ['redis', 'postgres'] : ['postgres']
export const backends = process.env.TEST_FULL === 'true' ? usable : usable.slice(0, 1)

type Settings = Record<string, string>

/** Starts everything on free ports, with `settings` beside the usual environment; `await using` ends it. */
export async function startProduct(backend: Backend, settings: Settings = {}): Promise<Product> {
  const test = await createTestDb()
  const recording = prepareRecording()
  const sandbox = await startSandbox({ port: 0, stateFile: recording.sandboxFile })
  const port = await findTestPort()
  const storage = mkdtempSync(join(tmpdir(), 'brimful-storage-'))
  const url = await recording.openFront(`http://127.0.0.1:${port}`)
  const env: Record<string, string> = {
    ...sandbox.env,
    PATH: process.env.PATH ?? '',
    DATABASE_URL: test.url,
    ...(backend === 'redis' ? { REDIS_URL: await recording.tapRedis(redisUrl()) } : {}),
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
  const control = controlsOf(sandbox.url)
  for (const provider of ['paypal', 'stripe'])
    await control(`/${provider}/control/webhook-url`, { url: `${url}/api/v1/${provider}/webhook` })

  const server = programOf('dist/node/server.js', env, /"msg":"[^"]*listen|http:\/\//)
  const workers = programOf('dist/node/workers.js', env, /workers run/)
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
  const canary = await openCanary(product)
  return {
    ...product,
    canary,
    async [Symbol.asyncDispose]() {
      await Promise.all([server.stop(), workers.stop()])
      await sandbox.close()
      const found = await canary.leaks()
      await canary.close()
      await recording.close()
      await test[Symbol.asyncDispose]()
      rmSync(storage, { recursive: true, force: true })
      if (found.length > 0) throw new Error(`The canary has died: ${JSON.stringify(found)}`)
    },
  }
}

function redisUrl(): string {
  const url = new URL(process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379')
  url.pathname = `/${redisDatabase}`
  return url.href
}
