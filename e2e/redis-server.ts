/** Runs a Redis process for one test, which the test may flush, kill and restart. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { findOnPath } from '../scripts/find-on-path.ts'
import { findTestPort } from '../db/test-port.fixture.ts'

/** Returns whether there is a `redis-server` on the PATH. */
export function hasRedisServer(): boolean {
  return findOnPath('redis-server') !== undefined
}

/** Starts a Redis without persistence on a free port, with further settings if given. */
export async function startRedisServer(own: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'brimful-redis-'))
  const port = await findTestPort()
  const client = new Redis({
    port,
    host: '127.0.0.1',
    lazyConnect: true,
    retryStrategy: () => 50,
    maxRetriesPerRequest: null, // a busy machine may take seconds to start the server
  })
  client.on('error', () => {}) // otherwise killing the server would be an unhandled error
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder]
    child = spawn('redis-server', [...settings, '--save', '', '--appendonly', 'no', ...own], {
      stdio: 'ignore',
    })
    await client.ping()
  }

  async function kill(): Promise<void> {
    const running = child
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGKILL')
    await ended
  }

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    client,
    /** Deletes all data. The clients stay connected. */
    flush: () => client.flushall(),
    /** Kills the process; its data is lost. */
    kill,
    start,
    /** Suspends the process: it accepts connections but never responds. */
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      client.disconnect()
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
