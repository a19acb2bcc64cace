import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { buildCreator } from '../../db/builders.fixture.ts'
import { removeImport } from '../../domain/imports/imports.ts'
import { buildCheckedImport, buildStartedImport } from '../../domain/imports/imports.fixture.ts'
import { backends, createTestContext, runWorkers } from '../workers.fixture.ts'
import type { TestContext } from '../workers.fixture.ts'
import { importsProcessor, sweepImports } from './imports.ts'

const read = ({ db }: TestContext, importId: string) =>
  db.selectFrom('tipImport').selectAll().where('importId', '=', importId).executeTakeFirst()

const makeDue = ({ db }: TestContext) =>
  sql`update tip_import set due_at = now() - interval '1 second'`.execute(db)

describe.each(backends)('on %s', (backend) => {
  test('an import whose job was lost is swept up, and so is one that is taken out', async () => {
    await using ctx = await createTestContext(backend)
    const { uid } = await buildCreator(ctx.db)
    const importId = await buildStartedImport(ctx.db, uid, ['Jo', 'Mia'])
    await makeDue(ctx)
    const announced: unknown[] = []
    await ctx.pubsub.subscribe((message) => {
      if (message.kind === 'live') announced.push(message.creatorUid)
    })
    await runWorkers(ctx)

    await sweepImports(ctx)
    await expect.poll(() => read(ctx, importId)).toMatchObject({ state: 'imported', tips: 2, attempts: 0 })
    await expect.poll(() => announced).toContain(uid) // whose page shows the sums
    await removeImport(ctx.db, uid, importId)
    // Several times, as in production: while the queue still completes the first job, it takes no other of the same id.
    const sweepAgain = async () => {
      await makeDue(ctx)
      await sweepImports(ctx)
    }

    await expect.poll(() => sweepAgain().then(() => read(ctx, importId))).toBeUndefined()
  })
})

test('an import that always fails is given up, holds up no other, and can be taken out', async () => {
  await using ctx = await createTestContext('postgres')
  const { db, testDb } = ctx
  const [bad, good] = [await buildCreator(db), await buildCreator(db)]
  const importId = await buildStartedImport(db, bad.uid, ['Jo'])
  const other = await buildStartedImport(db, good.uid, ['Jo'])
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`.execute(
    testDb.owner,
  )
  await sql`create trigger fail before insert on imported_tip for each row when (new.creator_uid = ${sql.lit(bad.uid)})
    execute function fail()`.execute(testDb.owner)
  const process = importsProcessor(ctx)

  for (let i = 0; i < 5; i++) await expect(process({ importId })).rejects.toThrow('broken')
  await expect(process({ importId })).rejects.toThrow('importFailed')
  expect(await read(ctx, importId)).toMatchObject({ state: 'failed', tips: 0 })
  await makeDue(ctx)
  const queued: unknown[] = []
  await sweepImports({ db, queues: { ...ctx.queues, add: async (_, jobs) => void queued.push(...jobs) } })
  expect(queued).toEqual([expect.objectContaining({ data: { importId: other } })])

  await removeImport(db, bad.uid, importId)
  await process({ importId })
  expect(await read(ctx, importId)).toBeUndefined()
})

test('a file that was checked and never imported goes after a day, with its lines', async () => {
  await using ctx = await createTestContext('postgres')
  const { uid } = await buildCreator(ctx.db)
  const importId = await buildCheckedImport(ctx.db, uid)
  await makeDue(ctx)

  await sweepImports(ctx)
  await importsProcessor(ctx)({ importId })

  expect(await read(ctx, importId)).toBeUndefined()
  expect(await ctx.db.selectFrom('importLine').select('lineNo').execute()).toEqual([])
})
