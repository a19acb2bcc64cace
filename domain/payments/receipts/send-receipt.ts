/** Mails a receipt to an address that a fan gives, in the language of the page. */
import { AppError } from '../../../contract/errors.ts'
import { oweLetter } from '../../mail/account-mail.ts'
import type { LetterReader } from '../../mail/account-mail.ts'
import type { AccountLimits } from '../../accounts/account-limits.ts'
import { getReceiptRow } from './read-receipt.ts'
import type { ReceiptSource } from './read-receipt.ts'
import { toReceiptLetter } from '../../mail/receipt-email.ts'

type SendSource = ReceiptSource & { accountLimits: AccountLimits }

/** Owes the letter. Throws AppError `not_found` where nothing was paid (yet), or `rate_limited`. */
export async function sendReceipt(
  { accountLimits, ...source }: SendSource,
  token: string,
  { email, locale, address }: LetterReader & { address: string },
): Promise<void> {
  const { db, config } = source
  const row = await getReceiptRow(source, token)
  if (!row.capturedAt) throw new AppError('not_found')
  await accountLimits.takeReceiptMail(row.orderId, email, address)
  const { secretsKey } = config
  await oweLetter({ db, secretsKey }, { email, locale }, toReceiptLetter(secretsKey, row, locale))
}
