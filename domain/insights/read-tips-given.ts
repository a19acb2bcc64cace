import * as z from 'zod/mini'
import type { CallResponse } from '../../contract/call.ts'
import { AppError } from '../../contract/errors.ts'
import type { getSupportedCreators, getGivenTips, GivenTip } from '../../contract/insights/insight-calls.ts'
import type { Db } from '../../db/connection.ts'
import { makeReceiptToken } from '../payments/receipts/receipt-token.ts'
import type { ReceiptSource } from '../payments/receipts/read-receipt.ts'
import * as giving from '../../db/queries/insights/tips-given.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

const pageSize = 20
const tipId = z.uuid()

/** Returns one page of the tips that an account gave. Throws AppError `invalid_input` for an invalid cursor. */
export async function listGivenTips(
  { db, config }: ReceiptSource,
  supporterUid: string,
  cursor: string | undefined,
): Promise<CallResponse<typeof getGivenTips>> {
  if (cursor !== undefined && !tipId.safeParse(cursor).success) throw new AppError('invalid_input')
  const rows = await giving.listGivenTips(db, supporterUid, { after: cursor, limit: pageSize + 1 })
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return { tips: shown.map((tip) => toGivenTip(tip, config.secretsKey)), next: last?.id ?? null }
}

/** Returns the creators that an account supports. */
export async function readSupportedCreators(
  db: Db,
  supporterUid: string,
): Promise<CallResponse<typeof getSupportedCreators>> {
  const rows = await giving.listSupportedCreators(db, supporterUid)
  const creators = rows.map(({ userName, displayName, image, amountMinor, currency, tips }) => {
    return { user_name: userName, display_name: displayName, image, amount: amountMinor, currency, tips }
  })
  return { creators }
}

function toGivenTip(tip: giving.GivenTipRow, keys: SecretKeys): GivenTip {
  const { userName, displayName, image } = tip
  return {
    id: tip.id,
    creator: { user_name: userName, display_name: displayName, image },
    amount: tip.amountMinor,
    currency: tip.currency,
    goalTitle: tip.goalTitle,
    returned: tip.returnedMinor,
    receipt: makeReceiptToken(keys, tip.orderId),
    at: tip.capturedAt.toISOString(),
  }
}
