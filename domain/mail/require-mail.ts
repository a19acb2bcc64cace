/** Accounts live by mail: without a relay a production site says so instead of promising a code that never comes. */
import type { Logger } from 'pino'
import { AppError } from '../../contract/errors.ts'
import type { Config } from '../config.ts'

type MailPart = Pick<Config, 'isProduction' | 'mail'>

/** Throws AppError `mail_unavailable` where mail is needed and can go nowhere. */
export function requireMail(config: MailPart): void {
  if (isMissing(config)) throw new AppError('mail_unavailable')
}

/** Tells the operator, once at the start of each process. */
export function warnOfMissingMail(config: MailPart, log: Logger): void {
  if (isMissing(config))
    log.warn('SMTP_URL is missing: nobody can sign up by e-mail, reset a password or change an address.')
}

/** While developing without a relay letters stay owed, and the sandbox usually has one. */
function isMissing({ isProduction, mail }: MailPart): boolean {
  return isProduction && !mail
}
