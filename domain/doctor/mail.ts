/** Checks the mail server and the keys of push messages. */
import type { Config } from '../config/config.ts'
import { MailError, openMailer, tryMailServer } from '../mail/mailer.ts'
import { fault, off, ok, warning } from '../finding.ts'
import type { Check, Finding } from '../finding.ts'

/** Returns the checks of mail and push messages. An email is sent only if there is a `mailTo`. */
export function checkMessages(config: Config, mailTo: string | undefined): Check[] {
  return [
    { subject: 'mail', run: () => checkMail(config, mailTo) },
    { subject: 'push', run: async () => checkPush(config) },
  ]
}

async function checkMail({ mail, isProduction }: Config, mailTo: string | undefined): Promise<Finding[]> {
  if (!mail)
    return isProduction
      ? [
          fault(
            'SMTP_URL is not set: nobody can sign up by email, reset a password or get a receipt: set it to your mail server.',
          ),
        ]
      : [off('SMTP_URL is not set.')]
  try {
    const { isEncrypted, isLoggedIn } = await tryMailServer(mail)
    if (mailTo) await sendTest(mail, mailTo)
    const done = `The mail server ${isLoggedIn ? 'accepts the log-in' : 'answers'}${mailTo ? ', and took an email' : ''}.`
    if (isEncrypted || isLocal(mail.smtpUrl)) return [ok(done)]
    return [warning(`${done} It offers no encryption: ask for STARTTLS, or use smtps://.`)]
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    return [fault(`SMTP_URL does not work (${error.message}): correct its host, port, user or password.`)]
  }
}

async function sendTest(mail: NonNullable<Config['mail']>, to: string): Promise<void> {
  const mailer = openMailer(mail, 1)
  const text = 'Email from your installation of Brimful arrives.'
  const id = `doctor-${Date.now()}`
  await mailer
    .send({ to, subject: 'Brimful: a test', text, html: `<p>${text}</p>`, id })
    .finally(() => mailer.close())
}

function isLocal(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)
}

/** The keys themselves were read with the configuration, which refuses a pair that does not fit. */
function checkPush({ push }: Config): Finding {
  return push ? ok('The VAPID keys are a pair.') : off('VAPID_PUBLIC_KEY is not set.')
}
