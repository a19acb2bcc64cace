/** Sends email by SMTP. */
import { createTransport } from 'nodemailer'
import SmtpConnection from 'nodemailer/lib/smtp-connection/index.js'
import { watchCall } from '../../db/wires.ts'
import type { MailConfig } from '../config/config.ts'

export interface OutgoingMail {
  to: string
  subject: string
  text: string
  html: string
  /**
   * Identifies the email, for example `tip-4f…`. Every attempt to send it has the same id, so that mail programs recognise a
   * repeated email.
   */
  id: string
  /** The link by which its reader stops emails like it; emails that nobody may stop have none. */
  unsubscribeUrl?: string | undefined
}

export interface Mailer {
  /** Resolves when the mail server has accepted the email. Throws `MailRefusedError` when it rejects the email permanently. */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

/** Thrown when the mail server rejects an email permanently: the address does not exist, or the content is refused. */
export class MailRefusedError extends Error {}

/** Thrown for any other failure to send; its message contains no email address. */
export class MailError extends Error {}

/** The timeouts after which nodemailer closes a connection. https://nodemailer.com/smtp#2-timeouts */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
}

/** Opens a pool of at most `connections` connections to the mail server. */
export function openMailer({ smtpUrl, from }: MailConfig, connections = 5): Mailer {
  const transport = createTransport({ url: smtpUrl, pool: true, maxConnections: connections, ...timeouts })
  const host = /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'brimful.invalid'
  return {
    async send({ id, unsubscribeUrl, ...mail }) {
      const headers = unsubscribeUrl === undefined ? {} : unsubscribeHeaders(unsubscribeUrl)
      const sent = transport.sendMail({ from, ...mail, headers, messageId: `<${id}@${host}>` })
      await watchCall('smtp', sent, (error) => !isAboutMail(error as SmtpFailure)).catch(translate)
    },
    close: () => transport.close(),
  }
}

/**
 * Returns the headers by which mail programs offer to unsubscribe with one click (https://www.rfc-editor.org/rfc/rfc8058). The link is
 * not folded, because some servers' DKIM signatures then fail (https://github.com/nodemailer/nodemailer/issues/1654).
 */
function unsubscribeHeaders(url: string) {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

export interface MailServer {
  isEncrypted: boolean
  isLoggedIn: boolean
}

/**
 * Connects as `openMailer` does, with STARTTLS if the server offers it, logs in, and leaves without sending. Throws `MailError`.
 * https://nodemailer.com/extras/smtp-connection
 */
export async function tryMailServer({ smtpUrl }: MailConfig): Promise<MailServer> {
  const { hostname, port, protocol, username, password } = new URL(smtpUrl)
  const secure = protocol === 'smtps:'
  const connection = new SmtpConnection({ host: hostname, port: Number(port), secure, ...timeouts })
  const failed = new Promise<never>((_, reject) => connection.once('error', reject))
  failed.catch(() => {}) // an error after the last step is nobody's
  const step = async (start: (done: (error?: Error | null) => void) => void) =>
    Promise.race([failed, new Promise<void>((resolve, reject) => start((e) => (e ? reject(e) : resolve())))])
  try {
    await step((done) => connection.connect(done))
    const credentials = { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    if (username) await step((done) => connection.login({ credentials }, done))
    return { isEncrypted: connection.secure, isLoggedIn: username !== '' }
  } catch (error) {
    return translate(error as SmtpFailure)
  } finally {
    connection.close()
  }
}

interface SmtpFailure {
  code?: string
  responseCode?: number
  permanent?: boolean
}

/**
 * Throws an error of ours that contains only the codes of the original. The replies of mail servers often quote the address, and
 * errors are logged.
 */
function translate(error: SmtpFailure): never {
  const message = `mail not accepted: ${error.code ?? 'unknown'} ${error.responseCode ?? ''}`.trim()
  if (isAboutMail(error) && error.permanent) throw new MailRefusedError(message)
  throw new MailError(message)
}

/**
 * Returns whether the mail server refused this email or its address. Otherwise it refused our connection, and another attempt may
 * succeed.
 */
function isAboutMail({ code }: SmtpFailure): boolean {
  return code === 'EENVELOPE' || code === 'EMESSAGE'
}
