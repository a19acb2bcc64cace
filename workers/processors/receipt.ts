/** Mails fans with an account the receipt of their tip, once it is captured. */
import type { DeliveryJob } from '../../contract/events.ts'
import { findAccount } from '../../db/queries/accounts.ts'
import { findReceiptOfTip } from '../../db/queries/receipts.ts'
import { renderAccountEmail } from '../../domain/mail/account-emails.ts'
import { MailRefusedError } from '../../domain/mail/mailer.ts'
import type { Mailer } from '../../domain/mail/mailer.ts'
import { toReceiptEmail } from '../../domain/mail/receipt-email.ts'
import type { WorkerContext } from '../context.ts'
import { deliveryProcessor } from '../deliver.ts'
import { GiveUpError } from '../errors.ts'
import type { Processor } from '../start-worker.ts'

/** A repeat after a crash carries the same Message-ID, by which mail programs know it. */
export function receiptProcessor(ctx: WorkerContext, mailer: Mailer): Processor<DeliveryJob> {
  const { db, config } = ctx
  return deliveryProcessor(ctx, 'receipt', async ({ tip }) => {
    const row = tip && (await findReceiptOfTip(db, tip.id))
    const account = row?.supporterUid ? await findAccount(db, row.supporterUid) : undefined
    if (!row || !account || account.erasedAt) return // the account went meanwhile
    const { email, locale } = account
    const rendered = renderAccountEmail(toReceiptEmail(config.secretsKey, row, locale), config, locale)
    try {
      await mailer.send({ to: email, id: `receipt-${row.orderId}`, ...rendered })
    } catch (error) {
      throw error instanceof MailRefusedError ? new GiveUpError('mailRefused') : error
    }
  })
}
