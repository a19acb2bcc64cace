/** The platform's own ledger of a month as CSV files, page by page. */
import type { Readable } from 'node:stream'
import type { PlatformSum } from '../../../contract/admin/admin-calls.ts'
import type { CsvForm } from '../../../contract/csv-form.ts'
import type { Db } from '../../../db/connection.ts'
import { listInvoicesOfMonth } from '../../../db/queries/payments/invoices.ts'
import type { FoundInvoice } from '../../../db/queries/payments/invoices.ts'
import { listPlatformMovements, listPlatformSums } from '../../../db/queries/payments/platform-months.ts'
import type { MonthKey, PlatformMovement } from '../../../db/queries/payments/platform-months.ts'
import { writeCsv } from '../../csv.ts'
import { formatInvoiceNumber } from '../invoices/invoice-number.ts'
import { toUnits } from '../../../contract/money/minor-units.ts'

const rowsAtOnce = 1_000

/**
 * The accounts of the platform; debits are positive. `fees_owed`: what creators owe. `received`: what providers split off for us.
 * `fee_income`: our fees, as a credit.
 */
type PlatformAccount = 'fees_owed' | 'received' | 'fee_income'

const entryColumns = [
  'Time (UTC)',
  'Kind',
  'Provider',
  'Currency',
  'Account',
  'Amount',
  'Movement',
  'Tip',
  'Creator',
]
type EntryCells = (string | number)[]

/**
 * Writes every entry of a month. The entries of a movement sum to zero. For each provider, currency and account, the opening and
 * the entries sum to the closing.
 */
export function writeEntries(db: Db, key: MonthKey, form: CsvForm): Readable {
  return writeCsv(form, entryPages(db, key))
}

async function* entryPages(db: Db, key: MonthKey): AsyncGenerator<EntryCells[]> {
  const sums = await listPlatformSums(db, key)
  yield [entryColumns, ...sums.map((sum) => ofSum('opening', sum, 'fees_owed', sum.owedOpening))]
  let rows: PlatformMovement[] = []
  do {
    rows = await listPlatformMovements(db, key, rows.at(-1), rowsAtOnce)
    yield rows.flatMap(toEntries)
  } while (rows.length > 0)
  yield sums.flatMap(toClosings)
}

function toEntries({ feeMinor, owedMinor, ...movement }: PlatformMovement): EntryCells[] {
  const { bookedAt, kind, provider, currency, movementId, tipId, creatorUid } = movement
  const amounts: [PlatformAccount, number][] = [
    ['fees_owed', -owedMinor],
    ['received', feeMinor + owedMinor],
    ['fee_income', -feeMinor],
  ]
  return amounts
    .filter(([, minor]) => minor !== 0)
    .map(([account, minor]) => [
      bookedAt.toISOString(),
      kind,
      provider,
      currency.toUpperCase(),
      account,
      toUnits(minor, currency),
      movementId,
      tipId,
      creatorUid,
    ])
}

function toClosings(sum: PlatformSum): EntryCells[] {
  return [
    ofSum('closing', sum, 'fees_owed', sum.owedClosing),
    ofSum('closing', sum, 'received', sum.received),
    ofSum('closing', sum, 'fee_income', -(sum.charged + sum.returned)),
  ]
}

function ofSum(kind: string, sum: PlatformSum, account: PlatformAccount, minor: number): EntryCells {
  return [
    '',
    kind,
    sum.provider,
    sum.currency.toUpperCase(),
    account,
    toUnits(minor, sum.currency),
    '',
    '',
    '',
  ]
}

const invoiceColumns = [
  'Number',
  'Kind',
  'Issued',
  'Month',
  'Month of the tips',
  'Corrects',
  'Creator',
  'Currency',
  'Net',
  'VAT',
  'Total',
  'VAT rule',
  'VAT rate',
  'VAT country',
  'Local currency',
  'Local net',
  'Local VAT',
  'Local rate',
  'Local rate of',
]

/** Writes every invoice of a month; amounts of credit notes are negative. It has no names: `Creator` is the account's id. */
export function writeInvoices(db: Db, key: MonthKey, form: CsvForm): Readable {
  return writeCsv(form, invoicePages(db, key))
}

async function* invoicePages(db: Db, key: MonthKey): AsyncGenerator<EntryCells[]> {
  yield [invoiceColumns]
  let rows: FoundInvoice[] = []
  do {
    rows = await listInvoicesOfMonth(db, key, rows.at(-1)?.id, rowsAtOnce)
    yield rows.map(toInvoiceCells)
  } while (rows.length > 0)
}

function toInvoiceCells(row: FoundInvoice): EntryCells {
  const { mode, correctedYear: year, correctedNumber: number, totalMinor, vatMinor, currency } = row
  const sign = row.kind === 'invoice' ? 1 : -1
  const corrects =
    year === null || number === null ? '' : formatInvoiceNumber({ mode, kind: 'invoice', year, number })
  return [
    formatInvoiceNumber(row),
    row.kind,
    row.issuedOn,
    row.month.slice(0, 7),
    row.tipMonth.slice(0, 7),
    corrects,
    row.creatorUid,
    currency.toUpperCase(),
    toUnits(sign * (totalMinor - vatMinor), currency),
    toUnits(sign * vatMinor, currency),
    toUnits(sign * totalMinor, currency),
    row.vatRule,
    row.vatRate / 100,
    row.country,
    ...toLocalCells(row, sign),
  ]
}

/** The VAT in the currency of its country; empty where the invoice is in that currency, or has no VAT. */
function toLocalCells(row: FoundInvoice, sign: number): EntryCells {
  const { localCurrency, localNetMinor, localVatMinor, localRate, localRateOn } = row
  if (localCurrency === null) return ['', '', '', '', '']
  const amounts = [localNetMinor, localVatMinor].map((minor) => toUnits(sign * Number(minor), localCurrency))
  return [localCurrency.toUpperCase(), ...amounts, Number(localRate), localRateOn ?? '']
}
