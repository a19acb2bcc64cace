/** Mails a tip or a funded goal to its creator. */
import type { DeliveryJob } from '../../contract/events.ts'
import { MailRefusedError } from '../../domain/gateways/mail.ts'
import type { Mailer } from '../../domain/gateways/mail.ts'
import { writeTipMail } from '../../domain/notifications/tip-mail.ts'
import type { WorkerContext } from '../context.ts'
import { deliveryProcessor } from '../deliver.ts'
import { GiveUpError } from '../errors.ts'
import type { Processor } from '../start-worker.ts'

/** A repeat after a crash carries the same Message-ID, by which mail programs know it. */
export function mailProcessor(ctx: WorkerContext, mailer: Mailer): Processor<DeliveryJob> {
  return deliveryProcessor(ctx, 'mail', async ({ eventId, event, tip, goal, creator }) => {
    if (!tip) throw new Error(`the tip of a ${event.type} is missing`)
    const kind = event.type === 'goal.funded' ? 'goalFunded' : 'tip'
    const { publicUrl } = ctx.config
    const mail = writeTipMail({ kind, tip, goal, displayName: creator.displayName, publicUrl })
    try {
      await mailer.send({ to: creator.email, id: `event-${eventId}`, ...mail })
    } catch (error) {
      throw error instanceof MailRefusedError ? new GiveUpError('mailRefused') : error
    }
  })
}
