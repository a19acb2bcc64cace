import { expect, test } from 'vitest'
import { migrations } from '../db/migrate.ts'
import { checkMigrations, readMigrations } from './migrations.ts'

test('all migrations are run, and keep to the rules', () => {
  const rules = readMigrations()

  expect(checkMigrations(rules)).toEqual([])
  expect(Object.keys(migrations).map((name) => `db/migrations/${name}.ts`)).toEqual(
    Object.keys(rules.files).filter((path) => path.startsWith('db/migrations/')),
  )
})

test('a released file that changed or is gone, a lower number, a taken one and a blocking index are found', () => {
  const released = {
    'db/baseline/tips.ts': 'create table tip (id int)',
    'db/migrations/0001-tips.ts': '',
    'db/migrations/0003-goals.ts': '',
  }
  const files = {
    'db/baseline/tips.ts': 'create table tip (id bigint)',
    'db/migrations/0002-late.ts': '',
    'db/migrations/0003-goals.ts': '',
    'db/migrations/0004-index.ts': 'create index tip_name on tip (name)',
    'db/migrations/0004-table.ts':
      'create table delivery (id int); create index delivery_id on delivery (id)',
    'db/migrations/0005-small.ts': 'create unique index account_name on account (name)',
  }

  expect(checkMigrations({ released, files })).toEqual([
    'db/baseline/tips.ts: it was released, and cannot change or go',
    'db/migrations/0001-tips.ts: it was released, and cannot change or go',
    'db/migrations/0002-late.ts: its number must be higher than 0003',
    'db/migrations/0004-table.ts: its number is taken',
    'db/migrations/0004-index.ts: the index on tip belongs into db/concurrent-indexes.ts',
  ])
})

test('before the first release every file may change', () => {
  const files = { 'db/baseline/tips.ts': '', 'db/migrations/0001-baseline.ts': '' }

  expect(checkMigrations({ released: {}, files })).toEqual([])
})
