import { EyeOff, RotateCcw, SkipForward } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { memo } from 'react'
import type { PanelShow, PanelTipStatus, ShowAction } from '../../../../contract/panel/panel.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { ActionButtons, Message, ReviewButtons, StatusLine } from './row-parts.tsx'
import { aboutText, countText, sourceText, whatText } from './show-texts.ts'
import { changeOf } from './use-panel.ts'
import type { Panel } from './use-panel.ts'

interface ShowRowProps {
  panel: Panel
  show: PanelShow
  now: number
}

/** A show event with what became of it, and what can be done with it. It never has an amount of money. */
export const ShowRow = memo(
  function ShowRow({ panel, show, now }: ShowRowProps) {
    const { showEventId, name, message, status, at } = show
    const what = whatText(show)
    const about = aboutText(show) ?? what
    const count = countText(show)
    const isBusy = panel.busy?.endsWith(showEventId) ?? false
    const act = (action: ShowAction) => void panel.act(changeOf(action, show), `${action} ${showEventId}`)
    return (
      <li
        tabIndex={-1}
        data-show={showEventId}
        className="py-3 [contain-intrinsic-size:auto_6rem] [content-visibility:auto]"
      >
        <div className="flex items-baseline gap-2">
          <p className="min-w-0 grow break-words">
            <bdi className="font-semibold">{about}</bdi>{' '}
            {name !== null && <bdi className="text-sm text-muted">{what}</bdi>}
          </p>
          {count !== undefined && (
            <p className="max-w-1/2 shrink-0 break-words tabular-nums">
              <bdi>{count}</bdi>
            </p>
          )}
        </div>
        {message && <Message text={message} />}
        <StatusLine status={status} at={at} now={now} mark={sourceText(show)}>
          <ActionButtons
            isBusy={isBusy}
            actions={possible[status].map((key) => {
              const { Icon, label, word } = looks[key]
              return { key, Icon, label: label({ name: about }), word: word(), act: () => act(key) }
            })}
          />
        </StatusLine>
        {status === 'held' && (
          <ReviewButtons
            approveLabel={m.panel_approve_event({ name: about })}
            denyLabel={m.panel_deny_event({ name: about })}
            isBusy={isBusy}
            onDecide={act}
          />
        )}
      </li>
    )
  },
  (before, after) =>
    before.show === after.show && before.now === after.now && isBusyWith(before) === isBusyWith(after),
)

const isBusyWith = ({ panel, show }: ShowRowProps) => panel.busy?.endsWith(show.showEventId) ?? false

type OnShow = 'skip' | 'hide' | 'replay'

interface ActionLook {
  Icon: LucideIcon
  label: (values: { name: string }) => string
  word: () => string
}

const looks: Record<OnShow, ActionLook> = {
  skip: { Icon: SkipForward, label: m.panel_skip_event, word: m.panel_tip_skip },
  hide: { Icon: EyeOff, label: m.panel_hide_event, word: m.panel_tip_hide },
  replay: { Icon: RotateCcw, label: m.panel_replay_event, word: m.panel_tip_replay },
}

const possible: Record<PanelTipStatus, readonly OnShow[]> = {
  held: [],
  waiting: ['skip', 'hide'],
  'on-screen': ['skip', 'hide'],
  cut: ['skip', 'replay', 'hide'],
  shown: ['replay', 'hide'],
  skipped: ['replay', 'hide'],
  hidden: [],
  denied: [],
  missed: ['replay', 'hide'],
  sent: ['replay', 'hide'],
  returned: [],
}
