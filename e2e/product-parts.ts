/** Prepares the parts of a product under test other than its processes: a database, a port, and an environment with a sandbox. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createTestDb } from '../db/database.fixture.ts'
import { seedDemo } from '../demo/seed.ts'
import { readConfig } from '../domain/config/config.ts'
import { startSandbox } from '../sandbox/start.ts'
import { fetchJson, openProgram } from './program.ts'

export type Env = Record<string, string>

/** Prepares a product whose server listens on `port`. */
export async function prepareParts(port: number, stateFile?: string) {
  const test = await createTestDb()
  const sandbox = await startSandbox({ stateFile })
  const storage = mkdtempSync(join(tmpdir(), 'brimful-storage-'))
  /** Calls a control endpoint of the sandbox, which plays a person at a provider or sets a fault. Without a body, it is a GET. */
  const control = <T = unknown>(path: string, body?: unknown) => fetchJson<T>(sandbox.url + path, body)
  const env: Env = {
    ...sandbox.env,
    PATH: process.env.PATH ?? '',
    DATABASE_URL: test.url,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SESSION_SECRET: '1'.repeat(64),
    SECRETS_KEY: '2'.repeat(64),
    STORAGE_URL: `file:${storage}`,
    LOG_LEVEL: 'info',
  }
  return {
    /** The database, for reading. A test changes data only through the product, or to simulate that time has passed. */
    db: test.db,
    /** The database as the role that owns the schema, which the product does not use. */
    owner: test.owner,
    ownerUrl: test.ownerUrl,
    env,
    sandbox,
    control,
    /** Seeds the demo for the product with this environment; returns the accounts to log in with. */
    seedDemo: (own: Env) =>
      seedDemo({
        db: test.db,
        config: readConfig(own),
        sandboxUrl: sandbox.url,
        log: pino({ level: 'silent' }),
      }),
    /** Registers the webhook addresses of the server at `url` with PayPal and Stripe. */
    async setWebhooks(url: string): Promise<void> {
      for (const provider of ['paypal', 'stripe'])
        await control(`/${provider}/control/webhook-url`, { url: `${url}/api/v1/${provider}/webhook` })
    },
    async close() {
      await test[Symbol.asyncDispose]()
      rmSync(storage, { recursive: true, force: true })
    },
  }
}

export type Parts = Awaited<ReturnType<typeof prepareParts>>
export type Control = Parts['control']

/** Prepares a server process of the release in `folder` without starting it. */
export function openServer(env: Env, folder = '.', node?: string) {
  return openProgram(join(folder, 'dist/node/server.js'), env, /server listens/, node)
}

/** Prepares a worker process of the release in `folder` without starting it. */
export function openWorkers(env: Env, folder = '.', node?: string) {
  return openProgram(join(folder, 'dist/node/workers.js'), env, /workers run/, node)
}
