import { clsx } from 'clsx'
import { Ban, EyeOff, Lock, RotateCcw, SkipForward } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { memo } from 'react'
import type { PanelTip, PanelTipStatus } from '../../../../contract/panel/panel.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../lib/format.ts'
import { ActionButtons, Message, ReviewButtons, StatusLine } from './row-parts.tsx'
import type { Panel } from './use-panel.ts'

interface TipRowProps {
  panel: Panel
  isOwner: boolean
  tip: PanelTip
  now: number
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
        {message && <Message text={message} />}
        {hasPrivateMessage && (
          <p className="mt-1 flex items-center gap-1.5 text-sm text-muted">
            <Lock aria-hidden className="size-3.5 shrink-0" />
            {m.panel_private()}
          </p>
        )}
        <StatusLine status={status} at={at} now={now}>
          <TipActions panel={panel} tip={tip} />
        </StatusLine>
        {status === 'held' && (
          <ReviewButtons
            approveLabel={m.panel_approve_tip({ name })}
            denyLabel={m.panel_deny_tip({ name })}
            isBusy={panel.busy?.endsWith(tip.tipId) ?? false}
            onDecide={(kind) => void panel.act({ kind, tipId: tip.tipId }, `${kind} ${tip.tipId}`)}
          />
        )}
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
  const rows = possible[status].map((kind) => {
    const { Icon, label, word } = actions[kind]
    const act = () => void panel.act({ kind, tipId }, `${kind} ${tipId}`)
    return { key: kind, Icon, label: label({ name }), word: word(), act }
  })
  return <ActionButtons actions={rows} isBusy={panel.busy?.endsWith(tipId) ?? false} />
}
