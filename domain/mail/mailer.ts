/** Mail, by SMTP: our words in, one confirmed hand-over out. */
import { createTransport } from 'nodemailer'
import type { MailConfig } from '../config.ts'

export interface OutgoingMail {
  to: string
  subject: string
  text: string
  html: string
  /** The same for every attempt at the same mail, so that a repeat can be recognised: `tip-4f…`. */
  id: string
}

export interface Mailer {
  /** Resolves once the server has taken the mail. Throws `MailRefusedError` when it never will. */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

/** The server's final no to one mail: an address that does not exist, a text it does not take. */
export class MailRefusedError extends Error {}

/** Any other failure, in words that quote no address. */
export class MailError extends Error {}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Opens the way to the mail server; connections are kept and shared by at most `connections` mails at a time. */
export function openMailer({ smtpUrl, from }: MailConfig, connections = 5): Mailer {
  const transport = createTransport({ url: smtpUrl, pool: true, maxConnections: connections, ...timeouts })
  const host = /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'brimful.invalid'
  return {
    async send({ id, ...mail }) {
      await transport.sendMail({ from, ...mail, messageId: `<${id}@${host}>` }).catch(translate)
    },
    close: () => transport.close(),
  }
}

interface SmtpFailure {
  code?: string
  responseCode?: number
  permanent?: boolean
}

/** The server's own words often quote the address, and errors are logged: only the codes go on. */
function translate(error: SmtpFailure): never {
  const words = `mail not taken: ${error.code ?? 'unknown'} ${error.responseCode ?? ''}`.trim()
  const isAboutMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
  if (isAboutMail && error.permanent) throw new MailRefusedError(words)
  throw new MailError(words)
}
