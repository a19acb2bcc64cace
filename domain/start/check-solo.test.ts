import { expect, test } from 'vitest'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import { ConfigError } from '../config/config.ts'
import { checkSolo } from './check-solo.ts'

const silent = { warn: () => {} }
const solo = { userName: 'mira', email: 'mira@brimful.test', hasSupporterAccounts: true }

test('an empty database, the configured creator and supporters start in solo mode; another creator does not', async () => {
  await using test = await createTestDb()
  const { db } = test
  await checkSolo(db, solo, silent)
  await buildCreator(db, { userName: 'mira' })
  await buildSupporter(db)
  await checkSolo(db, solo, silent)

  await buildCreator(db, { userName: 'otto' })

  await expect(checkSolo(db, solo, silent)).rejects.toThrow(ConfigError)
  await expect(checkSolo(db, solo, silent)).rejects.toThrow(
    'SOLO is mira, but this database has another creator, otto: use an empty database, or start without SOLO.',
  )
  await checkSolo(db, undefined, silent)
})
