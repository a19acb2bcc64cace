/** Finds which column of a file has what. */
import { importFields } from '../../contract/imports/tip-import.ts'
import type { ImportField, ImportSource } from '../../contract/imports/tip-import.ts'
import { readAmount, readCurrencies } from '../../contract/money/read-amount.ts'
import type { CsvLine } from './read-csv.ts'
import { readTime } from './read-cell.ts'
import { isCurrency } from './read-currency.ts'
import { services } from './services/services.ts'

export type FoundColumns = Partial<Record<ImportField, number>>

/** Finds the columns of a service's file by their names, and in a file that nobody knows also by their cells. */
export function findColumns(
  source: ImportSource,
  names: readonly string[],
  lines: readonly CsvLine[],
): FoundColumns {
  const found = findByName(source, names)
  return source === 'other' ? { ...found, ...findByCells(found, names, lines) } : found
}

/** Finds columns by their names; no column is two fields. */
function findByName(source: ImportSource, columns: readonly string[]): FoundColumns {
  const found: FoundColumns = {}
  const taken = new Set<number>()
  for (const field of importFields) {
    const indexes = (services[source].columns[field] ?? []).map((name) => columns.indexOf(name))
    const index = indexes.find((one) => one !== -1 && !taken.has(one))
    if (index === undefined) continue
    found[field] = index
    taken.add(index)
  }
  return found
}

/** Finds the columns of the time, the amount and the currency by their cells, if no column has such a name. */
function findByCells(
  named: FoundColumns,
  columns: readonly string[],
  lines: readonly CsvLine[],
): FoundColumns {
  const taken = new Set(Object.values(named))
  const find = (fits: (cell: string) => boolean) =>
    columns.findIndex((_, column) => !taken.has(column) && fitsMost(cellsOf(lines, column), fits))
  const found: FoundColumns = {}
  const time = named.time ?? find((cell) => Boolean(readTime(cell, 'dmy') ?? readTime(cell, 'mdy')))
  if (time !== -1) found.time = time
  taken.add(time)
  const amount = named.amount ?? find(hasCents)
  if (amount !== -1) found.amount = amount
  taken.add(amount)
  const currency = named.currency ?? find(isCurrencyCell)
  if (currency !== -1) found.currency = currency
  return found
}

function fitsMost(cells: readonly string[], fits: (cell: string) => boolean): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  return filled.length > 0 && filled.filter(fits).length / filled.length > 0.8
}

function isCurrencyCell(cell: string): boolean {
  return readCurrencies(cell)?.some(isCurrency) ?? false
}

function hasCents(cell: string): boolean {
  return /\.\d{2}$/.test(readAmount(cell)?.digits ?? '')
}

/** Returns the cells of a column; none without a column. */
export function cellsOf(lines: readonly CsvLine[], column: number | undefined): string[] {
  return column === undefined ? [] : lines.map(({ cells }) => cells[column] ?? '')
}
