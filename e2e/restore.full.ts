/**
 * Backs up a running product with `deploy/backup.sh`, loses it, and restores it to a point in time with `deploy/restore.sh`, on a
 * Postgres of its own with an archive of its WAL.
 */
import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  chmodSync,
  chownSync,
  cpSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openDb } from '../db/connection.ts'
import { borrowAccount } from '../db/embedded/account.ts'
import { seedDemo } from '../demo/seed.ts'
import { readConfig } from '../domain/config.ts'
import { startSandbox } from '../sandbox/start.ts'
import { findTestPort } from '../db/test-port.fixture.ts'
import { openOverlay } from './failures/clients.ts'
import { openServer, openWorkers } from './product-parts.ts'
import { fetchJson, openProgram } from './program.ts'
import { openRecords } from './records.ts'
import { approve, capture, openOrder, payTip } from './tip-requests.ts'

const run = promisify(execFile)
const root = '/usr/lib/postgresql'
const programs = (existsSync(root) ? readdirSync(root) : [])
  .map((version) => join(root, version, 'bin'))
  .findLast((bin) =>
    ['pg_basebackup', 'pg_verifybackup', 'psql', 'initdb'].every((name) => existsSync(join(bin, name))),
  )
if (!programs && process.env.CI === 'true')
  throw new Error(`There is no Postgres with pg_basebackup below ${root}: CI needs one.`)
if (!programs)
  console.log(`e2e/restore: skipped, because there is no Postgres with pg_basebackup below ${root}`)

test.skipIf(!programs)(
  'a restored copy does nothing until it is released; then nothing is lost, and nothing is posted twice',
  async () => {
    await using cluster = await startCluster()
    await using product = await startProduct(cluster)
    const { creator, chat } = product
    const overlay = openOverlay(product.url, creator.uid)
    await overlay.isReady

    await payTip(product, creator, { name: 'Before' })
    await expect.poll(chat).toEqual(['Before'])
    await cluster.script('deploy/backup.sh', [cluster.backup, product.storage])
    await payTip(product, creator, { name: 'Archived' })
    await expect.poll(chat).toEqual(['Before', 'Archived'])
    const orderId = await openOrder(product, creator, { name: 'Lost' })
    await sleep(2_000)
    const moment = await cluster.now()
    await sleep(2_000)
    await approve(product, orderId)
    await capture(product, orderId)
    await expect.poll(chat).toEqual(['Before', 'Archived', 'Lost'])
    await cluster.archiveAll()
    await product.stop()
    await cluster.loseData()

    await cluster.script('deploy/restore.sh', [cluster.backup, cluster.data, moment])
    await cluster.start()
    expect(await product.tips()).toEqual(['Before', 'Archived'])
    expect(await cluster.logIns()).toBe('brimful postgres replicator')
    await expect(product.migrate()).rejects.toThrow(/npm run release-restore/)
    await expect(product.startServer()).rejects.toThrow(/npm run release-restore/)
    await expect(product.startWorkers()).rejects.toThrow(/npm run release-restore/)
    expect(await chat()).toEqual(['Before', 'Archived', 'Lost'])

    await product.release()
    expect(await cluster.logIns()).toBe('brimful brimful_app postgres replicator')
    await product.migrate()
    await product.startServer()
    await product.startWorkers()
    expect(await product.tips()).toEqual(['Before', 'Archived', 'Lost'])
    await payTip(product, creator, { name: 'After' })

    await expect.poll(chat).toEqual(['Before', 'Archived', 'Lost', 'After'])
    await expect.poll(() => overlay.shown).toEqual(['Before', 'Archived', 'Lost', 'After'])
    overlay.close()
  },
)

