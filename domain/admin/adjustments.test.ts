import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { NewAdjustment } from '../../contract/admin/adjustment-calls.ts'
import { buildSupporter } from '../../db/builders.fixture.ts'
import { listImbalances } from '../../db/queries/payments/balance.ts'
import { listPlatformSums } from '../../db/queries/payments/platform-months.ts'
import { listed, plantCent, reconcileLater } from '../payments/reconciliation/sums.fixture.ts'
import { openStripeCheckout } from '../payments/stripe/checkout.fixture.ts'
import { decideAdjustment, proposeAdjustment, readAdjustments } from './adjustments.ts'
import { readStatement } from '../payments/ledger/read-statement.ts'

type Checkout = Awaited<ReturnType<typeof openStripeCheckout>>

/** Takes a tip whose refund differs from Stripe's by `planted` minor units, with two admins. */
async function openDifferingTip(checkout: Checkout, planted = -20) {
  const { db, ctx } = checkout
  const tip = await checkout.takeTip()
  await checkout.readRecords()
  await plantCent(db, tip.captureId, planted)
  await reconcileLater(ctx, 120)
  const [ada, ben] = [await buildSupporter(db), await buildSupporter(db)]
  const wanted: NewAdjustment = {
    tipId: tip.id,
    kind: 'refund',
    account: 'platform_fee',
    amount: -planted,
    transactionId: 'txn_of_the_refund',
    reason: 'Stripe rounded the fee otherwise',
  }
  const propose = (changes: Partial<NewAdjustment> = {}, adminUid: string | null = ada.uid) =>
    proposeAdjustment(db, { adminUid }, { ...wanted, ...changes })
  const decide = (id: string, decision: 'book' | 'reject', adminUid: string | null = ben.uid) =>
    decideAdjustment(db, { adminUid, reason: 'Seen at Stripe' }, { id, decision })
  return { tip, ada, ben, propose, decide }
}

test('two admins settle a difference, and the creator reads why on the statement', async () => {
  await using checkout = await openStripeCheckout()
  const { db, ctx, creator } = checkout
  const { tip, ada, propose, decide } = await openDifferingTip(checkout)
  const month = `${new Date().toISOString().slice(0, 7)}-01`
  const feesBefore = await listPlatformSums(db, { mode: 'test', month })

  const before = await readAdjustments(db, ada.uid)
  expect(before.differences).toMatchObject([
    { tipId: tip.id, kind: 'refund', providerAmount: 0, statementAmount: -20, currency: 'gbp' },
  ])
  const id = await propose()
  expect((await readAdjustments(db, ada.uid)).proposed).toMatchObject([{ id, isOwn: true }])
  await expect(decide(id, 'book', ada.uid)).rejects.toMatchObject({ code: 'adjustment_own' })
  await decide(id, 'book')

  expect(await readAdjustments(db, ada.uid)).toMatchObject({
    differences: [],
    proposed: [],
    decided: [{ id, decision: 'booked', amount: 20 }],
  })
  expect(await listed(db)).toEqual([])
  const { entries, differences } = await readStatement(db, { creatorUid: creator.uid, mode: 'test' })
  expect(differences).toEqual([])
  expect(entries[0]).toMatchObject({
    kind: 'adjustment',
    tipId: tip.id,
    amount: 20,
    platformFee: 20,
    adjustment: { reason: 'Stripe rounded the fee otherwise', transactionId: 'txn_of_the_refund' },
  })
  const fees = await listPlatformSums(db, { mode: 'test', month })
  expect(fees[0]!.returned).toBe(feesBefore[0]!.returned - 20)
  expect(await listImbalances(db, 20)).toEqual([])
  const actions = await db.selectFrom('adminAction').select(['action', 'subject', 'accountUid']).execute()
  expect(actions).toEqual(
    ['propose_adjustment', 'book_adjustment'].map((action) => {
      return { action, subject: id, accountUid: creator.uid }
    }),
  )
  expect((await reconcileLater(ctx, 240)).differences).toEqual([])
})

test('what was booked meanwhile makes a proposal void, so that nothing is booked twice', async () => {
  await using checkout = await openStripeCheckout()
  const { db } = checkout
  const { tip, propose, decide } = await openDifferingTip(checkout)
  const id = await propose()
  await expect(propose()).rejects.toMatchObject({ code: 'adjustment_open' })

  await plantCent(db, tip.captureId, 20)

  await expect(decide(id, 'book')).rejects.toMatchObject({ code: 'adjustment_changed' })
  await decide(id, 'reject')
  await expect(decide(id, 'book')).rejects.toMatchObject({ code: 'not_found' })
  await decide(await propose({ amount: 5 }), 'book')
})

