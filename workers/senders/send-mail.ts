/** Sends the emails of deliveries. */
import { MailRefusedError } from '../../domain/mail/mailer.ts'
import type { Mailer, OutgoingMail } from '../../domain/mail/mailer.ts'
import { GiveUpError } from '../errors.ts'

/** Sends an email. Throws `GiveUpError` if the mail server rejects it permanently. */
export async function sendMail(mailer: Mailer, mail: OutgoingMail): Promise<void> {
  try {
    await mailer.send(mail)
  } catch (error) {
    throw error instanceof MailRefusedError ? new GiveUpError('mailRefused') : error
  }
}
