import { expect, test } from 'vitest'
import { migrations } from '../db/migrate.ts'
import { checkMigrations, readMigrations } from './migrations.ts'

test('all migrations are run, and keep to the rules', () => {
  const rules = readMigrations('.')

  expect(checkMigrations(rules)).toEqual([])
  expect(Object.keys(migrations)).toEqual(Object.keys(rules.files).sort())
})

test('a lower number, a taken one, a released migration that is gone and a blocking index are found', () => {
  const released = ['0001-tips', '0003-goals']
  const files = {
    '0002-late': '',
    '0003-goals': '',
    '0004-index': 'create index tip_name on tip (name)',
    '0004-table': 'create table delivery (id int); create index delivery_id on delivery (id)',
    '0005-small': 'create unique index account_name on account (name)',
  }

  expect(checkMigrations({ released, files })).toEqual([
    '0001-tips: it was released, and cannot go',
    '0002-late: its number must be higher than 0003-goals',
    '0004-table: its number is taken',
    '0004-index: the index on tip belongs into db/concurrent-indexes.ts',
  ])
})