test('a command on the server is one person, and two admins who book at once book once', async () => {
  await using checkout = await openStripeCheckout()
  const { db } = checkout
  const { propose, decide, ada, ben } = await openDifferingTip(checkout)
  const id = await propose({}, null)

  await expect(decide(id, 'book', null)).rejects.toMatchObject({ code: 'adjustment_own' })
  const results = await Promise.allSettled([decide(id, 'book', ada.uid), decide(id, 'book', ben.uid)])

  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const entries = await db
    .selectFrom('ledgerEntry')
    .select('amountMinor')
    .where('movementId', '=', id)
    .execute()
  expect(entries.map(({ amountMinor }) => amountMinor).toSorted((one, other) => one - other)).toEqual([
    -20, 20,
  ])
  expect(await listImbalances(db, 20)).toEqual([])
})

test('a transaction in another currency than the tip’s is settled in the tip’s', async () => {
  await using checkout = await openStripeCheckout()
  const { db, ctx } = checkout
  const { tip, propose, decide } = await openDifferingTip(checkout)
  await decide(await propose(), 'book')
  await sql`
    insert into provider_transaction (provider, mode, payee_id, transaction_id, source_id, capture_id, kind, settled_minor,
      settled_currency, net_minor, currency, created_at, available_at)
    select provider, mode, payee_id, 'txn_in_dollars', source_id, capture_id, 'refund', -1500, 'usd', -1500, 'usd', created_at,
      available_at
    from provider_transaction where capture_id = ${tip.captureId} limit 1`.execute(db)
  await reconcileLater(ctx, 240)
  expect((await readAdjustments(db, null)).differences).toMatchObject([
    {
      kind: 'refund',
      currency: 'usd',
      tipCurrency: 'gbp',
      providerAmount: -1500,
      transactionIds: ['txn_in_dollars'],
    },
  ])

  const fee = {
    kind: 'refund',
    account: 'provider_fee',
    amount: -1200,
    transactionId: 'txn_in_dollars',
  } as const
  await decide(await propose(fee), 'book')

  expect((await readAdjustments(db, null)).differences).toEqual([])
  expect((await reconcileLater(ctx, 360)).differences).toEqual([])
  expect(await listImbalances(db, 20)).toEqual([])
})

test('an adjustment of the supporter’s money changes neither the tip nor its goal, and the ledger balances', async () => {
  await using checkout = await openStripeCheckout()
  const { db } = checkout
  const { tip, propose, decide } = await openDifferingTip(checkout)

  await decide(await propose({ account: 'provider', amount: -100 }), 'book')

  const { returnedMinor } = await db
    .selectFrom('tip')
    .select('returnedMinor')
    .where('id', '=', tip.id)
    .executeTakeFirstOrThrow()
  expect(returnedMinor).toBe(0)
  expect(await listImbalances(db, 20)).toEqual([])
})

test('Postgres books no adjustment that nobody has approved, and keeps what was decided', async () => {
  await using checkout = await openStripeCheckout()
  const { db, ctx } = checkout
  const { tip, ada, propose, decide } = await openDifferingTip(checkout)
  const id = await propose()
  const ofTip = await ctx.db
    .selectFrom('tip')
    .select(['id as tipId', 'creatorUid', 'provider', 'mode', 'currency'])
    .where('captureId', '=', tip.captureId)
    .executeTakeFirstOrThrow()
  const insert = (movementId: string, amountMinor: number) => {
    const entry = { ...ofTip, movementId, kind: 'adjustment' } as const
    return db
      .insertInto('ledgerEntry')
      .values([
        { ...entry, account: 'creator', amountMinor },
        { ...entry, account: 'platform_fee', amountMinor: -amountMinor },
      ])
      .execute()
  }

  for (const movementId of [id, randomUUID()])
    await expect(insert(movementId, 20)).rejects.toThrow(/booked once, as it was approved/)
  const byOne = { decision: 'booked', decidedBy: ada.uid, decidedAt: new Date() } as const
  await expect(db.updateTable('adjustment').set(byOne).execute()).rejects.toThrow(/adjustment_by_two/)
  await expect(db.updateTable('adjustment').set({ amountMinor: 2_000 }).execute()).rejects.toThrow()
  await decide(id, 'book')
  await expect(insert(id, 20)).rejects.toThrow(/booked once, as it was approved/)
  await expect(db.updateTable('adjustment').set({ decidedBy: null }).execute()).rejects.toThrow(
    /only decided, once/,
  )
  expect(await listImbalances(db, 20)).toEqual([])
})
