/**
 * The small installation of deploy/compose.small.yml without containers: one process with its settings, a Postgres with its settings, and
 * no Redis. A creator is tipped, and everything stays within the memory that the file gives it.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { findTestPort } from '../db/test-port.fixture.ts'
import { startSandbox } from '../sandbox/start.ts'
import { openOverlay } from './failures/clients.ts'
import { soloSettings } from './modes.ts'
import { programs, startCluster } from './postgres-cluster.ts'
import { fetchJson, openProgram } from './program.ts'
import { payTip } from './tip-requests.ts'

interface Service {
  command: string[]
  environment?: Record<string, string>
  mem_limit?: string
}

const { services } = parse(readFileSync('deploy/compose.small.yml', 'utf8')) as {
  services: Record<'server-1' | 'postgres', Service>
}
const tips = 200

if (!programs) console.log('e2e/one-process: skipped, because there is no Postgres with pg_basebackup')

test.skipIf(!programs)(
  'one process without a Redis shows every tip on the stream, within the memory of a small machine',
  async () => {
    await using cluster = await startCluster(() => services.postgres.command.slice(1).join(' '))
    await using product = await startSmall(cluster)
    const overlay = openOverlay(product.url, product.creator.uid)
    await overlay.isReady

    await payTip(product, product.creator, { name: 'Grace', isGeneral: true })
    await expect.poll(() => overlay.shown).toEqual(['Grace'])
    const idle = { node: product.memory(), postgres: memoryBelow(cluster.pid()) }

    const names = Array.from({ length: tips }, (_, i) => `Tip ${i}`)
    for (const name of names) await payTip(product, product.creator, { name, isGeneral: true })
    await expect.poll(() => overlay.shown.length).toBe(1 + tips)
    const busy = { node: product.memory(), postgres: memoryBelow(cluster.pid()) }
    overlay.close()

    console.log(
      `e2e/one-process: MB after one tip ${JSON.stringify(idle)}, after ${tips} more ${JSON.stringify(busy)}`,
    )
    expect(overlay.shown).toEqual(['Grace', ...names])
    expect(busy.node).toBeLessThan(Number.parseInt(services['server-1'].mem_limit!))
    expect(busy.postgres).toBeLessThan(Number.parseInt(services.postgres.mem_limit!))
  },
)

/**
 * Returns the memory of a process and all below it in MB. What several of them share, such as Postgres' cache, counts once (`Pss` of
 * https://docs.kernel.org/filesystems/proc.html).
 */
function memoryBelow(pid: number): number {
  if (!existsSync(`/proc/${pid}/smaps_rollup`)) return 0 // it has ended meanwhile
  const parts = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const own = Number(/^Pss:\s+(\d+) kB$/m.exec(parts)?.[1] ?? 0) / 1024
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  )
  return Math.round(children.reduce((sum, child) => sum + memoryBelow(Number(child)), own))
}

/** Migrates, makes the creator by `admin create`, and starts the one process. */
async function startSmall(cluster: Awaited<ReturnType<typeof startCluster>>) {
  await cluster.query('create role brimful login createrole')
  await cluster.query('create database brimful owner brimful')
  const port = await findTestPort()
  const sandbox = await startSandbox()
  const storage = mkdtempSync(join(tmpdir(), 'brimful-storage-'))
  const url = `http://127.0.0.1:${port}`
  const control = <T = unknown>(path: string, body?: unknown) => fetchJson<T>(sandbox.url + path, body)
  const env = {
    ...sandbox.env,
    ...soloSettings('mira'),
    ...services['server-1'].environment,
    PATH: process.env.PATH ?? '',
    DATABASE_URL: cluster.urlOf('brimful_app'),
    PORT: String(port),
    PUBLIC_URL: url,
    SUPPORT_EMAIL: 'mira@brimful-tips.net',
    SESSION_SECRET: '1'.repeat(64),
    SECRETS_KEY: '2'.repeat(64),
    STORAGE_URL: `file:${storage}`,
  }
  await openProgram(
    'dist/node/migrate.js',
    { ...env, MIGRATION_DATABASE_URL: cluster.urlOf('brimful') },
    /up to date/,
  ).start()
  const admin = ['dist/node/admin.js', 'create', 'mira', env.SUPPORT_EMAIL, 'gbp']
  await promisify(execFile)(process.execPath, admin, { env })
  for (const provider of ['paypal', 'stripe'])
    await control(`/${provider}/control/webhook-url`, { url: `${url}/api/v1/${provider}/webhook` })
  const [, program] = services['server-1'].command
  const running = openProgram(program!, env, /server listens/)
  await running.start()
  const uid = await cluster.query("select uid from account where user_name = 'mira'", 'brimful')
  const isPayable = () => cluster.query('select count(*) from payout_account', 'brimful').then(Number)
  await expect.poll(isPayable).toBeGreaterThan(0)
  return {
    url,
    control,
    creator: { uid, goaluuid: '' },
    memory: () => memoryBelow(running.pid()!),
    async [Symbol.asyncDispose]() {
      await running.stop()
      await sandbox.close()
      rmSync(storage, { recursive: true, force: true })
    },
  }
}