/** Starts a Postgres that archives its WAL, with everything in one temporary folder. */
async function startCluster() {
  const folder = mkdtempSync(join(tmpdir(), 'brimful-cluster-'))
  chmodSync(folder, 0o755)
  const account = borrowAccount()
  const [data, backup, scripts] = ['data', 'backup', 'scripts'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const port = await findTestPort()
  for (const own of [data, backup, join(backup, 'wal')]) {
    mkdirSync(own)
    if (account) chownSync(own, account.uid, account.gid)
  }
  cpSync('deploy', join(scripts, 'deploy'), { recursive: true })
  const env = {
    PATH: `${programs}:${process.env.PATH}`,
    PGHOST: '127.0.0.1',
    PGPORT: String(port),
    PGUSER: 'postgres',
    LC_ALL: 'C',
  }
  const as = { env, cwd: '/', ...(account && { uid: account.uid, gid: account.gid }) }
  const exec = async (file: string, args: string[]) => (await run(file, args, as)).stdout.trim()
  const query = (text: string) => exec('psql', ['-d', 'postgres', '-XAtc', text])
  const archive = `test ! -f ${backup}/wal/%f && cp %p ${backup}/wal/%f`
  const settings = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c archive_mode=on -c "archive_command=${archive}"`
  const control = (...args: string[]) => exec('pg_ctl', ['-D', data, '-s', '-w', ...args])
  const start = () => control('-l', join(data, 'log'), '-o', settings, 'start')

  await exec('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync'])
  await start()
  // Neither role is a superuser, as Postgres' documentation advises, and another one has nothing to do with the product.
  await query('create role brimful login createrole')
  await query('create role replicator login replication')
  await query('create database brimful owner brimful')
  return {
    backup,
    data,
    url: `postgres://brimful_app@127.0.0.1:${port}/brimful`,
    ownerUrl: `postgres://brimful@127.0.0.1:${port}/brimful`,
    /** Lists the roles that may log in. */
    logIns: () => query("select string_agg(rolname, ' ' order by rolname) from pg_roles where rolcanlogin"),
    start,
    /** Runs a script of the deployment as the account of Postgres. */
    script: (name: string, args: string[]) => exec(join(scripts, name), args),
    now: () => query('select clock_timestamp()'),
    /** Waits until the WAL so far is archived. */
    async archiveAll() {
      const name = await query('select pg_walfile_name(pg_switch_wal())')
      await expect.poll(() => existsSync(join(backup, 'wal', name))).toBe(true)
    },
    /** Ends Postgres as a power cut does, and deletes its data. */
    async loseData() {
      await control('-m', 'immediate', 'stop')
      for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true })
    },
    async [Symbol.asyncDispose]() {
      await control('-m', 'immediate', 'stop').catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts the product on a cluster. */
async function startProduct({ url: databaseUrl, ownerUrl }: Awaited<ReturnType<typeof startCluster>>) {
  const port = await findTestPort()
  const sandbox = await startSandbox()
  const storage = mkdtempSync(join(tmpdir(), 'brimful-storage-'))
  chmodSync(storage, 0o755)
  const url = `http://127.0.0.1:${port}`
  const control = <T = unknown>(path: string, body?: unknown) => fetchJson<T>(sandbox.url + path, body)
  const env = {
    ...sandbox.env,
    PATH: process.env.PATH ?? '',
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    PUBLIC_URL: url,
    SESSION_SECRET: '1'.repeat(64),
    SECRETS_KEY: '2'.repeat(64),
    STORAGE_URL: `file:${storage}`,
  }
  const asOwner = { ...env, MIGRATION_DATABASE_URL: ownerUrl }
  const migrate = () => openProgram('dist/node/migrate.js', asOwner, /up to date/).start()
  await migrate()
  await withDb(ownerUrl, (db) =>
    seedDemo({ db, config: readConfig(env), sandboxUrl: sandbox.url, log: pino({ level: 'silent' }) }),
  )
  for (const provider of ['paypal', 'stripe'])
    await control(`/${provider}/control/webhook-url`, { url: `${url}/api/v1/${provider}/webhook` })
  const running: { stop(): Promise<void> }[] = []
  const begin = async (program: ReturnType<typeof openProgram>) => {
    running.push(program)
    await program.start()
  }
  const startServer = () => begin(openServer(env))
  const startWorkers = () => begin(openWorkers(env))
  const stop = async () => void (await Promise.all(running.map((program) => program.stop())))
  await Promise.all([startServer(), startWorkers()])
  const goal = await withDb(
    ownerUrl,
    async (db) => (await openRecords({ db, control }).goalsOf('miravale'))[0]!,
  )
  const names = /Before|Archived|Lost|After/g

  return {
    url,
    control,
    storage,
    creator: { uid: goal.creatorUid, goaluuid: goal.goaluuid },
    migrate,
    startServer,
    startWorkers,
    stop,
    release: () => openProgram('dist/node/release-restore.js', asOwner, /is released/).start(),
    /** The supporters that the creator's chat names, in order. */
    async chat(): Promise<string[]> {
      const lines = await control<{ text: string }[]>('/twitch/channel/miravale/messages')
      return lines.flatMap(({ text }) => text.match(names) ?? [])
    },
    tips: () =>
      withDb(ownerUrl, async (db) => {
        const query = sql<{ name: string }>`
          select supporter_name as name from tip where supporter_name ~ 'Before|Archived|Lost|After' order by captured_at`
        return (await query.execute(db)).rows.map(({ name }) => name)
      }),
    async [Symbol.asyncDispose]() {
      await stop()
      await sandbox.close()
      rmSync(storage, { recursive: true, force: true })
    },
  }
}

async function withDb<T>(url: string, work: (db: ReturnType<typeof openDb>) => Promise<T>): Promise<T> {
  const db = openDb(url, { poolSize: 2 })
  return work(db).finally(() => db.destroy())
}
