/** Sends mail about accounts. */
import { findAccountMail } from '../../db/queries/mail/account-mail.ts'
import { renderAccountEmail } from '../../domain/mail/account-emails.ts'
import { openAccountEmail } from '../../domain/mail/enqueue-account-email.ts'
import type { Mailer } from '../../domain/mail/mailer.ts'
import type { WorkerContext } from '../context.ts'
import type { Send } from '../dispatcher.ts'
import { sendMail } from './send-mail.ts'

/**
 * Returns the sender. An email that is sent again after a crash has the same Message-ID, so that mail programs recognise the
 * repeat.
 */
export function accountMailSender({ db, config }: WorkerContext, mailer: Mailer): Send {
  return async ({ id }) => {
    const mail = await findAccountMail(db, id)
    if (!mail) return // the email was deleted with its account
    const email = renderAccountEmail(
      openAccountEmail(config.secretsKey, { id, ...mail }),
      config,
      mail.locale,
    )
    await sendMail(mailer, { to: mail.email, id: `account-${id}`, ...email })
  }
}
