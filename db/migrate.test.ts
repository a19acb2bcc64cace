import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate, migrations } from './migrate.ts'
import { createTestDb } from './database.fixture.ts'

test('migrating again changes nothing, and simultaneous migrations succeed', async () => {
  await using test = await createTestDb()

  await Promise.all([migrate(test.db), migrate(test.db)])

  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    test.db,
  )
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations))
})

test('a process of an older release starts on a newer schema', async () => {
  await using test = await createTestDb()
  await sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', 'now')`.execute(
    test.db,
  )

  await expect(migrate(test.db)).resolves.toBeUndefined()
})
