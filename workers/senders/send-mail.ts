/** Mail, in the terms of a dispatcher. */
import { MailRefusedError } from '../../domain/mail/mailer.ts'
import type { Mailer, OutgoingMail } from '../../domain/mail/mailer.ts'
import { GiveUpError } from '../errors.ts'

/** Sends a mail; one that the server will never take is given up. */
export async function sendMail(mailer: Mailer, mail: OutgoingMail): Promise<void> {
  try {
    await mailer.send(mail)
  } catch (error) {
    throw error instanceof MailRefusedError ? new GiveUpError('mailRefused') : error
  }
}
