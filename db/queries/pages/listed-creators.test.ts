import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildCreator, buildGoal } from '../../builders.fixture.ts'
import { createTestDb } from '../../database.fixture.ts'
import { countPagesRead } from '../../pages-read.fixture.ts'
import { listCreators } from './listed-creators.ts'

test('a search for a rare part of a name reads a few pages, however many creators there are', async () => {
  await using test = await createTestDb({ isNew: true })
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

test('a creator is listed with the first of the active goals that visitors see', async () => {
  await using test = await createTestDb({ isNew: true })
  const creator = await buildCreator(test.db, { userName: 'a_potter' })
  await buildCreator(test.db, { userName: 'b_idle' })
  const others = [{ status: 'ARCHIVED' }, { status: 'COMPLETED' }, { hiddenAt: new Date() }] as const
  for (const [position, other] of others.entries())
    await buildGoal(test.db, creator.uid, { position, ...other })
  await buildGoal(test.db, creator.uid, { position: 8, title: 'Later' })
  await buildGoal(test.db, creator.uid, { position: 7, title: 'A kiln' })

  const [first, second] = await listCreators(test.db, { limit: 9 })

  const shown = { title: 'A kiln', currency: 'gbp', amountMinor: 100_00, amountReceivedMinor: 20_00 }
  expect(first?.goal).toEqual(shown)
  expect(second?.goal).toBeNull()
})

test('a thousand creators with their goals are one statement, and it reads a few pages for each, however many tips there are', async () => {
  await using test = await createTestDb({ isNew: true })
  await sql`
    with made as (
      insert into account (email, user_name, display_name, account_type, currency)
      select 'a' || i || '@b.example', 'mira_' || i, 'Mira ' || i, 1, 'gbp' from generate_series(1, 2000) i returning uid
    )
    insert into goal (creator_uid, title, currency, amount_minor, position)
    select uid, 'Goal ' || n, 'gbp', 100, n from made, generate_series(1, 5) n`.execute(test.owner)
  await sql`vacuum analyze account, goal, creator_tag`.execute(test.owner)

  const pages = await countPagesRead(test.url, async (db) => {
    const listed = await listCreators(db, { limit: 1000 })
    expect(listed.filter(({ goal }) => goal?.title === 'Goal 1')).toHaveLength(1000)
  })

  expect(pages).toBeLessThanOrEqual(12_000)
})
