import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listMissingMigrations, migrate, migrations } from './migrate.ts'
import { prepareDatabase, requireSchema } from './prepare-database.ts'
import { createTestDb } from './database.fixture.ts'
import { openTcpProxy } from './tcp-proxy.fixture.ts'

test('migrating again changes nothing, and simultaneous migrations succeed', async () => {
  await using test = await createTestDb()

  await Promise.all([migrate(test.owner), migrate(test.owner)])

  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    test.db,
  )
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations))
})

test.each(['9999-from-the-future', '0000-with-a-lower-number'])(
  'processes of an older release start on a newer schema, which has the migration %s',
  async (name) => {
    await using test = await createTestDb()
    await sql`insert into kysely_migration (name, timestamp) values (${name}, 'now')`.execute(test.owner)
    const source = { databaseUrl: test.url }
    const log = { warn: () => expect.unreachable() }

    await expect(migrate(test.owner)).resolves.toBeUndefined()
    await expect(requireSchema(source, log)).resolves.toBeUndefined()
    await expect(prepareDatabase({ ...source, migrationUrl: test.ownerUrl }, log)).resolves.toBeUndefined()
  },
)

test('a migration with a lower number than one that has run is run', async () => {
  await using test = await createTestDb()
  await sql`drop index account_featured`.execute(test.owner)
  await sql`alter table account drop column featured_at`.execute(test.owner)
  await sql`delete from kysely_migration where name = '0018-featured'`.execute(test.owner)

  await migrate(test.owner)

  expect(await listMissingMigrations(test.db)).toEqual([])
})

test('a server does not migrate, even if its role may: it waits, and says what to run', async () => {
  await using test = await createTestDb()
  await sql`update kysely_migration set name = '0000' where name = '0013-books-watch'`.execute(test.owner)
  const reasons: unknown[] = []

  await requireSchema(
    { databaseUrl: test.ownerUrl },
    {
      warn(line: unknown) {
        reasons.push(line)
        void sql`update kysely_migration set name = '0013-books-watch' where name = '0000'`.execute(
          test.owner,
        )
      },
    },
  )

  expect(reasons[0]).toEqual({ reason: expect.stringMatching(/0013-books-watch: run "npm run migrate"/) })
})

test('a process that starts while Postgres is away waits for it', async () => {
  await using test = await createTestDb()
  const proxy = await openTcpProxy(test.ownerUrl)
  const outage = proxy.closeBefore(/./)
  let attempts = 0

  await prepareDatabase(
    { databaseUrl: proxy.url },
    {
      warn() {
        attempts += 1
        if (attempts === 2) outage.lift()
      },
    },
  )

  expect(attempts).toBe(3) // two warnings of failed attempts, and a last one that the ledger is not protected
  await proxy.close()
})

test('a migration that has to wait for a lock lets others pass, and tries again', async () => {
  await using test = await createTestDb()
  const attempts: unknown[] = []

  let release = () => {}
  let migrated = Promise.resolve()
  const released = new Promise<void>((resolve) => (release = resolve))
  await test.owner.transaction().execute(async (holder) => {
    await sql`lock table kysely_migration in access exclusive mode`.execute(holder)
    const warn = (error: unknown) => {
      attempts.push(error)
      release()
    }
    migrated = prepareDatabase({ databaseUrl: test.url, migrationUrl: test.ownerUrl }, { warn })
    await released
  })
  await migrated

  expect(attempts).toEqual([{ reason: expect.stringContaining('lock timeout') }])
})

test('a migration that fails is not tried again', async () => {
  await using test = await createTestDb()
  const url = new URL(test.ownerUrl)
  url.pathname = '/no_such_database'

  await expect(
    prepareDatabase({ databaseUrl: url.href }, { warn: () => expect.unreachable() }),
  ).rejects.toMatchObject({ code: '3D000' })
})
