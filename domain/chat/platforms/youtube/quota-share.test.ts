import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildCreator } from '../../../../db/builders.fixture.ts'
import { createTestDb } from '../../../../db/database.fixture.ts'
import { forFile } from '../../../../db/for-file.fixture.ts'
import { findWorthOfPlace } from '../../../../db/queries/chat/quota-shares.ts'
import { captureTip } from '../../../payments/ledger/ledger.fixture.ts'

const { db, owner } = await forFile(createTestDb())

test('finds the worth of the largest tips of a day', async () => {
  const { uid } = await buildCreator(db)
  for (const amountMinor of [300, 900, 500]) await captureTip(db, uid, { amountMinor })
  expect(await Promise.all([1, 2, 3, 4].map((place) => findWorthOfPlace(db, uid, place)))).toEqual([
    900, 500, 300, 0,
  ])

  await sql`update tip set captured_at = now() - interval '25 hours' where creator_uid = ${uid} and amount_minor = 900`.execute(
    owner,
  )
  expect(await findWorthOfPlace(db, uid, 1)).toBe(500)
})
