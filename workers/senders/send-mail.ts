/** Sends mails on behalf of a dispatcher. */
import { MailRefusedError } from '../../domain/mail/mailer.ts'
import type { Mailer, OutgoingMail } from '../../domain/mail/mailer.ts'
import { GiveUpError } from '../errors.ts'

/** Sends a mail. If the mail server rejects it for good, throws `GiveUpError`. */
export async function sendMail(mailer: Mailer, mail: OutgoingMail): Promise<void> {
  try {
    await mailer.send(mail)
  } catch (error) {
    throw error instanceof MailRefusedError ? new GiveUpError('mailRefused') : error
  }
}
