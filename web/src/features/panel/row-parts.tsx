import { clsx } from 'clsx'
import { Check, X } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PanelTipStatus } from '../../../../contract/panel/panel.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatDateTime, formatTimeAgo } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { statusTexts } from './action-texts.ts'

const statusColours: Partial<Record<PanelTipStatus, string>> = {
  held: 'bg-amber/25',
  'on-screen': 'bg-mint-fill/20',
  waiting: 'bg-violet-fill/15',
}

interface StatusLineProps {
  status: PanelTipStatus
  at: string
  now: number
  /** A word about where it comes from. */
  mark?: string | undefined
  /** What can be done. */
  children: ReactNode
}

/** What became of a tip or show event and when it came, with the buttons. */
export function StatusLine({ status, at, now, mark, children }: StatusLineProps) {
  return (
    <div className="mt-1 flex min-h-11 items-center gap-1 text-sm text-muted pointer-coarse:flex-wrap">
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-2">
        <span
          className={clsx(
            'rounded-full px-2 py-0.5 font-medium text-ink forced-colors:border',
            statusColours[status] ?? 'bg-ink/8',
          )}
        >
          {statusTexts[status]()}
        </span>
        <time dateTime={at} title={formatDateTime(at)}>
          {formatTimeAgo(at, now)}
        </time>
        {mark && <span className="min-w-0 break-words">{mark}</span>}
      </div>
      {children}
    </div>
  )
}

export function Message({ text }: { text: string }) {
  return (
    <p dir="auto" className="mt-1 border-s-3 border-amber ps-2 break-words whitespace-pre-line">
      {text}
    </p>
  )
}

export interface RowAction {
  key: string
  Icon: LucideIcon
  label: string
  /** The word beside the icon on touch. The label has it, too, so that voice control finds the button by either. */
  word: string
  act: () => void
}

export function ActionButtons({ actions, isBusy }: { actions: readonly RowAction[]; isBusy: boolean }) {
  return (
    <div className="flex flex-wrap justify-end gap-1">
      {actions.map(({ key, Icon, label, word, act }) => (
        <IconButton
          key={key}
          label={label}
          touchText={word}
          aria-disabled={isBusy}
          onClick={() => !isBusy && act()}
        >
          <Icon aria-hidden className="size-5" />
        </IconButton>
      ))}
    </div>
  )
}

interface ReviewButtonsProps {
  approveLabel: string
  denyLabel: string
  isBusy: boolean
  onDecide: (action: 'approve' | 'deny') => void
}

/** The decision about what is held, as two large buttons. */
export function ReviewButtons({ approveLabel, denyLabel, isBusy, onDecide }: ReviewButtonsProps) {
  const decide = (action: 'approve' | 'deny') => () => {
    if (!isBusy) onDecide(action)
  }
  return (
    <div className="mt-1 grid grid-cols-2 gap-2">
      <Button
        kind="dark"
        data-first
        aria-disabled={isBusy}
        aria-label={approveLabel}
        onClick={decide('approve')}
      >
        <Check aria-hidden className="size-4" />
        {m.panel_approve()}
      </Button>
      <Button aria-disabled={isBusy} aria-label={denyLabel} onClick={decide('deny')}>
        <X aria-hidden className="size-4" />
        {m.panel_deny()}
      </Button>
    </div>
  )
}
