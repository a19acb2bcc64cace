/** Reads one line of a file as a tip. */
import { createHash } from 'node:crypto'
import { readAmount } from '../../contract/money/read-amount.ts'
import type { WrittenAmount } from '../../contract/money/read-amount.ts'
import { decimalsOf } from '../../contract/money/minor-units.ts'
import { isAnonymousName, tipTextLimits } from '../../contract/payments/tip.ts'
import type {
  ImportField,
  ImportMapping,
  ImportSource,
  LineProblem,
} from '../../contract/imports/tip-import.ts'
import type { ImportedTipRow } from '../../db/queries/imports/imports.ts'
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
  returned?: Returned
}

/** What a refund takes off an earlier or later line of the file. */
export interface Returned {
  /** The key of the tip that is returned. */
  dedupKey: Buffer
  amountMinor: number
  currency: string
  /** The refund's own transaction, so that a repeated line counts once. */
  id: string
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
  const money = readMoney(textOf('amount'), textOf('currency'), mapping)
  if (verdict === 'refund') {
    const returned = readReturned(money, textOf('id'), textOf('reference'))
    return { line, problem: verdict, ...(returned && { returned }) }
  }
  if (verdict) return { line, problem: verdict }
  if (typeof money === 'string') return { line, problem: money }
  const { isNegative, ...amount } = money
  if (isNegative) return { line, problem: 'negative' }
  const when = { time: textOf('time'), clock: textOf('clock'), zone: textOf('zone') }
  const at = readWhen(when, mapping.dateOrder)
  if (typeof at === 'string') return { line, problem: at }
  if (at.getUTCFullYear() < firstYear || at.getTime() > now + dayMs) return { line, problem: 'time' }
  const tip = { line, at, ...amount, ...readTexts(textOf('name'), textOf('message')) }
  return { ...tip, dedupKey: keyOf(tip, textOf('id')) }
}

interface Money {
  amountMinor: number
  currency: string
  isNegative: boolean
}

function readMoney(
  cell: string,
  currencyCell: string,
  { decimalMark, inCurrency }: ImportMapping,
): Money | LineProblem {
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
  return { amountMinor, currency: currency.code, isNegative: written.isNegative }
}

/** Returns the digits; undefined if there are two readings. A currency without decimals has only thousands to separate. */
function digitsOf({ digits, otherDigits }: WrittenAmount, currency: string): string | undefined {
  if (otherDigits === undefined) return digits
  return decimalsOf(currency) === 0 ? otherDigits : undefined
}

/** Returns what a refund takes off another line; undefined if it took nothing from the creator, or names no line. */
function readReturned(money: Money | LineProblem, id: string, reference: string): Returned | undefined {
  if (typeof money === 'string' || !money.isNegative || !isTransaction(reference)) return undefined
  const { amountMinor, currency } = money
  return { dedupKey: hash(['id', reference.trim()]), amountMinor, currency, id: id.trim() }
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
  const parts = isTransaction(idCell)
    ? ['id', idCell.trim()]
    : ['tip', at.toISOString(), name?.toLowerCase() ?? '', String(amountMinor), currency]
  return hash(parts)
}

function isTransaction(id: string): boolean {
  return id.trim().length >= minIdLength && !hasEmail(id)
}

function hash(parts: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)
}
