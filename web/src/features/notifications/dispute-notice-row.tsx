import { Scale } from 'lucide-react'
import type { DisputeNotice } from '../../../../contract/entities.ts'
import { isolate } from '../../../../contract/text.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount, formatDay } from '../../lib/format.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { InboxRow } from './notification-row.tsx'

interface DisputeNoticeRowProps {
  notice: DisputeNotice
  now: number
  onRead: (id: string) => void
}

const sentences: Record<DisputeNotice['kind'], (values: { name: string; amount: string }) => string> = {
  inquiry: m.inbox_dispute_inquiry,
  inquiry_closed: m.inbox_dispute_closed,
  open: m.inbox_dispute_open,
  won: m.inbox_dispute_won,
  lost: m.inbox_dispute_lost,
  due: m.inbox_dispute_due,
}

/** A notification about a dispute: what became of it, and by when to respond. */
export function DisputeNoticeRow({ notice, ...row }: DisputeNoticeRowProps) {
  const { id, at, isRead, kind, name, amount, currency, respondBy } = notice
  return (
    <InboxRow
      {...row}
      {...{ id, at, isRead }}
      icon={<Scale aria-hidden className="mt-1.5 size-7 text-muted" />}
      actions={<TextLink to="/dashboard/payment-setting2#disputes">{m.inbox_dispute_link()}</TextLink>}
    >
      <p className="font-semibold break-words">
        {sentences[kind]({ name: isolate(name), amount: formatAmount(amount, currency) })}
      </p>
      {respondBy && (
        <p className="text-muted">{m.statement_dispute_respond({ day: formatDay(respondBy) })}</p>
      )}
    </InboxRow>
  )
}
