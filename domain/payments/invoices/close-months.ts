/** Closes months that are over: nothing more can be booked into them, and every creator gets an invoice. */
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Db, Trx } from '../../../db/connection.ts'
import {
  findInvoiceOf,
  insertInvoice,
  listCreatorsOfMonth,
  listOpenFees,
  listUninvoiced,
} from '../../../db/queries/payments/invoices.ts'
import type { CorrectedInvoice, OpenFees } from '../../../db/queries/payments/invoices.ts'
import {
  findClosedAt,
  findMonthToCarry,
  findMonthToClose,
  insertCarriedMonth,
  insertClosedMonth,
  listPlatformSums,
  lockClosing,
} from '../../../db/queries/payments/platform-months.ts'
import type { MonthKey } from '../../../db/queries/payments/platform-months.ts'
import type { Config } from '../../config/config.ts'
import type { Invoicing } from '../../config/seller-config.ts'
import { findBillingDetails, sealBuyer } from './billing-details.ts'
import type { OpenedDetails } from './billing-details.ts'
import { decideVat, vatIn } from './decide-vat.ts'
import { convertVat } from './local-vat.ts'
import type { ChargedVat, LocalVat } from './local-vat.ts'

export interface ClosingContext {
  db: Db
  log: Logger
  config: Pick<Config, 'mode' | 'secretsKey' | 'invoicing' | 'supportEmail'>
}

/** How many days after its end a month is closed. A transaction that began in the month has ended by then. */
const usualDays = 2
const creatorsAtOnce = 100

/**
 * Carries over and closes all months that ended more than `daysAfterEnd` days ago, the earliest first. It may be killed at any point and called
 * by several processes: each invoice is issued once. Without a configured seller it carries the months over and closes none.
 */
export async function closeMonths(ctx: ClosingContext, daysAfterEnd = usualDays): Promise<void> {
  const { db, log, config } = ctx
  const { mode, invoicing } = config
  await carryMonths(db, mode, daysAfterEnd)
  if (!invoicing) return
  for (;;) {
    const month = await findMonthToClose(db, mode, daysAfterEnd)
    if (month === undefined) return
    await closeMonth({ ...ctx, invoicing }, { mode, month })
    log.info({ month, mode }, 'a month is closed')
  }
}

/**
 * Stores what creators owe at the end of each month, so that later months are summed without the rows of earlier ones. Reads each
 * month once.
 */
async function carryMonths(db: Db, mode: Config['mode'], daysAfterEnd: number): Promise<void> {
  for (;;) {
    const month = await findMonthToCarry(db, mode, daysAfterEnd)
    if (month === undefined) return
    await db.transaction().execute(async (trx) => {
      await lockClosing(trx)
      if ((await findMonthToCarry(trx, mode, daysAfterEnd)) !== month) return // another process has carried it
      const key = { mode, month }
      await insertCarriedMonth(trx, key, await listPlatformSums(trx, key))
    })
  }
}

type Context = ClosingContext & { invoicing: Invoicing }

async function closeMonth(ctx: Context, key: MonthKey): Promise<void> {
  const { db } = ctx
  let creators: string[] = []
  do {
    creators = await listCreatorsOfMonth(db, key, creators.at(-1) ?? firstUid, creatorsAtOnce)
    await issueInvoices(ctx, key, creators)
  } while (creators.length > 0)
  await db.transaction().execute(async (trx) => {
    await lockClosing(trx)
    if (await findClosedAt(trx, key)) return // another process has closed it
    const uninvoiced = await listUninvoiced(trx, key)
    if (uninvoiced.length > 0) throw new Error(`${key.month} is not invoiced: ${JSON.stringify(uninvoiced)}`)
    await insertClosedMonth(trx, key, await listPlatformSums(trx, key))
  })
}

const firstUid = '00000000-0000-0000-0000-000000000000'

/** Issues the invoices of some creators in one transaction, which locks the counter of the numbers. */
async function issueInvoices(ctx: Context, key: MonthKey, creators: readonly string[]): Promise<void> {
  if (creators.length === 0) return
  await ctx.db.transaction().execute(async (trx) => {
    await lockClosing(trx)
    for (const fees of await listOpenFees(trx, key, creators)) await issueInvoice(ctx, trx, key, fees)
  })
}

/**
 * Issues an invoice for fees that were charged, or a credit note for fees that were returned. Corrections of an earlier month have
 * the VAT of its invoice.
 */
async function issueInvoice(ctx: Context, trx: Trx, key: MonthKey, fees: OpenFees): Promise<void> {
  const { invoicing, config } = ctx
  const { creatorUid, currency, tipMonth, feeMinor, locale } = fees
  const { mode, month } = key
  const isCorrection = tipMonth !== month
  const corrected = isCorrection
    ? await findInvoiceOf(trx, { mode, month: tipMonth, creatorUid, currency })
    : undefined
  const details = await findBillingDetails({ db: trx, config }, creatorUid)
  const vat = corrected ? correctVat(corrected, feeMinor) : chargeVat(ctx, details, Math.abs(feeMinor))
  const local = await localVatOf(
    trx,
    key.month,
    { ...vat, currency, totalMinor: Math.abs(feeMinor) },
    corrected,
  )
  const id = randomUUID()
  const invoice = {
    id,
    mode,
    kind: feeMinor > 0 ? ('invoice' as const) : ('credit_note' as const),
    creatorUid,
    month,
    tipMonth,
    corrects: corrected?.id ?? null,
    currency,
    totalMinor: Math.abs(feeMinor),
    ...vat,
    ...local,
    locale,
    seller: JSON.stringify({ ...invoicing.seller, email: config.supportEmail }),
  }
  await insertInvoice(trx, invoice, details && sealedBuyer(ctx, id, details))
}

/** The VAT in the currency of its country. A correction has the rate of the invoice that it corrects. */
async function localVatOf(
  trx: Trx,
  month: string,
  { vatRule, ...charged }: ChargedVat & InvoiceVat,
  corrected: CorrectedInvoice | undefined,
): Promise<LocalVat | undefined> {
  if (vatRule !== 'charged') return undefined
  const { localRate: rate = null, localRateOn: day = null } = corrected ?? {}
  return convertVat(trx, month, charged, rate === null || day === null ? undefined : { rate, day })
}

interface InvoiceVat {
  vatMinor: number
  vatRate: number
  vatRule: CorrectedInvoice['vatRule']
  country: string
}

function chargeVat(
  { invoicing }: Context,
  details: OpenedDetails | undefined,
  totalMinor: number,
): InvoiceVat {
  const buyer = details && { country: details.country, isBusiness: details.isVatIdChecked }
  const { rule, rate, country } = decideVat(invoicing, buyer)
  return { vatMinor: vatIn(totalMinor, rate), vatRate: rate, vatRule: rule, country }
}

/** The VAT is the difference of what is in the invoice's total before and after, so that all corrections together round once. */
function correctVat(
  { leftMinor, vatRate, vatRule, country }: CorrectedInvoice,
  feeMinor: number,
): InvoiceVat {
  const vatMinor = Math.abs(vatIn(leftMinor + feeMinor, vatRate) - vatIn(leftMinor, vatRate))
  return { vatMinor, vatRate, vatRule, country }
}

function sealedBuyer({ config, invoicing }: Context, id: string, details: OpenedDetails) {
  const keepUntil = new Date()
  keepUntil.setUTCFullYear(keepUntil.getUTCFullYear() + invoicing.keptYears + 1, 0, 1)
  return {
    sealed: sealBuyer(config.secretsKey, id, details),
    keepUntil: keepUntil.toISOString().slice(0, 10),
  }
}
