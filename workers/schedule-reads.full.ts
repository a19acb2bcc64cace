/**
 * Runs every schedule in a small installation and in one that is a thousand times as large, each when nothing is left to do: what its
 * statements look at must grow neither with the installation nor with what one account has. The names come from the list of schedules, so
 * a new one is measured, too.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDb } from '../db/database.fixture.ts'
import { limitedTables, multiplyRows } from '../db/multiply-rows.fixture.ts'
import { openCounted } from '../db/pages-read.fixture.ts'
import { plantPerson } from '../domain/accounts/person.fixture.ts'
import { openSandbox } from '../sandbox/sandbox.fixture.ts'
import { scheduleNames, schedulesProcessor } from './schedules.ts'
import { createTestContext } from './workers.fixture.ts'

/** The large installation has this many people beside the one who has this many times as many rows. */
const copies = 1_000
/** How many rows one part of a schedule's work may take. */
const usualGrowth = 500

async function openInstallation() {
  const sandbox = await openSandbox()
  const ctx = await createTestContext('postgres', sandbox.env)
  const counted = openCounted(ctx.testDb.url)
  const work = schedulesProcessor({ ...ctx, db: counted.db }, counted.db)
  const { person } = await plantPerson(ctx.db, ctx.config.secretsKey)
  return {
    ...ctx,
    counted,
    person,
    run: (name: string) => work({}, { name }),
    async [Symbol.asyncDispose]() {
      await counted[Symbol.asyncDispose]()
      await ctx[Symbol.asyncDispose]()
      await sandbox[Symbol.asyncDispose]()
    },
  }
}

type Installation = Awaited<ReturnType<typeof openInstallation>>

let small: Installation
let large: Installation
beforeAll(async () => {
  ;[small, large] = [await openInstallation(), await openInstallation()]
  const kept = [large.person.uid]
  await multiplyRows(large.testDb.owner, { times: 2 * copies, kept, limited: limitedTables })
  await endWork(large.testDb)
}, 20 * 60_000)
/**
 * Ends what waits, and marks all entries checked, because the copies are of a person who has some of everything that waits. Checks of the
 * tables are dropped by then, and no trigger runs.
 */
async function endWork({ owner }: TestDb): Promise<void> {
  const ends = [
    sql`set local session_replication_role = replica`,
    sql`update webhook_event set processed_at = now()`,
    sql`update tip_order set status = 'EXPIRED' where status in ('OPENING', 'CREATED', 'CLEARING')`,
    sql`update dispute set status = 'won', notice_due_at = null, applied_at = now()`,
    sql`update dispute_response set status = 'done', settled_at = now()`,
    sql`update provider_refund set applied_at = now()`,
    sql`update refund_request set status = 'done', settled_at = now()`,
    sql`update unmatched_payment set closed_at = now()`,
    sql`delete from failed_work`,
    sql`update tip_import set state = 'imported'`,
    sql`update ledger_check set checked_id = newest, seen_id = newest from (select max(id) as newest from ledger_entry) l`,
    sql`update reconciled_ledger set listed_id = newest, seen_id = newest from (select max(id) as newest from ledger_entry) l`,
    sql`insert into reconciled_account (provider, mode, payee_id, complete_to, due_at, access)
      select distinct provider, mode, payee_id, now() - interval '1 hour', now() + interval '12 hours', 'listed' from tip_order
      on conflict do nothing`,
  ]
  await owner.transaction().execute(async (trx) => {
    for (const end of ends) await end.execute(trx)
  })
  await sql`vacuum analyze`.execute(owner)
}

afterAll(async () => {
  await small[Symbol.asyncDispose]()
  await large[Symbol.asyncDispose]()
})

/** The schedules that another test measures, and why. */
const elsewhere: Record<string, string> = {
  'reconcile-books':
    'bench/money.full.ts, where the provider knows the payments: it looks up what it has not compared',
}

test.each(scheduleNames.filter((name) => !(name in elsewhere)))('%s', async (name) => {
  const [few, many] = [await costOf(small, name), await costOf(large, name)]

  expect(many.rows > few.rows + usualGrowth ? many : undefined).toBeUndefined()
})

test('every exception is a schedule that needs it', () => {
  const exceptions = Object.keys(elsewhere)
  expect(exceptions.filter((name) => !scheduleNames.some((known) => known === name))).toEqual([])
})

test('finds a planted scan', async () => {
  const { counted } = large
  const { rows } = await counted.costOf(() =>
    counted.db.updateTable('delivery').set({ attempts: 0 }).where('reason', '=', 'nowhere').execute(),
  )

  expect(rows).toBeGreaterThan(usualGrowth)
})

/** Returns what the statements of a schedule's second run look at: the first has done what was due. */
async function costOf({ counted, run }: Installation, name: string) {
  await run(name)
  return counted.costOf(() => run(name))
}
