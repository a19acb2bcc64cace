/** For tests: histories of tips at random, and the product's books of them, told in any order. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Db } from '../../../db/connection.ts'
import type { GoalRow } from '../../../db/schema.ts'
import { buildOrder } from '../../../db/builders.fixture.ts'
import type { PaymentContext } from '../context.ts'
import { bookCapture, bookDispute, bookKeptReports, bookRefund } from '../record-outcome.ts'
import type { Books, DisputeReport, History, RefundReport } from './reference.fixture.ts'
import { captureOf } from './ledger.fixture.ts'

const start = Date.parse('2026-11-01T10:00:00Z')
const moment = fc.integer({ min: 0, max: 9 }).map((hour) => new Date(start + hour * 3_600_000))

/** Refund numbers are drawn from few, so that one is reported more than once; its amount, kind and time stay. */
const refunds: fc.Arbitrary<RefundReport[]> = fc
  .uniqueArray(
    fc.record({
      refundId: fc.constantFrom('R1', 'R2', 'R3'),
      kind: fc.constantFrom('refund', 'reversal'),
      amountMinor: fc.integer({ min: 1, max: 130 }),
      platformFeeMinor: fc.option(fc.integer({ min: 0, max: 8 })),
      providerFeeMinor: fc.constantFrom(0, 0, 2),
      occurredAt: moment,
    }),
    { selector: ({ refundId }) => refundId, maxLength: 3 },
  )
  .chain((known) => reportsOf(known, ['pending', 'completed', 'completed', 'failed']))

const disputes: fc.Arbitrary<DisputeReport[]> = fc
  .uniqueArray(
    fc.record({
      disputeId: fc.constantFrom('D1', 'D2'),
      amountMinor: fc.integer({ min: 1, max: 130 }),
      providerFeeMinor: fc.constantFrom(0, 15),
      openedAt: moment,
    }),
    { selector: ({ disputeId }) => disputeId, maxLength: 2 },
  )
  .chain((known) => reportsOf(known, ['open', 'won', 'lost']))

/** One to three reports of each, every one with a standing and a moment of its own. */
function reportsOf<T extends object, S extends string>(known: readonly T[], statuses: readonly S[]) {
  const report = fc.record({ status: fc.constantFrom(...statuses), asOf: moment })
  const reports = fc.array(report, { minLength: 1, maxLength: 3 })
  return fc
    .tuple(...known.map(() => reports))
    .map((all) => all.flatMap((ofOne, at) => ofOne.map((one) => ({ ...known[at]!, ...one }))))
}

/** A tip of at most 1.20, so that reports often ask for more than there is. */
export const histories: fc.Arbitrary<History> = fc
  .record({
    amountMinor: fc.integer({ min: 1, max: 120 }),
    feePercent: fc.constantFrom(0, 5, 5, 50, 100),
    isCovered: fc.boolean(),
    feeMode: fc.constantFrom('split', 'owed'),
    isSettingOff: fc.boolean(),
    keptByProviderMinor: fc.constantFrom(0, 1),
    refunds,
    disputes,
  })
  .map(({ feePercent, isCovered, isSettingOff, ...history }) => {
    const { amountMinor, feeMode } = history
    const feeMinor = Math.round((amountMinor * feePercent) / 100)
    const setOffMinor = isSettingOff && feeMode === 'split' ? Math.floor((amountMinor - feeMinor) / 5) : 0
    return { ...history, feeMinor, setOffMinor, coveredFeeMinor: isCovered ? feeMinor : 0 }
  })

/** Tips of one creator toward one goal, and how the reports come in: each number is the place of the next in line. */
export const deliveries = fc.record({
  tips: fc.array(histories, { minLength: 1, maxLength: 3 }),
  order: fc.infiniteStream(fc.nat(1000)),
  repeats: fc.infiniteStream(fc.constantFrom(1, 1, 1, 2)),
  /** How many come in at the same moment. */
  together: fc.infiniteStream(fc.constantFrom(1, 1, 2, 4)),
})

type Delivery = typeof deliveries extends fc.Arbitrary<infer T> ? T : never

/** Brings everything in as it was drawn; returns the books of each tip, in the order of the tips. */
export async function deliver(
  db: Db,
  goal: GoalRow,
  { tips, order, repeats, together }: Delivery,
): Promise<Books[]> {
  const ctx = openContext(db)
  const told = await Promise.all(tips.map((history) => reportsFor(ctx, goal, history)))
  const waiting = told.flatMap(({ reports }) =>
    reports.flatMap((report) => Array.from({ length: next(repeats) }, () => report)),
  )
  while (waiting.length > 0) {
    const batch = []
    for (let left = next(together); left > 0 && waiting.length > 0; left -= 1)
      batch.push(...waiting.splice(next(order) % waiting.length, 1))
    await Promise.all(batch.map((report) => report()))
  }
  await bookKeptReports(ctx) // as the clock does: two that come in the same moment may both miss the other
  return Promise.all(told.map(({ captureId }) => readBooks(db, captureId)))
}

/** All that will be said of a history's tip, each ready to be told: the booking first. */
export async function reportsFor(ctx: PaymentContext, goal: GoalRow, history: History) {
  const { refunds: ofRefunds, disputes: ofDisputes, keptByProviderMinor, ...order } = history
  const row = await buildOrder(ctx.db, goal.creatorUid, { ...order, goaluuid: goal.goaluuid })
  const capture = captureOf(row, { providerFeeMinor: keptByProviderMinor })
  const { captureId, currency } = capture
  const which = { provider: 'paypal', mode: 'test', captureId, currency } as const
  const mark = (id: string) => `${id}-${row.id}`
  return {
    captureId,
    reports: [
      () => bookCapture(ctx, capture),
      ...ofRefunds.map(({ platformFeeMinor, ...refund }) => () => {
        const told = { ...refund, platformFeeMinor: platformFeeMinor ?? undefined }
        return bookRefund(ctx, { ...told, ...which, refundId: mark(refund.refundId) })
      }),
      ...ofDisputes.map((dispute) => () => {
        return bookDispute(ctx, { ...dispute, ...which, disputeId: mark(dispute.disputeId), reason: '' })
      }),
    ],
  }
}

/** What payment work needs, and nobody to hear of it. */
export function openContext(db: Db): PaymentContext {
  return { db, log: pino({ level: 'silent' }), payments: {}, publish: () => {} }
}

function next<T>(stream: fc.Stream<T>): T {
  return stream.next().value as T
}

/** The product's books of one payment. */
export async function readBooks(db: Db, captureId: string): Promise<Books> {
  const tip = await db
    .selectFrom('tip')
    .selectAll()
    .where('captureId', '=', captureId)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ account: string; amountMinor: number }>`
    select account, sum(amount_minor)::bigint as amount_minor from ledger_entry where tip_id = ${tip.id}
    group by account having sum(amount_minor) <> 0
  `.execute(db)
  return {
    accounts: Object.fromEntries(rows.map(({ account, amountMinor }) => [account, amountMinor])),
    returnedMinor: tip.returnedMinor,
  }
}
