/** Writes the emails about disputes and inquiries. */
import { z } from 'zod'
import { m } from '../../i18n/compiled/messages.js'
import type { EmailSetting } from './email.ts'

export const disputeValues = z.object({
  name: z.string(),
  /** A status that the dispute has, or `due`: its deadline is near, and it is not answered. */
  notice: z.enum(['inquiry', 'inquiry_closed', 'open', 'won', 'lost', 'due']),
  isInquiry: z.boolean(),
  amount: z.string(),
  provider: z.string(),
  /** The deadline; null when there is none or the dispute is decided. */
  respondBy: z.nullable(z.string()),
})
type DisputeValues = z.output<typeof disputeValues>

/** Writes the subject and the paragraphs. `day` is the day of the deadline, formatted; null when there is none. */
export function writeDisputeEmail(
  { notice, isInquiry, amount, provider }: DisputeValues,
  day: string | null,
  to: EmailSetting,
): { subject: string; texts: string[] } {
  const by = day === null ? [] : [m.mail_dispute_by({ day }, to)]
  switch (notice) {
    case 'inquiry':
      return {
        subject: m.mail_dispute_inquiry_subject({ amount }, to),
        texts: [m.mail_dispute_inquiry_text({ amount, provider }, to), ...by],
      }
    case 'open':
      return {
        subject: m.mail_dispute_open_subject({ amount }, to),
        texts: [m.mail_dispute_open_text({ amount, provider }, to), ...by],
      }
    case 'due': {
      const due = { amount, day: day ?? '' }
      return {
        subject: m.mail_dispute_due_subject(due, to),
        texts: [isInquiry ? m.mail_dispute_due_inquiry(due, to) : m.mail_dispute_due_text(due, to)],
      }
    }
    case 'inquiry_closed':
      return {
        subject: m.mail_dispute_closed_subject({ amount }, to),
        texts: [m.mail_dispute_closed_text({ amount }, to)],
      }
    case 'won':
      return {
        subject: m.mail_dispute_won_subject({ amount }, to),
        texts: [m.mail_dispute_won_text({ provider }, to)],
      }
    case 'lost':
      return {
        subject: m.mail_dispute_lost_subject({ amount }, to),
        texts: [m.mail_dispute_lost_text({ provider }, to)],
      }
  }
}
