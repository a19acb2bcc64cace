/** A Redis of a test's own: a process that can be wiped, killed and started again without touching anybody else's. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Redis } from 'ioredis'
import { findTestPort } from '../scripts/ports.ts'

export interface OwnRedis {
  port: number
  /** A client of the test's own. */
  client: Redis
  /** Empties it while everybody stays connected. */
  wipe(): Promise<void>
  /** Kills it without a word; what it held is gone. */
  kill(): Promise<void>
  start(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Whether there is a `redis-server` on the PATH to start. */
export function hasRedisServer(): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, 'redis-server'), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** Starts a Redis that keeps nothing on disk, on a free port. */
export async function openRedis(): Promise<OwnRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'brimful-redis-'))
  const port = await findTestPort()
  const client = new Redis({ port, host: '127.0.0.1', lazyConnect: true, retryStrategy: () => 50 })
  client.on('error', () => {}) // it is away now and then: that is what it is for
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder]
    child = spawn('redis-server', [...settings, '--save', '', '--appendonly', 'no'], { stdio: 'ignore' })
    await client.ping()
  }

  async function kill(): Promise<void> {
    const ending = child
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill('SIGKILL')
    await ended
  }

  await start()
  return {
    port,
    client,
    async wipe() {
      await client.flushall()
    },
    kill,
    start,
    async [Symbol.asyncDispose]() {
      client.disconnect()
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
