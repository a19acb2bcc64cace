/** A creator's statement as a CSV file. */
import type { Readable } from 'node:stream'
import type { CsvForm } from '../../../contract/csv-form.ts'
import { toUnits } from '../../../contract/money/minor-units.ts'
import { grossOf } from '../../../contract/payments/statement-calls.ts'
import type { Db } from '../../../db/connection.ts'
import { findStatementIds, listStatementUpward } from '../../../db/queries/payments/statement.ts'
import type { StatementFilter, StatementRow } from '../../../db/queries/payments/statement.ts'
import { writeCsv } from '../../csv.ts'
import type { CsvCell } from '../../csv.ts'

const rowsAtOnce = 1_000

/** Writes all rows that match as CSV, oldest first. Reads a thousand at a time, when the reader has taken those before. */
export function writeStatementCsv(
  db: Db,
  { form, ...filter }: StatementFilter & { form: CsvForm },
): { name: string; content: Readable } {
  return {
    name: `brimful-statement${filter.year ? `-${filter.year}` : ''}.csv`,
    content: writeCsv(form, pagesOf(db, filter)),
  }
}

async function* pagesOf(db: Db, filter: StatementFilter): AsyncGenerator<CsvCell[][]> {
  yield [columns]
  let ids = await findStatementIds(db, filter)
  while (ids) {
    const rows: StatementRow[] = await listStatementUpward(db, filter, ids, rowsAtOnce)
    yield rows.map(toCells)
    ids = rows.length === rowsAtOnce ? { ...ids, after: rows.at(-1)!.id } : undefined
  }
}

const columns = [
  'Time (UTC)',
  'Kind',
  'From',
  'Provider',
  'Currency',
  'Gross',
  'Platform fee',
  'Platform fee owed',
  'Provider fee',
  'Net',
  'Running total',
  'Tip ID',
  'Worth',
  'Worth in',
  'Worth by',
]

function toCells(row: StatementRow): CsvCell[] {
  const { currency, worth } = row
  return [
    row.bookedAt,
    row.kind,
    row.name,
    row.provider,
    currency.toUpperCase(),
    toUnits(grossOf(row), currency),
    toUnits(row.platformFee, currency),
    toUnits(row.feeOwed, currency),
    toUnits(row.providerFee, currency),
    toUnits(row.amount, currency),
    toUnits(row.balance, currency),
    row.tipId,
    worth && toUnits(worth.amount, worth.currency),
    worth?.currency.toUpperCase(),
    worth && (worth.isEstimate ? 'published rate' : row.provider),
  ]
}
