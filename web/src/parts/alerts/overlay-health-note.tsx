import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OverlayStatus } from '../../../../contract/alerts/overlay-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatClock } from '../../lib/format.ts'
import { healthOf } from '../../lib/alerts/overlay-status.ts'
import type { OverlayHealth } from '../../lib/alerts/overlay-status.ts'

interface OverlayHealthNoteProps {
  status: OverlayStatus
  /** Content after the text, such as a link. */
  children?: ReactNode
}

/** Says in a sentence whether the creator's alert box works, and what to do about it; changes are announced to screen readers. */
export function OverlayHealthNote({ status, children }: OverlayHealthNoteProps) {
  const health = healthOf(status)
  const { text, fix } = textsOf(health)
  const { Icon, iconClass, boxClass } = looks[toneOf(health)]
  return (
    <div aria-live="polite" className={clsx('flex gap-3 rounded-card border px-4 py-3', boxClass)}>
      <Icon aria-hidden className={clsx('mt-0.5 size-5 shrink-0', iconClass)} />
      <div className="min-w-0 break-words">
        <p className="font-semibold">{text}</p>
        {fix && <p className="mt-0.5 text-sm text-muted">{fix}</p>}
        {children && <p className="mt-1 text-sm">{children}</p>}
      </div>
    </div>
  )
}

const looks = {
  good: { Icon: CircleCheck, iconClass: 'text-mint', boxClass: 'border-line bg-card' },
  warning: { Icon: CircleAlert, iconClass: 'text-coral-ink', boxClass: 'border-amber/40 bg-amber/15' },
  off: { Icon: CircleDashed, iconClass: 'text-muted', boxClass: 'border-line bg-sunken' },
}

function toneOf({ kind }: OverlayHealth): keyof typeof looks {
  if (kind === 'connected') return 'good'
  return kind === 'never' || kind === 'closed' || kind === 'browser' ? 'off' : 'warning'
}

function textsOf(health: OverlayHealth): { text: string; fix: string } {
  switch (health.kind) {
    case 'never':
      return { text: m.obs_never(), fix: m.obs_never_fix() }
    case 'closed':
      return { text: m.obs_closed({ time: formatClock(health.since) }), fix: m.obs_closed_fix() }
    case 'hidden':
      return { text: m.obs_hidden(), fix: m.obs_hidden_fix() }
    case 'preview':
      return { text: m.obs_preview(), fix: m.obs_preview_fix() }
    case 'blocked':
      return { text: m.obs_blocked(), fix: m.obs_blocked_fix() }
    case 'silent':
      return { text: m.obs_silent(), fix: m.obs_refresh_fix() }
    case 'several': {
      const { count } = health
      return { text: count === 2 ? m.obs_two_open() : m.obs_many_open({ count }), fix: m.obs_many_fix() }
    }
    case 'outdated':
      return { text: m.obs_outdated(), fix: m.obs_outdated_fix() }
    case 'browser': {
      const { lastShownAt: at } = health
      const text = at ? m.obs_browser_works({ time: formatClock(at) }) : m.obs_browser_new()
      return { text, fix: m.obs_browser_fix() }
    }
    case 'connected': {
      const { lastShownAt: at } = health
      const text = at ? m.obs_connected({ time: formatClock(at) }) : m.obs_connected_new()
      return { text, fix: m.obs_sound_fix() }
    }
  }
}
