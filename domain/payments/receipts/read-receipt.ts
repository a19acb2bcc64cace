/** The receipt of a tip, which anybody who has its link can read. */
import { AppError } from '../../../contract/errors.ts'
import type { Receipt, ReceiptState } from '../../../contract/payments/receipt-calls.ts'
import { toPublicTip } from '../../../contract/payments/tip.ts'
import type { Db } from '../../../db/connection.ts'
import { findReceipt } from '../../../db/queries/payments/receipts.ts'
import type { ReceiptRow } from '../../../db/queries/payments/receipts.ts'
import type { Config } from '../../config/config.ts'
import { censorName } from '../../moderation/censor-tip.ts'
import { findBillingDetails } from '../invoices/billing-details.ts'
import { readFormerKeys } from '../../security/former-keys.ts'
import { openReceiptToken } from './receipt-token.ts'

export interface ReceiptSource {
  db: Db
  config: Pick<Config, 'secretsKey'>
}

/** Returns the row of the order that a link's token names. Throws AppError `not_found`. */
export async function getReceiptRow({ db, config }: ReceiptSource, token: string): Promise<ReceiptRow> {
  const keys = config.secretsKey
  const orderId = openReceiptToken(keys, token) ?? openReceiptToken(await readFormerKeys(db, keys), token)
  const row = orderId === undefined ? undefined : await findReceipt(db, orderId)
  if (!row) throw new AppError('not_found')
  return row
}

/**
 * Reads the receipt that a link's token names. Links may be passed on, so the receipt shows the tip's public form, and its message
 * only to the account that wrote it. Throws AppError `not_found`.
 */
export async function readReceipt(
  source: ReceiptSource,
  token: string,
  viewerUid: string | undefined,
): Promise<Receipt> {
  const row = await getReceiptRow(source, token)
  const isOwn = viewerUid !== undefined && row.supporterUid === viewerUid
  const { name, amount, currency } = toPublicTip(row)
  return {
    state: toState(row),
    waitsForPayee: row.status === 'CLEARING' && row.waitsForPayee,
    number: row.orderId,
    creator: { user_name: row.userName, display_name: row.displayName, image: row.image },
    seller: await findSeller(source, row.creatorUid),
    goalTitle: row.goalTitle,
    name: censorName(name, row.words),
    message: (isOwn && row.message) || null,
    amount,
    fee: row.feeMinor,
    isFeeCovered: row.coveredFeeMinor > 0,
    charged: amount + row.coveredFeeMinor,
    returned: row.returnedMinor,
    currency,
    provider: row.provider,
    reference: row.captureId,
    orderedAt: row.orderedAt.toISOString(),
    paidAt: row.capturedAt?.toISOString() ?? null,
    sentAt: row.sentAt?.toISOString() ?? null,
    shownAt: row.shownAt?.toISOString() ?? null,
    shownMs: row.shownMs,
  }
}

/** Returns who receives the tip, if the creator wants the legal name and the address on receipts. */
async function findSeller(source: ReceiptSource, creatorUid: string): Promise<Receipt['seller']> {
  const details = await findBillingDetails(source, creatorUid)
  if (!details?.isOnReceipts) return null
  const { legalName: name, address, country } = details
  return { name, address, country }
}

/** Returns the state that the receipt shows. It does not reveal whether a held tip is still waiting or was dismissed. */
function toState(row: ReceiptRow): ReceiptState {
  const { status, capturedAt, returnedMinor, amountMinor, hold, sentAt, shownAt } = row
  if (!capturedAt) return unpaidStates[status]
  if (returnedMinor >= amountMinor) return 'returned'
  if (hold === 'held' || hold === 'dismissed') return 'held'
  if (shownAt) return 'shown'
  return sentAt ? 'sent' : 'paid'
}

const unpaidStates = {
  OPENING: 'open',
  CREATED: 'open',
  CLEARING: 'clearing',
  COMPLETED: 'clearing',
  MISMATCH: 'clearing', // the money was taken but does not match the order, so the operator has to look at it
  FAILED: 'failed',
  EXPIRED: 'failed',
} as const satisfies Record<ReceiptRow['status'], ReceiptState>
