import { clsx } from 'clsx'
import { Ban, Check, EyeOff, Lock, RotateCcw, SkipForward, X } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { memo } from 'react'
import type { PanelChange, PanelTip, PanelTipStatus } from '../../../../contract/panel/panel.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount, formatDateTime, formatTimeAgo } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { statusTexts } from './action-texts.ts'
import type { Panel } from './use-panel.ts'

interface TipRowProps {
  panel: Panel
  isOwner: boolean
  tip: PanelTip
  now: number
}

const statusColours: Partial<Record<PanelTipStatus, string>> = {
  held: 'bg-amber/25',
  'on-screen': 'bg-mint-fill/20',
  waiting: 'bg-violet-fill/15',
}

/** A tip with what became of it, and what can be done with it. */
export const TipRow = memo(
  function TipRow({ panel, tip, now }: TipRowProps) {
    const { name, message, hasPrivateMessage, amount, currency, goalTitle, status, at } = tip
    return (
      <li
        tabIndex={-1}
        data-tip={tip.tipId}
        className="py-3 [contain-intrinsic-size:auto_6rem] [content-visibility:auto]"
      >
        <div className="flex items-baseline gap-2">
          <p className="min-w-0 grow break-words">
            <bdi className="font-semibold">{name}</bdi>{' '}
            {goalTitle && <span className="text-sm text-muted">{m.inbox_towards({ goal: goalTitle })}</span>}
          </p>
          {amount !== null && (
            <p className={clsx('money shrink-0', status === 'returned' && 'text-muted line-through')}>
              {formatAmount(amount, currency)}
            </p>
          )}
        </div>
        {message && (
          <p dir="auto" className="mt-1 border-s-3 border-amber ps-2 break-words whitespace-pre-line">
            {message}
          </p>
        )}
        {hasPrivateMessage && (
          <p className="mt-1 flex items-center gap-1.5 text-sm text-muted">
            <Lock aria-hidden className="size-3.5 shrink-0" />
            {m.panel_private()}
          </p>
        )}
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
          </div>
          <TipActions panel={panel} tip={tip} />
        </div>
        {status === 'held' && <ReviewButtons panel={panel} tip={tip} />}
      </li>
    )
  },
  (before, after) =>
    before.tip === after.tip && before.now === after.now && isBusyWith(before) === isBusyWith(after),
)

const isBusyWith = ({ panel, tip }: TipRowProps) => panel.busy?.endsWith(tip.tipId) ?? false

type OnTip = 'skip' | 'hide' | 'replay' | 'block'

interface ActionLook {
  Icon: LucideIcon
  label: (values: { name: string }) => string
  /** The word beside the icon on touch. The label has it, too, so that voice control finds the button by either. */
  word: () => string
}

const actions: Record<OnTip, ActionLook> = {
  skip: { Icon: SkipForward, label: m.panel_skip_tip, word: m.panel_tip_skip },
  hide: { Icon: EyeOff, label: m.panel_hide_tip, word: m.panel_tip_hide },
  replay: { Icon: RotateCcw, label: m.panel_replay_tip, word: m.panel_tip_replay },
  block: { Icon: Ban, label: m.panel_block_tip, word: m.panel_tip_block },
}

const possible: Record<PanelTipStatus, readonly OnTip[]> = {
  held: ['block'],
  waiting: ['skip', 'hide', 'block'],
  'on-screen': ['skip', 'hide', 'block'],
  cut: ['skip', 'replay', 'hide', 'block'],
  shown: ['replay', 'hide', 'block'],
  skipped: ['replay', 'hide', 'block'],
  hidden: ['block'],
  denied: ['block'],
  missed: ['replay', 'hide', 'block'],
  sent: ['replay', 'hide', 'block'],
  returned: ['block'],
}

function TipActions({ panel, tip: { tipId, name, status } }: { panel: Panel; tip: PanelTip }) {
  const isBusy = panel.busy?.endsWith(tipId)
  const act = (change: PanelChange) => {
    if (!isBusy) void panel.act(change, `${change.kind} ${tipId}`)
  }
  return (
    <div className="flex flex-wrap justify-end gap-1">
      {possible[status].map((kind) => {
        const { Icon, label, word } = actions[kind]
        return (
          <IconButton
            key={kind}
            label={label({ name })}
            touchText={word()}
            aria-disabled={isBusy}
            onClick={() => act({ kind, tipId })}
          >
            <Icon aria-hidden className="size-5" />
          </IconButton>
        )
      })}
    </div>
  )
}

/** The decision about a held tip, as two large buttons. */
function ReviewButtons({ panel, tip: { tipId, name } }: { panel: Panel; tip: PanelTip }) {
  const isBusy = panel.busy?.endsWith(tipId)
  const act = (kind: 'approve' | 'deny') => () => {
    if (!isBusy) void panel.act({ kind, tipId }, `${kind} ${tipId}`)
  }
  return (
    <div className="mt-1 grid grid-cols-2 gap-2">
      <Button
        kind="dark"
        data-first
        aria-disabled={isBusy}
        aria-label={m.panel_approve_tip({ name })}
        onClick={act('approve')}
      >
        <Check aria-hidden className="size-4" />
        {m.panel_approve()}
      </Button>
      <Button aria-disabled={isBusy} aria-label={m.panel_deny_tip({ name })} onClick={act('deny')}>
        <X aria-hidden className="size-4" />
        {m.panel_deny()}
      </Button>
    </div>
  )
}
