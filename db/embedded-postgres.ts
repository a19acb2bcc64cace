/**
 * Runs a real Postgres without setup. The binaries come from an npm package, the product starts and stops the server, and the data
 * persists.
 */
import { execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { asAccount, openCluster } from './embedded/cluster.ts'
import type { Cluster } from './embedded/cluster.ts'
import { guardServer } from './embedded/guard-server.ts'
import { findReason } from './embedded/reason.ts'
import { joinServer, leaveServer, waitForServer } from './embedded/session.ts'
import type { Session } from './embedded/session.ts'
import { SetupError } from './setup-error.ts'
import { isPortFree } from './is-port-free.ts'

export interface EmbeddedPostgresOptions {
  /** The data folder. The files `<dataDir>.json` (with the password) and `<dataDir>.log` are beside it. */
  dataDir: string
  /**
   * The first port to try; if it is taken, the next free one is used. 0 starts at a random port. Ignored when the server is already
   * running.
   */
  port?: number
  log: (line: string) => void
  /** Server settings as `name=value`, besides those that we always set. They have no effect on a server that is already running. */
  settings?: readonly string[]
  /**
   * The folder for data and programs if we run as root and the unprivileged account that runs Postgres cannot access `dataDir` or
   * `node_modules`.
   */
  outside?: string
}

export interface EmbeddedPostgres {
  /** Connects to the database `brimful` as the server's superuser; contains the password. */
  url: string
  /** The URL of the database `brimful` for the role that runs the product. `prepareDatabase` creates that role. */
  runningUrl: string
  port: number
  /**
   * Stops the server, unless another process is still using it. If this process is killed, its guardian process does the same.
   */
  stop(): Promise<void>
}

const run = promisify(execFile)
const quietSettings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'timezone=UTC',
  'log_timezone=UTC',
]

/**
 * Starts Postgres on `dataDir`. If a server already runs on this folder, joins it, because a folder must never have two servers.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { port = 25432, log, settings = [], outside = '/var/lib/brimful' } = options
  const cluster = await openCluster(resolve(options.dataDir), outside, log)
  const dismiss = guardServer(cluster)
  const session = await openSession(cluster, port, settings).catch((error: unknown) => {
    dismiss()
    throw error
  })
  await makeDatabase(session)
  log(`Postgres listens on 127.0.0.1:${session.port}`)
  let stopped: Promise<void> | undefined
  const addressOf = (role: string, password: string) =>
    `postgresql://${role}:${password}@127.0.0.1:${session.port}/brimful`
  return {
    url: addressOf('postgres', cluster.password),
    runningUrl: addressOf(runningRole, runningPassword(cluster)),
    port: session.port,
    stop: () => (stopped ??= stopServer(cluster, session).finally(dismiss)),
  }
}

const runningRole = 'brimful_app'

/**
 * Returns the password of the role that runs the product. It is derived from the superuser's password, so that older data folders
 * have one too, and does not reveal that password.
 */
function runningPassword({ password }: Cluster): string {
  return createHmac('sha256', password).update(runningRole).digest('base64url')
}

async function openSession(cluster: Cluster, port: number, settings: readonly string[]): Promise<Session> {
  return (await joinServer(cluster)) ?? (await startServer(cluster, port, settings))
}

async function startServer(cluster: Cluster, from: number, settings: readonly string[]): Promise<Session> {
  const port = await findFreePort(from === 0 ? 20_000 + Math.floor(Math.random() * 10_000) : from)
  const logged = trimLog(cluster.logFile)
  const session = await waitForServer(cluster, port, spawnServer(cluster, port, settings))
  if (session) return session

  const output = readFileSync(cluster.logFile, 'utf8').slice(logged)
  // Another program has taken the port since we checked that it was free.
  if (/address already in use/i.test(output)) return startServer(cluster, port + 1, settings)
  // Another process has started the server at the same time.
  const other = /lock file .* already exists/.test(output) ? await joinServer(cluster) : undefined
  if (other) return other
  throw new SetupError(`Postgres did not start (${findReason(output)}; its log: ${cluster.logFile}).`)
}

/** Truncates the log when it exceeds 10 MB; returns its size. */
function trimLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size < 10_000_000) return size
  rmSync(file)
  return 0
}

/** Starts the server in its own process group, because Ctrl-C ends our group, and our last queries still need the server. */
function spawnServer(cluster: Cluster, port: number, own: readonly string[]): () => boolean {
  const settings = [...quietSettings, `port=${port}`, ...own].flatMap((setting) => ['-c', setting])
  const logFile = openSync(cluster.logFile, 'a', 0o600)
  let isGone = false
  const server = spawn(cluster.programs.postgres, ['-D', cluster.folder, ...settings], {
    ...asAccount(cluster),
    detached: true,
    stdio: ['ignore', logFile, logFile],
  })
  closeSync(logFile)
  server.on('error', () => (isGone = true))
  server.on('exit', () => (isGone = true))
  server.unref()
  return () => isGone
}

async function findFreePort(from: number): Promise<number> {
  for (let port = from; port < from + 100; port++) if (await isPortFree('127.0.0.1', port)) return port
  throw new SetupError(
    `No port between ${from} and ${from + 99} is free for Postgres: end what listens there or set DATABASE_URL.`,
  )
}

async function makeDatabase({ client }: Session): Promise<void> {
  const { rowCount } = await client.query(`select from pg_database where datname = 'brimful'`)
  if (rowCount) return
  await client.query('create database brimful').catch((error: { code?: string }) => {
    if (error.code !== '42P04' && error.code !== '23505') throw error // another process created the database meanwhile
  })
}

async function stopServer(cluster: Cluster, session: Session): Promise<void> {
  const isLast = await leaveServer(session)
  if (isLast)
    await run(
      cluster.programs.pg_ctl,
      ['stop', '-D', cluster.folder, '-m', 'fast', '-w', '-t', '60'],
      asAccount(cluster),
    )
  await session.client.end().catch(() => {})
}
