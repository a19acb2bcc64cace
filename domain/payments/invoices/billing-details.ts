/** The name and address of creators for invoices and receipts. The database has them only encrypted. */
import * as z from 'zod/mini'
import { AppError } from '../../../contract/errors.ts'
import { billingFields } from '../../../contract/payments/invoice.ts'
import type { BillingDetails } from '../../../contract/payments/invoice.ts'
import type { getBillingDetails } from '../../../contract/payments/invoice-calls.ts'
import type { CallResponse } from '../../../contract/call.ts'
import type { Db } from '../../../db/connection.ts'
import { findBillingRow, saveBillingRow } from '../../../db/queries/payments/billing-details.ts'
import type { BillingRow } from '../../../db/queries/payments/billing-details.ts'
import { seal, unseal } from '../../security/sealing.ts'
import { isPrintable } from './fonts.ts'
import type { SecretKeys } from '../../config/secret-keys.ts'

export interface BillingContext {
  db: Db
  config: { secretsKey: SecretKeys }
}

/** Who an invoice is for. */
const buyer = z.object({
  legalName: billingFields.legalName,
  address: billingFields.address,
  country: billingFields.country,
  vatId: z.string(),
})
export type Buyer = z.output<typeof buyer>

/** What the details of an account say; undefined when the creator entered none. */
export interface OpenedDetails extends BillingDetails {
  isVatIdChecked: boolean
}

export async function findBillingDetails(
  { db, config }: BillingContext,
  uid: string,
): Promise<OpenedDetails | undefined> {
  const row = await findBillingRow(db, uid)
  return row && openDetails(config.secretsKey, row)
}

/** Decrypts a row. */
export function openDetails(keys: SecretKeys, row: BillingRow): OpenedDetails {
  const parts = buyer.parse(JSON.parse(unseal(keys, row.sealed, billingContext(row.uid))))
  return { ...parts, isOnReceipts: row.isOnReceipts, isVatIdChecked: row.vatIdCheckedAt !== null }
}

/** Returns what the creator's own page shows. */
export async function readBillingDetails(
  ctx: BillingContext,
  uid: string,
): Promise<CallResponse<typeof getBillingDetails>> {
  return { details: (await findBillingDetails(ctx, uid)) ?? null }
}

/**
 * Stores what a creator entered. A VAT id stays checked while it, the name and the country are the same. Throws AppError
 * `invalid_input` where a PDF could not print the name or the address.
 */
export async function saveBillingDetails(
  ctx: BillingContext,
  uid: string,
  { isOnReceipts, ...parts }: BillingDetails,
): Promise<CallResponse<typeof getBillingDetails>> {
  requirePrintable(parts)
  const { db, config } = ctx
  const row = await findBillingRow(db, uid)
  const before = row && openDetails(config.secretsKey, row)
  const isSame = (['legalName', 'country', 'vatId'] as const).every((name) => before?.[name] === parts[name])
  await saveBillingRow(db, {
    uid,
    sealed: seal(config.secretsKey, JSON.stringify(parts), billingContext(uid)),
    hasVatId: parts.vatId !== '',
    vatIdCheckedAt: isSame ? (row?.vatIdCheckedAt ?? null) : null,
    isOnReceipts,
  })
  return readBillingDetails(ctx, uid)
}

function requirePrintable({ legalName, address }: Pick<Buyer, 'legalName' | 'address'>): void {
  const fields = Object.entries({ legalName, address }).filter(([, text]) => !isPrintable(text))
  if (fields.length === 0) return
  const texts = fields.map(([name]) => [name, 'invalid_unprintable'] as const)
  throw new AppError('invalid_input', { fields: Object.fromEntries(texts) })
}

/** Returns the context for sealing the details of an account. */
export function billingContext(uid: string): string {
  return `billing:${uid}`
}

/** Encrypts the recipient of an invoice; only that invoice decrypts it. */
export function sealBuyer(
  keys: SecretKeys,
  invoiceId: string,
  { legalName, address, country, vatId }: Buyer,
): string {
  return seal(keys, JSON.stringify({ legalName, address, country, vatId }), buyerContext(invoiceId))
}

/** Returns the context for sealing the recipient of an invoice. */
export function buyerContext(invoiceId: string): string {
  return `invoice:${invoiceId}`
}

/** Decrypts what `sealBuyer` encrypted. */
export function openBuyer(keys: SecretKeys, invoiceId: string, sealed: string): Buyer {
  return buyer.parse(JSON.parse(unseal(keys, sealed, buyerContext(invoiceId))))
}
