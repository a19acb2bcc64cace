/** Reads one line of a file as a tip. */
import { createHash } from 'node:crypto'
import { readAmount } from '../../contract/read-amount.ts'
import type { WrittenAmount } from '../../contract/read-amount.ts'
import { decimalsOf } from '../../contract/minor-units.ts'
import { isAnonymousName, tipTextLimits } from '../../contract/tip.ts'
import type { ImportField, ImportMapping, ImportSource, LineProblem } from '../../contract/tip-import.ts'
import type { ImportedTipRow } from '../../db/queries/imports.ts'
import type { CsvLine } from './read-csv.ts'
import { hasEmail, readText, toMinor } from './read-cell.ts'
import { readCurrency } from './read-currency.ts'
import { readWhen } from './read-when.ts'
import { judgeLine } from './services/service.ts'
import { services } from './services/services.ts'

/** How the lines of a file are read. */
export interface FileForm {
  source: ImportSource
  mapping: ImportMapping
}

/** A tip of a file. Its name is null if the file has none, or an anonymous one. */
export interface FileTip extends ImportedTipRow {
  /** Equal for lines about the same tip. */
  dedupKey: Buffer
}

export interface FileProblem {
  line: number
  problem: LineProblem
}

const dayMs = 24 * 60 * 60_000
/** No service for tips is older. */
const firstYear = 2005
/** What Ko-fi and others write for supporters without a name. As one supporter they would lead every board. */
const nobody = /^(?:ko-?fi supporter|somebody|someone|anonymous(?: (?:user|supporter))?|anonym|guest)$/i

/** Returns whether what was read is a problem. */
export function isProblem(read: FileTip | FileProblem): read is FileProblem {
  return 'problem' in read
}

/** Reads a line. Returns a tip, or the reason why the line is not one. */
export function readLine(
  { line, cells }: CsvLine,
  { source, mapping }: FileForm,
  now = Date.now(),
): FileTip | FileProblem {
  const cellOf = (field: ImportField) => {
    const column = mapping[field]
    return column === undefined ? undefined : (cells[column] ?? '')
  }
  const textOf = (field: ImportField) => cellOf(field) ?? ''
  if (cells.length <= Math.max(mapping.time, mapping.amount)) return { line, problem: 'columns' }
  const [status, type, impact] = [cellOf('status'), cellOf('type'), cellOf('impact')]
  const verdict = judgeLine(services[source], { status, type, impact })
  if (verdict) return { line, problem: verdict }
  const amount = readMoney(textOf('amount'), textOf('currency'), mapping)
  if (typeof amount === 'string') return { line, problem: amount }
  const when = { time: textOf('time'), clock: textOf('clock'), zone: textOf('zone') }
  const at = readWhen(when, mapping.dateOrder)
  if (typeof at === 'string') return { line, problem: at }
  if (at.getUTCFullYear() < firstYear || at.getTime() > now + dayMs) return { line, problem: 'time' }
  const tip = { line, at, ...amount, ...readTexts(textOf('name'), textOf('message')) }
  return { ...tip, dedupKey: keyOf(tip, textOf('id')) }
}

function readMoney(
  cell: string,
  currencyCell: string,
  { decimalMark, inCurrency }: ImportMapping,
): { amountMinor: number; currency: string } | LineProblem {
  if (cell.trim() === '') return 'none'
  const written = readAmount(cell, decimalMark)
  if (!written) return 'amount'
  const currency = readCurrency(written.currencies, currencyCell, inCurrency)
  if (typeof currency === 'string') return currency
  const digits = digitsOf(written, currency.code)
  if (digits === undefined) return 'unsureAmount'
  const amountMinor = toMinor(digits, currency.code)
  if (amountMinor === undefined) return 'amount'
  if (amountMinor === 0) return 'none'
  return written.isNegative ? 'negative' : { amountMinor, currency: currency.code }
}

/** Returns the digits; undefined if there are two readings. A currency without decimals has only thousands to separate. */
function digitsOf({ digits, otherDigits }: WrittenAmount, currency: string): string | undefined {
  if (otherDigits === undefined) return digits
  return decimalsOf(currency) === 0 ? otherDigits : undefined
}

/** Reads name and message. A name with an email address is dropped, and the addresses in a message are. */
function readTexts(nameCell: string, messageCell: string) {
  const name = hasEmail(nameCell) ? null : readText(nameCell.replace(/\s+/g, ' '), tipTextLimits.name)
  const isNobody = name === null || isAnonymousName(name) || nobody.test(name)
  return { name: isNobody ? null : name, message: readText(messageCell, tipTextLimits.message) }
}

/** Shorter ids are numbers of rows, which two services give to different tips. */
const minIdLength = 8

/** Returns what makes two lines the same tip: the transaction, or without one the time, name and amount. */
function keyOf({ at, name, amountMinor, currency }: Omit<FileTip, 'dedupKey'>, idCell: string): Buffer {
  const id = idCell.trim()
  const parts =
    id.length >= minIdLength && !hasEmail(id)
      ? ['id', id]
      : ['tip', at.toISOString(), name?.toLowerCase() ?? '', String(amountMinor), currency]
  return createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)
}
