/** Emails creators about tips and funded goals: the first at once, further ones of a burst as one digest. */
import type { MailTopic } from '../../contract/mail/mail-subscription.ts'
import { listEventDetails } from '../../db/queries/deliveries/event-details.ts'
import type { EventDetails } from '../../db/queries/deliveries/event-details.ts'
import { decideMail } from '../../db/queries/mail/mail-windows.ts'
import type { Mailer } from '../../domain/mail/mailer.ts'
import { renderEmail } from '../../domain/mail/render-email.ts'
import { toDigestEmail, toTipEmail } from '../../domain/mail/tip-email.ts'
import type { TipDetails } from '../../domain/mail/tip-email.ts'
import { makeUnsubscribeLink } from '../../domain/notifications/unsubscribe-link.ts'
import type { WorkerContext } from '../context.ts'
import type { Send } from '../dispatcher.ts'
import { sendEvent } from './send-event.ts'
import { sendMail } from './send-mail.ts'

/** The maximum number of events in one digest. A digest of a larger burst contains the first ones. */
const maxEvents = 1000

/**
 * Returns the sender. An email that is sent again after a crash has the same Message-ID, so that mail programs recognise the
 * repeat.
 */
export function mailSender(ctx: WorkerContext, mailer: Mailer): Send {
  const { publicUrl, mailDigestSeconds: seconds } = ctx.config
  return sendEvent(ctx, async (event, { id }) => {
    const { eventId, creator } = event
    const decision = seconds > 0 && (await decideMail(ctx.db, { creatorUid: creator.uid, id, seconds }))
    if (decision && decision.kind === 'later') return 'recorded'
    const others = decision ? decision.with : []
    const events =
      others.length > 0 ? await listEventDetails(ctx.db, [eventId, ...others], maxEvents) : [event]
    const { displayName, email, locale } = creator
    const parts = events.map(toTipDetails)
    const unsubscribeUrl = makeUnsubscribeLink(ctx.config, { uid: creator.uid, topic: topicOf(parts) })
    const to = { displayName, publicUrl, unsubscribeUrl, locale }
    const content = parts.length > 1 ? toDigestEmail(parts, to) : toTipEmail(parts[0]!, to)
    const rendered = renderEmail(content, locale)
    await sendMail(mailer, { to: email, id: `event-${eventId}`, unsubscribeUrl, ...rendered })
    return undefined
  })
}

function topicOf(parts: readonly TipDetails[]): MailTopic {
  const isAboutTips = parts.some(({ kind }) => kind === 'tip')
  const isAboutGoals = parts.some(({ kind }) => kind === 'goalFunded')
  if (isAboutTips && isAboutGoals) return 'tips-and-goals'
  return isAboutTips ? 'tips' : 'goals'
}

function toTipDetails({ event, tip, goal }: EventDetails): TipDetails {
  if (!tip) throw new Error(`the tip of a ${event.type} is missing`)
  return { kind: event.type === 'goal.funded' ? 'goalFunded' : 'tip', tip, goal }
}
