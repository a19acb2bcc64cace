/**
 * Makes a production site without a mail server report that emails are unavailable, so that it does not promise emails that never
 * arrive.
 */
import type { Logger } from 'pino'
import { AppError } from '../../contract/errors.ts'
import type { Config } from '../config/config.ts'

type MailPart = Pick<Config, 'isProduction' | 'mail'>

/** Throws AppError `mail_unavailable` when no mail server is configured in production. */
export function requireMail(config: MailPart): void {
  if (isMissing(config)) throw new AppError('mail_unavailable')
}

/** Logs a warning for the operator if no mail server is configured in production. Called once at the start of each process. */
export function warnOfMissingMail(config: MailPart, log: Logger): void {
  if (isMissing(config))
    log.warn('SMTP_URL is missing: nobody can sign up by email, reset a password or change an address.')
}

/** Returns true in production without a mail server. In development, emails wait until there is one, usually the sandbox's. */
function isMissing({ isProduction, mail }: MailPart): boolean {
  return isProduction && !mail
}
