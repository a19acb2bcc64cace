import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildCreator } from '../builders.fixture.ts'
import { createTestDb } from '../database.fixture.ts'
import { countPagesRead } from '../pages-read.fixture.ts'
import { listCreators } from './listed-creators.ts'

test('a search for a rare part of a name reads a few pages, however many creators there are', async () => {
  await using test = await createTestDb()
  await sql`
    insert into account (email, user_name, display_name, account_type, currency)
    select 'a' || i || '@b.example', 'mira_' || i, 'Mira ' || i, 1, 'usd' from generate_series(1, 20000) i`.execute(
    test.owner,
  )
  await buildCreator(test.db, { userName: 'quixotic', displayName: 'Quixotic' })
  await buildCreator(test.db, { userName: 'other', displayName: 'The ÜBERQUIX' })
  await sql`vacuum analyze account`.execute(test.owner)

  const pages = await countPagesRead(test.url, async (db) => {
    const found = await listCreators(db, { q: 'quix', limit: 20 })
    expect(found.map(({ userName }) => userName)).toEqual(['other', 'quixotic'])
    expect(await listCreators(db, { q: 'überq', limit: 20 })).toHaveLength(1)
  })

  expect(pages).toBeLessThanOrEqual(100)
})
