import { ArrowRight, CircleCheck, CircleDashed, Share2 } from 'lucide-react'
import { clsx } from 'clsx'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import type { CallResponse } from '../../../../contract/call.ts'
import type { getChecklist } from '../../../../contract/insights/insight-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { useSiteUrl } from '../../lib/pages/site-settings.ts'
import type { StoredUser } from '../../lib/store-state.ts'
import { Card } from '../../ui/card.tsx'

const ShareDialog = lazy(async () => ({ default: (await import('../../ui/share-dialog.tsx')).ShareDialog }))

const pages = {
  payment: { label: m.checklist_payment, to: '/dashboard/payment-setting' },
  goal: { label: m.checklist_goal, to: '/dashboard/goals-overview' },
  overlay: { label: m.checklist_overlay, to: '/dashboard/stream-setting#obs' },
  alert: { label: m.checklist_alert, to: '/dashboard/stream-setting' },
  chat: { label: m.checklist_chat, to: '/dashboard/chatbot-setting' },
} as const

/** The steps in order. The last one has no page. */
const order = ['payment', 'goal', 'overlay', 'alert', 'chat', 'share'] as const
type StepName = (typeof order)[number]

interface ChecklistCardProps {
  user: StoredUser
  checklist: CallResponse<typeof getChecklist>
  /** Whether a source of OBS has played an alert, or only a browser. */
  obsStep: 'open' | 'browser' | 'done'
}

/** Lists the steps of a new creator with their state, and offers the next one. Renders nothing once all are done. */
export function ChecklistCard({ user, checklist, obsStep }: ChecklistCardProps) {
  const { tip: hasTips } = checklist
  const isDone: Record<StepName, boolean> = { ...checklist, overlay: obsStep === 'done', share: hasTips }
  const next = order.find((name) => !isDone[name])
  if (!next) return null
  const done = order.filter((name) => isDone[name]).length
  return (
    <Card
      id="checklist"
      title={hasTips ? m.checklist_title_going() : m.checklist_title()}
      hint={m.checklist_hint({ done, all: order.length })}
    >
      <ol className="grid gap-1">
        {order.map((name) => (
          <li key={name}>
            {isDone[name] ? (
              <p className="flex min-h-11 items-center gap-3 px-2 text-muted">
                <CircleCheck aria-label={m.checklist_done()} className="size-5 shrink-0 text-mint" />
                <span className="line-through">{labelOf(name)}</span>
              </p>
            ) : (
              <OpenStep name={name} isNext={name === next} user={user} />
            )}
            {name === 'overlay' && obsStep === 'browser' && (
              <p className="px-2 pb-2 text-sm text-muted">{m.checklist_overlay_browser()}</p>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

const labelOf = (name: StepName) => (name === 'share' ? m.checklist_share() : pages[name].label())

interface OpenStepProps {
  name: StepName
  isNext: boolean
  user: StoredUser
}

const rowClass =
  'flex min-h-11 w-full items-center gap-3 rounded-card px-2 text-left font-semibold hover:bg-ink/6'

function OpenStep({ name, isNext, user }: OpenStepProps) {
  if (name === 'share') return <ShareStep user={user} />
  const { label, to } = pages[name]
  return (
    <Link to={to} className={clsx(rowClass, isNext && 'bg-amber/20')}>
      <CircleDashed aria-hidden className="size-5 shrink-0 text-coral-ink" />
      <span className="grow">{label()}</span>
      {isNext && <ArrowRight aria-hidden className="size-5 shrink-0" />}
    </Link>
  )
}

function ShareStep({ user: { brimfulUserName, displayName } }: { user: StoredUser }) {
  const [isOpen, setIsOpen] = useState(false)
  const url = `${useSiteUrl()}/${brimfulUserName}`
  return (
    <>
      <button type="button" aria-haspopup="dialog" className={rowClass} onClick={() => setIsOpen(true)}>
        <Share2 aria-hidden className="size-5 shrink-0 text-coral-ink" />
        {m.checklist_share()}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ShareDialog url={url} title={displayName} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
