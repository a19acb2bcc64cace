/** A creator's statement, page by page. */
import type { getStatement, StatementDifference } from '../../../contract/payments/statement-calls.ts'
import type { CallResponse } from '../../../contract/call.ts'
import { currency as knownCurrency } from '../../../contract/money/money.ts'
import type { Db } from '../../../db/connection.ts'
import { listDifferencesOf } from '../../../db/queries/payments/differences.ts'
import type { CreatorsDifference } from '../../../db/queries/payments/differences.ts'
import { listUnpaidFees, listStatement, listYears } from '../../../db/queries/payments/statement.ts'
import { countPendingFees } from '../../../db/queries/payments/payment-records.ts'
import { listUnmatchedPayments } from '../../../db/queries/payments/unmatched-payments.ts'
import { listWaitingPayments } from '../../../db/queries/payments/waiting-payments.ts'
import type { StatementFilter } from '../../../db/queries/payments/statement.ts'

const pageSize = 50
const maxUnmatched = 20
const maxWaiting = 20
const maxDifferences = 20

/**
 * Returns one page of the statement, the totals of each year, the fees owed, payments that do not match their order or wait for the
 * creator, and differences between the ledger and the providers.
 */
export async function readStatement(
  db: Db,
  filter: StatementFilter & { before?: number | undefined },
): Promise<CallResponse<typeof getStatement>> {
  const { creatorUid, mode } = filter
  const [rows, years, feeOwed, feesPending, unmatched, differing, waiting] = await Promise.all([
    listStatement(db, filter, pageSize + 1),
    listYears(db, creatorUid, mode),
    listUnpaidFees(db, creatorUid, mode),
    countPendingFees(db, creatorUid, mode),
    listUnmatchedPayments(db, filter, maxUnmatched),
    listDifferencesOf(db, creatorUid, mode, maxDifferences),
    listWaitingPayments(db, filter, maxWaiting),
  ])
  const entries = rows
    .slice(0, pageSize)
    .map(({ bookedAt, ...row }) => ({ ...row, bookedAt: bookedAt.toISOString() }))
  const next = rows.length > pageSize ? entries.at(-1)!.id : null
  return {
    entries,
    next,
    years,
    feeOwed,
    feesPending,
    unmatched: unmatched.map(({ foundAt, ...row }) => ({ ...row, foundAt: foundAt.toISOString() })),
    differences: differing.flatMap(toDifferences),
    waiting: waiting.map(({ orderedAt, ...row }) => ({ ...row, orderedAt: orderedAt.toISOString() })),
  }
}

/** Differences in another currency than tips can be in are not shown to the creator. */
function toDifferences({ differences, ...tip }: CreatorsDifference): StatementDifference[] {
  return differences.flatMap(({ kind, day, currency, providerMinor, ledgerMinor }) => {
    const known = knownCurrency.safeParse(currency)
    if (!known.success) return []
    const amounts = { providerAmount: providerMinor, statementAmount: ledgerMinor }
    return [{ ...tip, kind, day, currency: known.data, ...amounts }]
  })
}
