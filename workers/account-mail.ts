/** Sends the mail that accounts are owed: a look every second, each mail until the server takes or refuses it. */
import {
  delayAccountMail,
  deleteAccountMail,
  deleteExpiredAccountMails,
  takeDueAccountMails,
} from '../db/queries/account-mail.ts'
import type { AccountMailRow } from '../db/account-tables.ts'
import { openAccountEmail } from '../domain/mail/enqueue-account-email.ts'
import { renderAccountEmail } from '../domain/mail/account-emails.ts'
import { MailRefusedError } from '../domain/mail/mailer.ts'
import type { Mailer } from '../domain/mail/mailer.ts'
import type { WorkerContext } from './context.ts'

const everyMs = 1_000
const atOnce = 20
const longestWaitSeconds = 60

/** Starts sending; any number of processes may. `close` waits for the pass that is under way. */
export function startAccountMail(ctx: WorkerContext, mailer: Mailer): { close(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let pass = Promise.resolve()

  function run(): void {
    pass = sendAccountMails(ctx, mailer)
      .catch((error: Error) => ctx.log.warn({ reason: error.message }, 'account mail not looked at'))
      .then(() => {
        if (!isClosed) timer = setTimeout(run, everyMs)
      })
  }
  run()

  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      await pass
    },
  }
}

/** One pass over the mails that are due. */
export async function sendAccountMails(ctx: WorkerContext, mailer: Mailer): Promise<void> {
  const late = await deleteExpiredAccountMails(ctx.db)
  if (late > 0) ctx.log.warn({ mails: late }, 'account mail came too late')
  const due = await takeDueAccountMails(ctx.db, atOnce)
  await Promise.all(due.map((mail) => send(ctx, mailer, mail)))
}

/** A crash between the server's yes and the end of the row sends it again, under the same Message-ID. */
async function send({ db, config, log }: WorkerContext, mailer: Mailer, mail: AccountMailRow): Promise<void> {
  const { id, kind, email, locale, attempts } = mail
  try {
    const rendered = renderAccountEmail(openAccountEmail(config.secretsKey, mail), config, locale)
    await mailer.send({ to: email, id: `account-${id}`, ...rendered })
    await deleteAccountMail(db, id)
  } catch (error) {
    const reason = (error as Error).message
    if (error instanceof MailRefusedError) {
      log.info({ kind, reason }, 'account mail refused')
      return deleteAccountMail(db, id)
    }
    log.warn({ kind, attempts, reason }, 'account mail not sent')
    await delayAccountMail(db, id, Math.min(2 ** attempts, longestWaitSeconds))
  }
}
