import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildIndexes } from './concurrent-indexes.ts'
import { openDb } from './connection.ts'
import { createTestDb } from './database.fixture.ts'

const indexes = { testimonial_position: 'testimonial (position)' }

async function listIndexes({ owner }: Awaited<ReturnType<typeof createTestDb>>) {
  const { rows } = await sql<{ name: string; isValid: boolean }>`
    select indexrelid::regclass::text as name, indisvalid as is_valid from pg_index
    where indexrelid::regclass::text like 'testimonial_position%'`.execute(owner)
  return rows
}

test('two processes that build at once build each index once', async () => {
  await using test = await createTestDb()

  await Promise.all([buildIndexes(test.ownerUrl, indexes), buildIndexes(test.ownerUrl, indexes)])

  expect(await listIndexes(test)).toEqual([{ name: 'testimonial_position', isValid: true }])
})

test('rows can be written while an index waits for an older transaction', async () => {
  await using test = await createTestDb()
  const other = openDb(test.url, { poolSize: 1, timeoutMs: 2_000 })
  let building = Promise.resolve()
  let isBuilt = false

  await test.owner.transaction().execute(async (trx) => {
    await sql`insert into testimonial (position) values (1)`.execute(trx)
    building = buildIndexes(test.ownerUrl, indexes).then(() => void (isBuilt = true))
    await expect.poll(() => listIndexes(test)).toMatchObject([{ isValid: false }])
    await sql`insert into testimonial (position) values (2)`.execute(other)
    expect(isBuilt).toBe(false)
  })
  await building

  expect(await listIndexes(test)).toMatchObject([{ isValid: true }])
  await other.destroy()
})

test('an index whose building was interrupted is built again', async () => {
  await using test = await createTestDb()
  await buildIndexes(test.ownerUrl, indexes)
  await sql`update pg_index set indisvalid = false where indexrelid = 'testimonial_position'::regclass`.execute(
    test.owner,
  )

  await buildIndexes(test.ownerUrl, indexes)

  expect(await listIndexes(test)).toEqual([{ name: 'testimonial_position', isValid: true }])
})
