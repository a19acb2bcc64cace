import { CircleCheck, CircleDashed } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { CallResponse } from '../../../../contract/call.ts'
import type { getChecklist } from '../../../../contract/insight-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { Card } from '../../ui/card.tsx'

type Checklist = CallResponse<typeof getChecklist>

const steps = [
  { name: 'payment', label: m.checklist_payment, to: '/dashboard/payment-setting' },
  { name: 'goal', label: m.checklist_goal, to: '/dashboard/goals-overview' },
  { name: 'alert', label: m.checklist_alert, to: '/dashboard/stream-setting' },
  { name: 'chat', label: m.checklist_chat, to: '/dashboard/chatbot-setting' },
] as const

interface ChecklistCardProps {
  checklist: Checklist | undefined
  /** Whether the creator has received a tip, in which case the title does not mention the first tip. */
  hasTips: boolean
}

/** Lists the steps that a new creator has not done yet. Renders nothing once all are done. */
export function ChecklistCard({ checklist, hasTips }: ChecklistCardProps) {
  if (!checklist || steps.every(({ name }) => checklist[name])) return null
  const done = steps.filter(({ name }) => checklist[name]).length
  return (
    <Card
      id="checklist"
      title={hasTips ? m.checklist_title_going() : m.checklist_title()}
      hint={m.checklist_hint({ done, all: steps.length })}
    >
      <ol className="grid gap-1 sm:grid-cols-2">
        {steps.map(({ name, label, to }) => (
          <li key={name}>
            {checklist[name] ? (
              <p className="flex min-h-11 items-center gap-3 px-2 text-muted">
                <CircleCheck aria-label={m.checklist_done()} className="size-5 shrink-0 text-mint" />
                <span className="line-through">{label()}</span>
              </p>
            ) : (
              <Link
                to={to}
                className="flex min-h-11 items-center gap-3 rounded-card px-2 font-semibold hover:bg-ink/6"
              >
                <CircleDashed aria-hidden className="size-5 shrink-0 text-coral-ink" />
                {label()}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
