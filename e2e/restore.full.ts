/**
 * Backs up a running product with `deploy/backup.sh`, loses it, and restores it to a point in time with `deploy/restore.sh`, on a
 * Postgres of its own with an archive of its WAL.
 */
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openDb } from '../db/connection.ts'
import { seedDemo } from '../demo/seed.ts'
import { readConfig } from '../domain/config/config.ts'
import { startSandbox } from '../sandbox/start.ts'
import { findTestPort } from '../db/test-port.fixture.ts'
import { openOverlay } from './failures/clients.ts'
import { openServer, openWorkers } from './product-parts.ts'
import { fetchJson, openProgram } from './program.ts'
import { programs, startCluster } from './postgres-cluster.ts'
import { openRecords } from './records.ts'
import { approve, capture, openOrder, payTip } from './tip-requests.ts'

if (!programs) console.log('e2e/restore: skipped, because there is no Postgres with pg_basebackup')

test.skipIf(!programs)(
  'a restored copy does nothing until it is released; then nothing is lost, and nothing is posted twice',
  async () => {
    await using cluster = await startArchiving()
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
    await expect(product.migrate()).rejects.toThrow(/brimful release-restore/)
    await expect(product.startServer()).rejects.toThrow(/brimful release-restore/)
    await expect(product.startWorkers()).rejects.toThrow(/brimful release-restore/)
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

/** Starts a Postgres that archives its WAL, with the roles of an installation. */
async function startArchiving() {
  const cluster = await startCluster(
    (backup) => `-c archive_mode=on -c "archive_command=${archiveCommand(backup)}"`,
  )
  const { backup, folder, query, exec } = cluster
  cpSync('deploy', join(folder, 'scripts/deploy'), { recursive: true })
  // Neither role is a superuser, as Postgres' documentation advises, and another one has nothing to do with the product.
  await query('create role brimful login createrole')
  await query('create role replicator login replication')
  await query('create database brimful owner brimful')
  return {
    ...cluster,
    url: cluster.urlOf('brimful_app'),
    ownerUrl: cluster.urlOf('brimful'),
    /** Lists the roles that may log in. */
    logIns: () => query("select string_agg(rolname, ' ' order by rolname) from pg_roles where rolcanlogin"),
    /** Runs a script of the deployment as the account of Postgres. */
    script: (name: string, args: string[]) => exec(join(folder, 'scripts', name), args),
    now: () => query('select clock_timestamp()'),
    /** Waits until the WAL so far is archived. */
    async archiveAll() {
      const name = await query('select pg_walfile_name(pg_switch_wal())')
      await expect.poll(() => existsSync(join(backup, 'wal', `${name}.zst`))).toBe(true)
    },
  }
}

/** Returns the command of docs/backup.md, for a backup folder. */
function archiveCommand(backup: string): string {
  const [, command] = /^archive_command = '(.*)'$/m.exec(readFileSync('docs/backup.md', 'utf8'))!
  return command!.replaceAll('/backup', backup)
}

/** Starts the product on a cluster. */
async function startProduct({ url: databaseUrl, ownerUrl }: Awaited<ReturnType<typeof startArchiving>>) {
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
    creator: { uid: goal.creatorUid, goaluuid: goal.goalId },
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
