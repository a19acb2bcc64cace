/** Mails a receipt to an address that a supporter enters, in the language of the page. */
import { AppError } from '../../../contract/errors.ts'
import { enqueueAccountEmail } from '../../mail/enqueue-account-email.ts'
import type { Recipient } from '../../mail/enqueue-account-email.ts'
import type { AccountLimits } from '../../accounts/account-limits.ts'
import { getReceiptRow } from './read-receipt.ts'
import type { ReceiptSource } from './read-receipt.ts'
import { toReceiptEmail } from './receipt-email.ts'

type SendSource = ReceiptSource & { accountLimits: AccountLimits }

/** Enqueues the receipt email. Throws AppError `not_found` while the order is unpaid, or `rate_limited`. */
export async function sendReceipt(
  { accountLimits, ...source }: SendSource,
  token: string,
  { email, locale, address }: Recipient & { address: string },
): Promise<void> {
  const { db, config } = source
  const row = await getReceiptRow(source, token)
  if (!row.capturedAt) throw new AppError('not_found')
  await accountLimits.takeNetwork('link-net', address)
  await accountLimits.take('receipt-address', email.toLowerCase())
  await accountLimits.take('receipt-mail', row.orderId)
  const { secretsKey } = config
  await enqueueAccountEmail({ db, secretsKey }, { email, locale }, toReceiptEmail(secretsKey, row, locale))
}
