import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildCreator, buildOrder } from '../../../db/builders.fixture.ts'
import type { Db } from '../../../db/connection.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { listImbalances } from '../../../db/queries/payments/balance.ts'
import { listUnpaidFees } from '../../../db/queries/payments/statement.ts'
import type { NewOrder } from '../../../db/schema.ts'
import { closePastMonths, closingContext, monthsAgo, tipIn } from '../invoices/invoices.fixture.ts'
import { readStatement } from '../ledger/read-statement.ts'
import { readPlatformMonth } from './read-month.ts'
import { writeOffOldFees } from './write-off-fees.ts'

const owed: Partial<NewOrder> = { feeMode: 'owed', provider: 'paypal' }

/** Lists what was written off: the month of the tips, and how much in minor units. */
async function listWrittenOff(db: Db) {
  const rows = await db
    .selectFrom('ledgerEntry')
    .innerJoin('tip', 'tip.id', 'ledgerEntry.tipId')
    .select(['tip.capturedAt', 'ledgerEntry.amountMinor'])
    .where('kind', '=', 'fee_write_off')
    .where('account', '=', 'fee_owed')
    .orderBy('ledgerEntry.id')
    .execute()
  return rows
    .map(({ capturedAt, amountMinor }) => ({
      month: capturedAt.toISOString().slice(0, 7),
      minor: amountMinor,
    }))
    .toSorted((one, other) => one.month.localeCompare(other.month))
}

const monthOf = (months: number) => monthsAgo(months).month.slice(0, 7)

test('fees owed for more than two years are written off once, less what later payments have set off', async () => {
  await using books = await createTestDb()
  const { db } = books
  const { uid } = await buildCreator(db)
  await tipIn(db, uid, 26, owed)
  await tipIn(db, uid, 25, owed)
  await tipIn(db, uid, 25, owed)
  await tipIn(db, uid, 24, owed)
  await tipIn(db, uid, 3, owed)
  await tipIn(db, uid, 2, { provider: 'stripe', setOffMinor: 80 })
  const ctx = closingContext(db)
  await closePastMonths(ctx)
  const before = await readPlatformMonth(ctx, monthOf(0))

  await Promise.all([writeOffOldFees(ctx), writeOffOldFees(ctx)])
  await writeOffOldFees(ctx)

  expect(await listWrittenOff(db)).toEqual([
    { month: monthOf(25), minor: 50 },
    { month: monthOf(25), minor: 20 },
  ])
  expect(await listUnpaidFees(db, uid, 'test')).toEqual([{ currency: 'gbp', amount: 100 }])
  expect(await listImbalances(db, 20)).toEqual([])
  const { sums } = await readPlatformMonth(ctx, monthOf(0))
  const paypal = sums.find(({ provider }) => provider === 'paypal')!
  expect(paypal).toMatchObject({ returned: -70, received: 0 })
  expect(paypal.owedClosing).toBe(before.sums.find(({ provider }) => provider === 'paypal')!.owedClosing - 70)
  const { entries } = await readStatement(db, { creatorUid: uid, mode: 'test' })
  expect(entries.slice(0, 2)).toMatchObject(
    [0, 1].map(() => ({ kind: 'fee_write_off', amount: 0, provider: 'paypal' })),
  )
})

test('what is younger, what is paid and what other creators owe stays', async () => {
  await using books = await createTestDb()
  const { db } = books
  const [paying, young] = [await buildCreator(db), await buildCreator(db)]
  await tipIn(db, paying.uid, 30, owed)
  await tipIn(db, paying.uid, 29, { provider: 'stripe', setOffMinor: 50 })
  await tipIn(db, young.uid, 24, owed)

  await writeOffOldFees(closingContext(db))

  expect(await listWrittenOff(db)).toEqual([])
})

test('a set-off of an open order is not written off as well', async () => {
  await using books = await createTestDb()
  const { db } = books
  const { uid } = await buildCreator(db)
  await tipIn(db, uid, 30, owed)
  await buildOrder(db, uid, { provider: 'stripe', setOffMinor: 30 })

  await writeOffOldFees(closingContext(db))

  expect(await listWrittenOff(db)).toEqual([{ month: monthOf(30), minor: 20 }])
})

test('a creator whose fees cannot be written off holds up nobody', async () => {
  await using books = await createTestDb()
  const { db, owner } = books
  const creators = [await buildCreator(db), await buildCreator(db)].toSorted((one, other) =>
    one.uid.localeCompare(other.uid),
  )
  for (const { uid } of creators) await tipIn(db, uid, 30, owed)
  await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end'`.execute(
    owner,
  )
  await sql`create trigger refuse before insert on ledger_entry for each row
    when (new.creator_uid = ${sql.lit(creators[0]!.uid)} and new.kind = 'fee_write_off') execute function refuse()`.execute(
    owner,
  )

  await expect(writeOffOldFees(closingContext(db))).rejects.toThrow('could not be written off')

  expect(await listWrittenOff(db)).toEqual([{ month: monthOf(30), minor: 50 }])
})
