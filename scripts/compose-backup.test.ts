/** Runs the script of Compose's backup service against a Postgres of its own. No container engine is needed. */
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildCreator } from '../db/builders.fixture.ts'
import { openDb } from '../db/connection.ts'
import { borrowAccount } from '../db/embedded/account.ts'
import { prepareDatabase } from '../db/prepare-database.ts'
import { isQuarantined } from '../db/queries/admin/quarantine.ts'
import { buildTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { programs, startCluster } from '../e2e/postgres-cluster.ts'
import { startProcess } from './process.fixture.ts'

if (!programs) console.log('scripts/compose-backup: skipped, because there is no Postgres with pg_dump')
const silent = { warn: () => {} }

test.skipIf(!programs)(
  'a backup has the database and the files, nobody reads it without the printed key, and one command restores it in quarantine',
  async () => {
    await using installation = await openInstallation()
    const { owner, storage, backup, run } = installation
    expect(await run('now')).toMatch(/^There is no key: run "docker compose run --rm backup key" first/)
    const key = await run('key')
    await buildCreator(owner, { bio: 'from before' })
    writeFileSync(join(storage, 'picture.webp'), 'a picture')

    expect(await run('now')).toMatch(/backup\/\d{8}T\d{6}Z: /)
    const [name] = (await run('list')).split('\n')
    expect(readdirSync(join(backup, name!)).toSorted()).toEqual(['database.gpg', 'storage.gpg'])
    await owner.updateTable('account').set({ bio: 'lost' }).execute()
    rmSync(join(storage, 'picture.webp'))

    expect(await run('restore', ['latest'], key)).toMatch(/^Somebody uses the database: stop the servers/)
    await installation.disconnect()
    expect(await run('restore', ['20200101T000000Z'], key)).toMatch(/^There is no backup "20200101T000000Z"/)
    expect(await run('restore', ['latest'], '')).toMatch(/Give the printed key on stdin/)
    const bio = () => installation.query('select bio from account', 'brimful')
    expect(await bio()).toBe('lost')
    expect(await run('restore', ['latest'], key)).toMatch(
      /^The copy has 0 tips\.\nRestored \d{8}T\d{6}Z\. It is quarantined/,
    )

    expect(await bio()).toBe('from before')
    expect(readFileSync(join(storage, 'picture.webp'), 'utf8')).toBe('a picture')
    const restored = openDb(installation.ownerUrl, { poolSize: 1 })
    expect(await isQuarantined(restored, 'brimful_app')).toBe(true)
    await restored.destroy()
    expect(
      await installation.query("select count(*) from pg_database where datname like 'brimful_before_%'"),
    ).toBe('1')
  },
)

test.skipIf(!programs)(
  'a drill restores the newest backup beside the database, says what is in it, and leaves nothing but its time',
  async () => {
    await using installation = await openInstallation()
    const { owner, storage, backup, run } = installation
    const key = await run('key')
    const { uid } = await buildCreator(owner)
    await buildTip(owner, uid)
    await owner
      .updateTable('tip')
      .set({ capturedAt: new Date('2026-11-28T09:00:00Z') })
      .execute()
    writeFileSync(join(storage, 'picture.webp'), 'a picture')
    const drills = () => readdirSync(backup).filter((name) => name.startsWith('drilled-'))
    expect(await run('drill', [], key)).toMatch(/^There is no backup/)
    await run('now')
    expect(await run('drill', [], '')).toMatch(/Give the printed key on stdin/)
    expect(drills()).toEqual([])

    const report = await run('drill', [], key)

    expect(report).toContain('The copy has 1 tips, the newest of 2026-11-28 09:00:00 UTC.')
    expect(report).toContain('Stored files in the backup: 1.')
    expect(drills()).toEqual([expect.stringMatching(/^drilled-\d{8}T\d{6}Z$/)])
    const names =
      'select string_agg(datname, $$ $$ order by datname) from pg_database where not datistemplate'
    expect(await installation.query(names)).toBe('brimful postgres')
    const [name] = (await run('list')).split('\n')
    writeFileSync(join(backup, name!, 'storage.gpg'), 'half a file')
    expect(await run('drill', [], key)).not.toContain('The drill has changed nothing')
  },
)

test.skipIf(!programs)(
  'backups are kept for seven days, four weeks and twelve months; the key is made once',
  async () => {
    await using installation = await openInstallation()
    const { backup, run } = installation
    await run('key')
    const days = Array.from({ length: 400 }, (_, i) => new Date(Date.UTC(2026, 9, 31) - i * 86_400_000))
    const names = days.map((day) => `${day.toISOString().slice(0, 10).replaceAll('-', '')}T030000Z`)
    for (const name of names) mkdirSync(join(backup, name))
    installation.own()

    await run('expire')

    const kept = (await run('list')).split('\n').map((name) => name.slice(0, 8))
    const monthly =
      '20260930 20260831 20260731 20260630 20260531 20260430 20260331 20260228 20260131 20251231 20251130'
    expect(kept.toReversed()).toEqual([
      ...names.slice(0, 7).map((name) => name.slice(0, 8)), // down to Sunday the 25th
      '20261018',
      '20261011',
      ...monthly.split(' '),
    ])
    expect(await run('key')).toMatch(/key\.asc is there already/)
  },
)

test.skipIf(!programs)(
  'the service makes the first backup at once, and ends when it is asked to',
  async () => {
    await using installation = await openInstallation()
    await installation.run('key')

    const service = installation.begin('nightly')
    await service.waitFor(/backup\/\d{8}T\d{6}Z: /)
    await expect.poll(() => childrenOf(service.child.pid!)).toContain('sleep')
    service.child.kill('SIGTERM')

    expect(await service.ended).toBe(0)
  },
)

/** The names of the programs that a process has started and that still run. */
const childrenOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .flatMap((child) => (child ? [readFileSync(`/proc/${child}/comm`, 'utf8').trim()] : []))

/** Opens a database as Compose makes it: its owner is the superuser, and the product has a role of its own. */
async function openInstallation() {
  const cluster = await startCluster()
  const account = borrowAccount()
  const [storage, script] = [join(cluster.folder, 'storage'), join(cluster.folder, 'compose-backup.sh')]
  mkdirSync(storage)
  cpSync('deploy/compose-backup.sh', script)
  chmodSync(script, 0o755)
  const own = () => {
    const parts = readdirSync(cluster.backup).map((name) => join(cluster.backup, name))
    if (account) for (const path of [storage, ...parts]) chownSync(path, account.uid, account.gid)
  }
  rmSync(join(cluster.backup, 'wal'), { recursive: true })
  own()
  await cluster.query('create role brimful superuser login')
  await cluster.query('create database brimful owner brimful')
  const [databaseUrl, migrationUrl] = [cluster.urlOf('brimful_app'), cluster.urlOf('brimful')]
  await prepareDatabase({ databaseUrl, migrationUrl, redisUrl: 'redis://unused' }, silent)
  const owner = openDb(migrationUrl, { poolSize: 1 })
  const variables = {
    BACKUP_FOLDER: cluster.backup,
    STORAGE_FOLDER: storage,
    PGUSER: 'brimful',
    POSTGRES_APP_PASSWORD: 'a secret',
  }
  return {
    ...cluster,
    owner,
    ownerUrl: migrationUrl,
    storage,
    own,
    disconnect: () => owner.destroy(),
    /** Runs a command of the script; resolves with what it prints, or with why it fails. */
    run: (command: string, args: string[] = [], input = '') =>
      cluster
        .exec('bash', [script, command, ...args], { input, own: variables })
        .catch((error: Error) => error.message.trim()),
    /** Starts a command of the script that goes on running. */
    begin: (command: string) =>
      startProcess(['bash', script, command], { ...cluster.as, env: { ...cluster.as.env, ...variables } }),
    async [Symbol.asyncDispose]() {
      await owner.destroy().catch(() => {})
      await cluster[Symbol.asyncDispose]()
    },
  }
}
