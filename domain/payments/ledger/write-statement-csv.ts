/** A creator's statement as a CSV file. */
import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { toUnits } from '../../../contract/minor-units.ts'
import type { Db } from '../../../db/connection.ts'
import { findStatementIds, listStatementUpward } from '../../../db/queries/statement.ts'
import type { StatementFilter, StatementRow } from '../../../db/queries/statement.ts'

const rowsAtOnce = 1_000

/**
 * Writes all movements that match as CSV (RFC 4180), oldest first. Reads a thousand at a time, when the reader has taken those
 * before. Names that a spreadsheet would execute as formulas are escaped.
 */
export function writeStatementCsv(db: Db, filter: StatementFilter): { name: string; content: Readable } {
  return {
    name: `brimful-statement${filter.year ? `-${filter.year}` : ''}.csv`,
    content: Readable.from(pagesOf(db, filter)),
  }
}

async function* pagesOf(db: Db, filter: StatementFilter): AsyncGenerator<string> {
  yield toCsv([columns], true)
  let ids = await findStatementIds(db, filter)
  while (ids) {
    const rows: StatementRow[] = await listStatementUpward(db, filter, ids, rowsAtOnce)
    if (rows.length > 0) yield toCsv(rows.map(toCells))
    ids = rows.length === rowsAtOnce ? { ...ids, after: rows.at(-1)!.id } : undefined
  }
}

type Cell = string | number | null | undefined

function toCsv(rows: Cell[][], isFirst = false): string {
  return stringify(rows, { bom: isFirst, escape_formulas: true, record_delimiter: '\r\n' })
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

function toCells(row: StatementRow): Cell[] {
  const { currency, worth } = row
  return [
    row.bookedAt.toISOString(),
    row.kind,
    row.name,
    row.provider,
    currency.toUpperCase(),
    toUnits(row.amount, currency),
    toUnits(row.platformFee, currency),
    toUnits(row.providerFee, currency),
    toUnits(row.balance, currency),
    row.tipId,
    worth && toUnits(worth.amount, worth.currency),
    worth?.currency.toUpperCase(),
    worth && (worth.isEstimate ? 'published rate' : row.provider),
  ]
}
