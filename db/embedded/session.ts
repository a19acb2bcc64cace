/**
 * Our connection to an embedded server. It is open while we use the server and holds a shared lock, which Postgres releases if our
 * process is killed. Of several processes that use one data folder, the one that holds the last lock stops the server.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Cluster } from './cluster.ts'
import { SetupError } from '../setup-error.ts'

export interface Session {
  client: pg.Client
  port: number
}

/** The number of the shared advisory lock. It is arbitrary, and nothing else on this server uses it. */
export const usersLock = 1651665261
const startTimeoutMs = 60_000

/** Joins the server that is already running on this data folder; undefined when there is none. */
export async function joinServer(cluster: Cluster): Promise<Session | undefined> {
  const giveUpAt = Date.now() + startTimeoutMs / 4
  const { folder } = cluster
  for (let note = readNote(folder); note && isServer(folder, note.pid); note = readNote(folder)) {
    const session = await tryConnect(cluster, note.port)
    if (session) return session
    if (Date.now() > giveUpAt) {
      throw new SetupError(
        `Process ${note.pid} holds the database in ${folder} but does not let us in: end it, or delete postmaster.pid there if it is no Postgres.`,
      )
    }
    await sleep(50)
  }
  return undefined
}

/** Waits until the started server accepts connections. `isGone` returns whether the server has exited. */
export async function waitForServer(
  cluster: Cluster,
  port: number,
  isGone: () => boolean,
): Promise<Session | undefined> {
  const giveUpAt = Date.now() + startTimeoutMs
  while (!isGone()) {
    const session = await tryConnect(cluster, port)
    if (session) return session
    if (Date.now() > giveUpAt)
      throw new SetupError(`Postgres did not become ready within a minute (its log: ${cluster.logFile}).`)
    await sleep(20)
  }
  return undefined
}

/** Ends our use of the server. Returns true when nobody else uses it. */
export async function leaveServer({ client }: Session): Promise<boolean> {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [usersLock])
    const { rows } = await client.query<{ isLast: boolean }>('select pg_try_advisory_lock($1) as "isLast"', [
      usersLock,
    ])
    return rows[0]!.isLast
  } catch {
    return false // the server stopped before we left it
  }
}

async function tryConnect(cluster: Cluster, port: number): Promise<Session | undefined> {
  const { password, folder } = cluster
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => {}) // each user notices the end of the server on connections of its own
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string }>(
      `select current_setting('data_directory') as folder`,
    )
    assertSame(folder, rows[0]!.folder)
    await client.query('select pg_advisory_lock_shared($1)', [usersLock])
    return { client, port }
  } catch (error) {
    client.end().catch(() => {})
    if (isPassing(error)) return undefined
    throw error
  }
}

/**
 * Throws unless the server runs on our folder. A copied data folder also contains the `postmaster.pid` of the original, which
 * describes the original's server.
 */
function assertSame(ours: string, theirs: string): void {
  if (join(ours) === join(theirs)) return
  throw new SetupError(
    `${ours} says that its server runs, but that server is of ${theirs}: stop it, or delete postmaster.pid in ${ours} if this is a copy.`,
  )
}

/** Returns true for an error that may pass: connection refused, server starting or stopping, or another program on that port. */
function isPassing(error: unknown): boolean {
  const { code = '', message } = error as { code?: string; message: string }
  return /^(57P..|28P01|ECONNREFUSED|ECONNRESET|EPIPE)$/.test(code) || /terminated|timeout/i.test(message)
}

function readNote(folder: string): { pid: number; port: number } | undefined {
  try {
    const [pid, , , port] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n').map(Number)
    return pid ? { pid, port: port || 1 } : undefined // Postgres writes the port a moment after the process id
  } catch {
    return undefined
  }
}

/**
 * Returns true if the process id in `postmaster.pid` is the server's. After a reboot the id may belong to another program; then the
 * file is deleted.
 */
function isServer(folder: string, pid: number): boolean {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux' || isRunningPostgres(pid)) return true
  rmSync(join(folder, 'postmaster.pid'), { force: true })
  return false
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns true if a process runs Postgres. A zombie does not count: in a container without an init process, zombies stay. */
function isRunningPostgres(pid: number): boolean {
  try {
    return /\(postgres\) [^ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
