/** Random histories of tips. A test reports a history to the product in random order and reads the resulting ledger. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Db } from '../../../db/connection.ts'
import type { GoalRow } from '../../../db/schema.ts'
import { buildOrder } from '../../../db/builders.fixture.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import {
  recordCapture,
  recordDisputeAndPublish,
  applyPendingReports,
  recordRefundAndPublish,
} from '../orders/record-outcome.ts'
import type { DisputeReport, History, RefundReport, TipLedger } from './reference.fixture.ts'
import { captureOf } from './ledger.fixture.ts'
import { makeSecretKeys } from '../../config/secret-keys.fixture.ts'

const start = Date.parse('2026-11-01T10:00:00Z')
const moment = fc.integer({ min: 0, max: 9 }).map((hour) => new Date(start + hour * 3_600_000))

/**
 * Random reports of refunds. Their ids are from a small set, so that some refunds are reported several times; amount, kind and time
 * of a refund stay the same.
 */
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
      takenMinor: fc.option(fc.integer({ min: 0, max: 130 })),
      providerFeeMinor: fc.constantFrom(0, 15),
      openedAt: moment,
    }),
    { selector: ({ disputeId }) => disputeId, maxLength: 2 },
  )
  .chain((known) => reportsOf(known, ['open', 'won', 'lost']))

/** Creates one to three reports of each refund or dispute, each with its own status and time. */
function reportsOf<T extends object, S extends string>(known: readonly T[], statuses: readonly S[]) {
  const report = fc.record({ status: fc.constantFrom(...statuses), asOf: moment })
  const reports = fc.array(report, { minLength: 1, maxLength: 3 })
  return fc
    .tuple(...known.map(() => reports))
    .map((all) => all.flatMap((ofOne, at) => ofOne.map((one) => ({ ...known[at]!, ...one }))))
}

/** Tips of at most 1.20, so that reports often claim more than remains of the charge. */
export const histories: fc.Arbitrary<History> = fc
  .record({
    amountMinor: fc.integer({ min: 1, max: 120 }),
    feePercent: fc.constantFrom(0, 5, 5, 50, 100),
    isCovered: fc.boolean(),
    feeMode: fc.constantFrom('split', 'owed'),
    isSettingOff: fc.boolean(),
    providerFeeMinor: fc.constantFrom(0, 1),
    refunds,
    disputes,
  })
  .map(({ feePercent, isCovered, isSettingOff, ...history }) => {
    const { amountMinor, feeMode } = history
    const feeMinor = Math.round((amountMinor * feePercent) / 100)
    const setOffMinor = isSettingOff && feeMode === 'split' ? Math.floor((amountMinor - feeMinor) / 5) : 0
    return { ...history, feeMinor, setOffMinor, coveredFeeMinor: isCovered ? feeMinor : 0 }
  })

/**
 * Several tips of one creator toward one goal, and the order in which their reports arrive. Each number of `order` picks the next
 * report, and each of `repeats` says how often a report arrives.
 */
export const schedules = fc.record({
  tips: fc.array(histories, { minLength: 1, maxLength: 3 }),
  order: fc.infiniteStream(fc.nat(1000)),
  repeats: fc.infiniteStream(fc.constantFrom(1, 1, 1, 2)),
  /** How many reports arrive at the same time. */
  simultaneous: fc.infiniteStream(fc.constantFrom(1, 1, 2, 4)),
})

type Schedule = typeof schedules extends fc.Arbitrary<infer T> ? T : never

/** Reports everything as scheduled. Returns the ledger of each tip, in the order of the tips. */
export async function runSchedule(
  db: Db,
  goal: GoalRow,
  { tips, order, repeats, simultaneous }: Schedule,
): Promise<TipLedger[]> {
  const ctx = openContext(db)
  const cases = await Promise.all(tips.map((history) => reportsFor(ctx, goal, history)))
  const waiting = cases.flatMap(({ reports }) =>
    reports.flatMap((report) => Array.from({ length: next(repeats) }, () => report)),
  )
  while (waiting.length > 0) {
    const batch = []
    for (let left = next(simultaneous); left > 0 && waiting.length > 0; left -= 1)
      batch.push(...waiting.splice(next(order) % waiting.length, 1))
    await Promise.all(batch.map((report) => report()))
  }
  // When two reports arrive at the same time, each may be stored without being applied. In production, a scheduled job applies such
  // reports.
  await applyPendingReports(ctx)
  return Promise.all(cases.map(({ captureId }) => readTipLedger(db, captureId)))
}

/** Returns functions that each report one part of a history: first the capture, then the refunds and disputes. */
export async function reportsFor(ctx: PaymentContext, goal: GoalRow, history: History) {
  const { refunds: ofRefunds, disputes: ofDisputes, providerFeeMinor, ...order } = history
  const row = await buildOrder(ctx.db, goal.creatorUid, { ...order, goalId: goal.goalId })
  const capture = captureOf(row, { providerFeeMinor })
  const { captureId, currency } = capture
  const which = { provider: 'paypal', mode: 'test', captureId, currency } as const
  const mark = (id: string) => `${id}-${row.id}`
  return {
    captureId,
    reports: [
      () => recordCapture(ctx, capture),
      ...ofRefunds.map(({ platformFeeMinor, ...refund }) => () => {
        const reported = { ...refund, platformFeeMinor: platformFeeMinor ?? undefined }
        return recordRefundAndPublish(ctx, { ...reported, ...which, refundId: mark(refund.refundId) })
      }),
      ...ofDisputes.map(({ takenMinor, ...dispute }) => () => {
        return recordDisputeAndPublish(ctx, {
          ...dispute,
          takenMinor: takenMinor ?? undefined,
          ...which,
          disputeId: mark(dispute.disputeId),
          reason: '',
        })
      }),
    ],
  }
}

/** Returns a payment context without providers, whose events are not published. */
export function openContext(db: Db): PaymentContext {
  return {
    db,
    log: pino({ level: 'silent' }),
    payments: {},
    config: { secretsKey: makeSecretKeys(), serviceFeePercent: 5 },
    publish: () => {},
  }
}

function next<T>(stream: fc.Stream<T>): T {
  return stream.next().value as T
}

/** Reads the product's ledger of one payment. */
export async function readTipLedger(db: Db, captureId: string): Promise<TipLedger> {
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
