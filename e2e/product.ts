/** The whole product for a browser test: sandbox, demo data, server and workers, the last two as processes of their own. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import type { Db } from '../db/connection.ts'
import { createTestDb } from '../db/test-database.ts'
import { readConfig } from '../domain/config.ts'
import { seedDemo } from '../domain/demo/seed.ts'
import { startSandbox } from '../sandbox/start.ts'

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
  /** Tells the sandbox what a person at a provider would do, or a fault. */
  control<T = unknown>(path: string, body?: unknown): Promise<T>
  [Symbol.asyncDispose](): Promise<void>
}

export interface Process {
  /** Ends it at once, as a power cut does. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Everything it has printed. */
  output(): string
}

/** The databases of Redis that tests of the whole product take: not those of anybody else. */
const redisDatabase = 7

/** Starts everything on free ports; `await using` ends it. */
export async function startProduct(backend: Backend): Promise<Product> {
  const test = await createTestDb()
  const sandbox = await startSandbox({ port: 0 })
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = {
    ...sandbox.env,
    PATH: process.env.PATH ?? '',
    DATABASE_URL: test.url,
    ...(backend === 'redis' ? { REDIS_URL: redisUrl() } : {}),
    PORT: String(port),
    PUBLIC_URL: url,
    SESSION_SECRET: '1'.repeat(64),
    SECRETS_KEY: '2'.repeat(64),
    LOG_LEVEL: 'info',
  }
  const config = readConfig(env)
  const accounts = await seedDemo({
    db: test.db,
    config,
    sandboxUrl: sandbox.url,
    log: pino({ level: 'silent' }),
  })
  const control = controlsOf(sandbox.url)
  await control('/paypal/control/webhook-url', { url: `${url}/api/v1/paypal/webhook` })

  const server = programOf('dist/node/server.js', env, /"msg":"[^"]*listen|http:\/\//)
  const workers = programOf('dist/node/workers.js', env, /workers run/)
  await Promise.all([server.start(), workers.start()])
  return {
    url,
    sandboxUrl: sandbox.url,
    db: test.db,
    accounts,
    server,
    workers,
    control,
    async [Symbol.asyncDispose]() {
      await Promise.all([server.stop(), workers.stop()])
      await sandbox.close()
      await test[Symbol.asyncDispose]()
    },
  }
}

function redisUrl(): string {
  const url = new URL(process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379')
  url.pathname = `/${redisDatabase}`
  return url.href
}

function controlsOf(sandboxUrl: string): Product['control'] {
  return async function control<T>(path: string, body?: unknown): Promise<T> {
    const answer = await fetch(sandboxUrl + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json() as Promise<T>
  }
}

function programOf(
  file: string,
  env: Record<string, string>,
  ready: RegExp,
): Process & { stop(): Promise<void> } {
  let child: ChildProcess | undefined
  let printed = ''

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill(signal)
    await ended
  }

  return {
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    output: () => printed,
    async start() {
      const started = spawn(process.execPath, ['--enable-source-maps', file], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      await new Promise<void>((resolve, reject) => {
        const from = printed.length
        const hear = (chunk: Buffer) => {
          printed += chunk.toString()
          if (ready.test(printed.slice(from))) resolve()
        }
        started.stdout.on('data', hear)
        started.stderr.on('data', hear)
        started.once('exit', (code) =>
          reject(new Error(`${file} ended with ${code}:\n${printed.slice(from)}`)),
        )
      })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
