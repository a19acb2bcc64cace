import { clsx } from 'clsx'
import { Radio } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { OverlayStatus } from '../../../../contract/alerts/overlay-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { healthOf, useOverlayStatus } from '../../lib/alerts/overlay-status.ts'
import { formatClock } from '../../lib/format.ts'

interface ObsChipProps {
  /** Whether it leads to the settings. In a dock it does not, because that would replace the panel. */
  isLink?: boolean
}

/** What is known of the signed-in creator's alert box, in a line: whether it is on air, what it has shown last, whether it sounds. */
export function ObsChip({ isLink = false }: ObsChipProps) {
  const { data } = useOverlayStatus({ errorsTo: 'log' })
  const { text, tone } = data ? chipOf(data) : { text: m.chip_loading(), tone: 'off' as const }
  const content = (
    <>
      <Radio aria-hidden className={clsx('size-4 shrink-0', iconClasses[tone])} />
      <output className="min-w-0">{text}</output>
    </>
  )
  const className = clsx(
    'inline-flex min-h-11 max-w-full items-center gap-2 rounded-full border px-4 py-1 text-sm font-semibold',
    boxClasses[tone],
  )
  if (!isLink) return <p className={className}>{content}</p>
  return (
    <Link to="/dashboard/stream-setting#obs" className={clsx(className, 'hover:border-ink/30')}>
      {content}
    </Link>
  )
}

type Tone = 'good' | 'warning' | 'off'
const iconClasses: Record<Tone, string> = { good: 'text-mint', warning: 'text-coral-ink', off: 'text-muted' }
const boxClasses: Record<Tone, string> = {
  good: 'border-line bg-card',
  warning: 'border-amber/40 bg-amber/15',
  off: 'border-line bg-sunken',
}

/** Returns the text of the chip, and how urgent it is. */
export function chipOf(status: OverlayStatus): { text: string; tone: Tone } {
  const { kind } = healthOf(status)
  if (kind === 'never' || kind === 'closed') return { text: m.chip_closed(), tone: 'off' }
  const { overlays, lastShownAt } = status
  const audio = overlays.find(({ isActive }) => isActive)?.audio
  const facts = [
    placeOf(status),
    lastShownAt ? m.chip_shown({ time: formatClock(lastShownAt) }) : m.chip_none_shown(),
    ...(audio === 'blocked' ? [m.chip_blocked()] : audio === 'failed' ? [m.chip_silent()] : []),
  ]
  return {
    text: facts.join(' · '),
    tone: kind === 'connected' ? 'good' : kind === 'browser' ? 'off' : 'warning',
  }
}

/** The place of the box that is seen best. */
function placeOf({ overlays }: OverlayStatus): string {
  const best = (['program', 'obs', 'visible', 'preview', 'hidden'] as const).find((state) =>
    overlays.some((one) => one.state === state),
  )
  const texts = {
    program: m.chip_program,
    obs: m.chip_obs,
    visible: overlays.some(({ isInObs }) => isInObs) ? m.chip_obs : m.chip_browser,
    preview: m.chip_preview,
    hidden: m.chip_hidden,
  }
  return texts[best ?? 'hidden']()
}
