/** Emails the receipt of a tip to supporters who have an account. */
import { findAccount } from '../../db/queries/accounts/accounts.ts'
import { findReceiptOfTip } from '../../db/queries/payments/receipts.ts'
import { renderAccountEmail } from '../../domain/mail/account-emails.ts'
import type { Mailer } from '../../domain/mail/mailer.ts'
import { toReceiptEmail } from '../../domain/payments/receipts/receipt-email.ts'
import type { WorkerContext } from '../context.ts'
import type { Send } from '../dispatcher.ts'
import { sendEvent } from './send-event.ts'
import { sendMail } from './send-mail.ts'

/**
 * Returns the sender. An email that is sent again after a crash has the same Message-ID, so that mail programs recognise the
 * repeat.
 */
export function receiptSender(ctx: WorkerContext, mailer: Mailer): Send {
  const { db, config } = ctx
  return sendEvent(ctx, async ({ tip }) => {
    const row = tip && (await findReceiptOfTip(db, tip.id))
    const account = row?.supporterUid ? await findAccount(db, row.supporterUid) : undefined
    if (!row || !account || account.erasedAt) return // the account was erased after the email was enqueued
    const { email, locale } = account
    const rendered = renderAccountEmail(toReceiptEmail(config.secretsKey, row, locale), config, locale)
    await sendMail(mailer, { to: email, id: `receipt-${row.orderId}`, ...rendered })
  })
}
