/** A creator's statement, as pages and as a CSV file. */
import { stringify } from 'csv-stringify/sync'
import type { getStatement, StatementDifference } from '../../../contract/statement-calls.ts'
import type { CallResponse } from '../../../contract/call.ts'
import { toUnits } from '../../../contract/minor-units.ts'
import { currency as knownCurrency } from '../../../contract/money.ts'
import type { Db } from '../../../db/connection.ts'
import { listDifferencesOf } from '../../../db/queries/differences.ts'
import type { CreatorsDifference } from '../../../db/queries/differences.ts'
import { listUnpaidFees, listStatement, listYears } from '../../../db/queries/statement.ts'
import { countPendingFees } from '../../../db/queries/payment-records.ts'
import { listUnmatchedPayments } from '../../../db/queries/unmatched-payments.ts'
import type { StatementFilter } from '../../../db/queries/statement.ts'

const pageSize = 50
const maxUnmatched = 20
const maxDifferences = 20
const maxRowsInFile = 100_000

/**
 * Returns one page of the statement, the totals of each year, the fees owed, payments that do not match their order, and
 * differences between the ledger and the providers.
 */
export async function readStatement(
  db: Db,
  filter: StatementFilter & { before?: number | undefined },
): Promise<CallResponse<typeof getStatement>> {
  const { creatorUid, mode } = filter
  const [rows, years, feeOwed, feesPending, unmatched, differing] = await Promise.all([
    listStatement(db, filter, pageSize + 1),
    listYears(db, creatorUid, mode),
    listUnpaidFees(db, creatorUid, mode),
    countPendingFees(db, creatorUid, mode),
    listUnmatchedPayments(db, filter, maxUnmatched),
    listDifferencesOf(db, creatorUid, mode, maxDifferences),
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

/**
 * Writes the statement as CSV (RFC 4180), oldest first, at most 100,000 rows. Names that a spreadsheet would execute as formulas
 * are escaped.
 */
export async function writeStatementCsv(
  db: Db,
  filter: StatementFilter,
): Promise<{ name: string; csv: string }> {
  const rows = (await listStatement(db, filter, maxRowsInFile)).toReversed()
  const csv = stringify(
    rows.map((row) => [
      row.bookedAt.toISOString(),
      row.kind,
      row.name,
      row.provider,
      row.currency.toUpperCase(),
      toUnits(row.amount, row.currency),
      toUnits(row.platformFee, row.currency),
      toUnits(row.providerFee, row.currency),
      toUnits(row.balance, row.currency),
      row.tipId,
      row.worth && toUnits(row.worth.amount, row.worth.currency),
      row.worth?.currency.toUpperCase(),
      row.worth && (row.worth.isEstimate ? 'published rate' : row.provider),
    ]),
    { header: true, columns, bom: true, escape_formulas: true, record_delimiter: '\r\n' },
  )
  return { name: `brimful-statement${filter.year ? `-${filter.year}` : ''}.csv`, csv }
}

const columns = [
  'Time (UTC)',
  'Kind',
  'From',
  'Provider',
  'Currency',
  'Amount',
  'Platform fee',
  'Provider fee',
  'Running total',
  'Tip',
  'Worth',
  'Worth in',
  'Worth by',
]
