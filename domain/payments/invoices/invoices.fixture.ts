/** Past months with fees, and a seller who invoices them. */
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import type { Db } from '../../../db/connection.ts'
import type { NewOrder } from '../../../db/schema.ts'
import type { Buyer } from './billing-details.ts'
import { sealBuyer } from './billing-details.ts'
import { captureTip } from '../ledger/ledger.fixture.ts'
import type { Invoicing } from '../../config/seller-config.ts'
import { closeMonths } from './close-months.ts'
import type { ClosingContext } from './close-months.ts'
import type { SecretKeys } from '../../config/secret-keys.ts'
import { makeSecretKeys } from '../../config/secret-keys.fixture.ts'

/** Returns the moment in the middle of the month that many months ago, and the month's first day. */
export function monthsAgo(months: number): { at: Date; month: string } {
  const now = new Date()
  const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15, 12))
  return { at, month: `${at.toISOString().slice(0, 7)}-01` }
}

/** Closes all months that are over, also in the first days of a month, when the last one would stay open for late transactions. */
export const closePastMonths = (ctx: ClosingContext) => closeMonths(ctx, 0)

export const britishSeller: Invoicing = {
  seller: { name: 'Brimful Ltd', address: ['1 High Street', 'London'], country: 'GB', vatId: 'GB123456789' },
  vatRates: new Map([
    ['GB', 20_00],
    ['DE', 19_00],
  ]),
  keptYears: 10,
}

export function closingContext(db: Db, invoicing: Invoicing | undefined = britishSeller): ClosingContext {
  const secretsKey = makeSecretKeys()
  const config = { mode: 'test', secretsKey, invoicing, supportEmail: 'help@brimful.example' } as const
  return { db, log: pino({ level: 'silent' }), config }
}

/** A tip of 10.00 in a past month, with a fee of 0.50 that is split off. Returns what its entries have in common. */
export async function tipIn(db: Db, creatorUid: string, months: number, order: Partial<NewOrder> = {}) {
  const amounts = { amountMinor: 10_00, feeMinor: 50, ...order }
  const { tipId, order: paid } = await captureTip(db, creatorUid, amounts, monthsAgo(months).at)
  const { provider, mode, currency } = paid
  return { tipId, creatorUid, provider, mode, currency }
}

/** Books in a past month that a part of a tip's fee was returned with a refund, or charged again if negative. */
export async function returnFee(
  db: Db,
  tip: Awaited<ReturnType<typeof tipIn>>,
  months: number,
  feeMinor: number,
): Promise<void> {
  const movement = {
    ...tip,
    movementId: randomUUID(),
    kind: 'refund',
    bookedAt: monthsAgo(months).at,
  } as const
  await db
    .insertInto('ledgerEntry')
    .values([
      { ...movement, account: 'creator', amountMinor: feeMinor },
      { ...movement, account: 'platform_fee', amountMinor: -feeMinor },
    ])
    .execute()
}

/** Stores an invoice of 0.50 for October 2026 to a creator, with the buyer's details encrypted; returns its id. */
export async function insertInvoice(
  db: Db,
  creatorUid: string,
  keys: SecretKeys,
  buyer: Buyer,
): Promise<string> {
  const id = randomUUID()
  const seller = {
    name: 'Seller',
    address: ['1 Road'],
    country: 'GB',
    vatId: null,
    email: 'seller@example.test',
  }
  await db
    .insertInto('invoice')
    .values({
      id,
      mode: 'test',
      kind: 'invoice',
      creatorUid,
      month: '2026-10-01',
      tipMonth: '2026-10-01',
      corrects: null,
      currency: 'gbp',
      totalMinor: 50,
      vatMinor: 0,
      vatRate: 0,
      vatRule: 'not_registered',
      country: 'GB',
      locale: 'en',
      seller: JSON.stringify(seller),
    })
    .execute()
  const sealed = sealBuyer(keys, id, buyer)
  await db.insertInto('invoiceBuyer').values({ invoiceId: id, sealed, keepUntil: '2037-01-01' }).execute()
  return id
}
