import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildCreator } from '../../db/builders.fixture.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import { captureTip } from '../payments/ledger/ledger.fixture.ts'
import { removeImport } from './imports.ts'
import { buildStartedImport } from './imports.fixture.ts'
import { runImport } from './run-import.ts'

test.each(['importing', 'removing'] as const)(
  'while the lines of a large file go at the end of %s, tips are recorded',
  async (state) => {
    await using test = await createTestDb()
    const { db, owner } = test
    const { uid } = await buildCreator(db)
    const importId = await buildStartedImport(db, uid, ['Jo'])
    if (state === 'removing') await removeImport(db, uid, importId)

    let running: Promise<unknown> | undefined
    await owner.transaction().execute(async (trx) => {
      await sql`select from import_line where problem is not null for update`.execute(trx) // stands for many lines
      running = runImport(db, importId)
      const waiting = sql`select from pg_locks where not granted`
      await expect.poll(async () => (await waiting.execute(owner)).rows.length).toBeGreaterThan(0)

      await captureTip(db, uid, {})
    })
    await running
    const imports = await db.selectFrom('tipImport').select('state').execute()
    expect(imports).toEqual(state === 'importing' ? [{ state: 'imported' }] : [])
  },
)
