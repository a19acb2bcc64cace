import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate, migrations } from './migrate.ts'
import { prepareDatabase, requireSchema } from './prepare-database.ts'
import type { Db } from './connection.ts'
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
  const up = (name: string) => ({
    up: async (db: Db) => void (await sql`create table ${sql.id(name)} (id int)`.execute(db)),
  })
  await migrate(test.owner, { ...migrations, '0003-later': up('later') })

  await migrate(test.owner, { ...migrations, '0002-late': up('late'), '0003-later': up('later') })

  const { rows } = await sql<{ name: string }>`select to_regclass('late')::text as name`.execute(test.owner)
  expect(rows).toEqual([{ name: 'late' }])
})

test('a database that was not made from the baseline is left alone, and the reason is said at once', async () => {
  await using test = await createTestDb()
  await sql`update kysely_migration set name = '0001-foundation'`.execute(test.owner)
  const log = { warn: () => expect.unreachable() }

  await expect(prepareDatabase({ databaseUrl: test.ownerUrl }, log)).rejects.toThrow(
    /was made before 0\.2\.0.*start with an empty one/i,
  )
})

test('a server does not migrate, even if its role may: it waits, and says what to run', async () => {
  await using test = await createTestDb()
  await sql`delete from kysely_migration`.execute(test.owner)
  const reasons: unknown[] = []

  await requireSchema(
    { databaseUrl: test.ownerUrl },
    {
      warn(line: unknown) {
        reasons.push(line)
        void sql`insert into kysely_migration (name, timestamp) values ('0001-baseline', 'now')`.execute(
          test.owner,
        )
      },
    },
  )

  expect(reasons[0]).toEqual({ reason: expect.stringMatching(/0001-baseline: run "brimful migrate"/) })
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
