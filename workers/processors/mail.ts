/** Mails tips and funded goals to their creator: the first at once, a burst as one digest. */
import type { DeliveryJob } from '../../contract/events.ts'
import { decideMail } from '../../db/queries/mail-windows.ts'
import { listEventDetails } from '../../db/queries/event-details.ts'
import type { EventDetails } from '../../db/queries/event-details.ts'
import { MailRefusedError } from '../../domain/mail/mailer.ts'
import type { Mailer } from '../../domain/mail/mailer.ts'
import { renderEmail } from '../../domain/mail/render-email.ts'
import { toDigestEmail, toTipEmail } from '../../domain/mail/tip-email.ts'
import type { TipDetails } from '../../domain/mail/tip-email.ts'
import type { WorkerContext } from '../context.ts'
import { deliveryProcessor } from '../deliver.ts'
import { GiveUpError } from '../errors.ts'
import type { Processor } from '../start-worker.ts'

/** Of a burst larger than this the digest tells of the first. */
const mostStories = 1000

/** A repeat after a crash carries the same Message-ID, by which mail programs know it. */
export function mailProcessor(ctx: WorkerContext, mailer: Mailer): Processor<DeliveryJob> {
  const { publicUrl, mailDigestSeconds: seconds } = ctx.config
  return deliveryProcessor(ctx, 'mail', async (story) => {
    const { eventId, creator } = story
    const turn = seconds > 0 && (await decideMail(ctx.db, { creatorUid: creator.uid, eventId, seconds }))
    if (turn && turn.kind === 'later') return 'later'
    const others = turn ? turn.with : []
    const stories =
      others.length > 0 ? await listEventDetails(ctx.db, [eventId, ...others], mostStories) : [story]
    const { displayName, email, locale } = creator
    const to = { displayName, publicUrl, locale }
    const told = stories.map(toTold)
    const content = told.length > 1 ? toDigestEmail(told, to) : toTipEmail(told[0]!, to)
    try {
      await mailer.send({ to: email, id: `event-${eventId}`, ...renderEmail(content, locale) })
    } catch (error) {
      throw error instanceof MailRefusedError ? new GiveUpError('mailRefused') : error
    }
    return undefined
  })
}

function toTold({ event, tip, goal }: EventDetails): TipDetails {
  if (!tip) throw new Error(`the tip of a ${event.type} is missing`)
  return { kind: event.type === 'goal.funded' ? 'goalFunded' : 'tip', tip, goal }
}
