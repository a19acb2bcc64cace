import { clsx } from 'clsx'
import { OctagonX, Pause, Play, SkipForward, Volume2, VolumeX } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { PanelChange, PanelState } from '../../../../contract/panel/panel.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import type { Panel } from './use-panel.ts'

interface PanelButtonsProps {
  panel: Panel
  state: PanelState
  onEndPanic: () => void
}

/** The actions on the whole stream as large buttons, for one thumb. */
export function PanelButtons({ panel, state, onEndPanic }: PanelButtonsProps) {
  const { isPaused, isMuted, isPanic, isShowing } = state
  const act = (kind: 'pause' | 'resume' | 'mute' | 'unmute' | 'panic') => () => void panel.act({ kind }, kind)
  const skip: PanelChange = { kind: 'skip', tipId: null }
  return (
    <fieldset aria-label={m.panel_actions()} className="grid grid-cols-3 gap-2">
      <BigButton
        Icon={isPaused ? Play : Pause}
        label={isPaused ? m.panel_resume() : m.panel_pause()}
        isOn={isPaused}
        isBusy={panel.busy === 'pause' || panel.busy === 'resume'}
        onClick={act(isPaused ? 'resume' : 'pause')}
      />
      <BigButton
        Icon={SkipForward}
        label={m.panel_skip()}
        isDisabled={isShowing === false}
        isBusy={panel.busy === 'skip'}
        onClick={() => void panel.act(skip)}
      />
      <BigButton
        Icon={isMuted ? VolumeX : Volume2}
        label={isMuted ? m.panel_unmute() : m.panel_mute()}
        isOn={isMuted}
        isBusy={panel.busy === 'mute' || panel.busy === 'unmute'}
        onClick={act(isMuted ? 'unmute' : 'mute')}
      />
      <BigButton
        Icon={OctagonX}
        label={isPanic ? m.panel_end_panic() : m.panel_panic()}
        isDanger
        isOn={isPanic}
        isBusy={panel.busy === 'panic' || panel.busy === 'end-panic'}
        onClick={isPanic ? onEndPanic : act('panic')}
      />
    </fieldset>
  )
}

interface BigButtonProps {
  Icon: LucideIcon
  label: string
  isOn?: boolean
  isDanger?: boolean
  isDisabled?: boolean
  isBusy: boolean
  onClick: () => void
}

/**
 * Its label says what it does next, so it has no pressed state that a screen reader would have to combine with the label. It is never
 * `disabled`, because it would lose the focus while its action is under way.
 */
function BigButton({ Icon, label, isOn, isDanger, isDisabled, isBusy, onClick }: BigButtonProps) {
  const isOff = isDisabled || isBusy
  return (
    <button
      type="button"
      aria-disabled={isOff}
      aria-busy={isBusy || undefined}
      onClick={isOff ? undefined : onClick}
      className={clsx(
        'flex items-center justify-center gap-1.5 rounded-card border-2 px-1 py-2 text-center leading-tight font-semibold select-none aria-disabled:cursor-not-allowed aria-disabled:opacity-50 forced-colors:border-[ButtonBorder]',
        isDanger ? 'col-span-3 min-h-20 text-lg' : 'min-h-18 flex-col text-sm',
        isDanger
          ? isOn
            ? 'border-rose-fill bg-card text-rose'
            : 'border-rose-fill bg-rose-fill text-white hover:brightness-110'
          : isOn
            ? 'border-amber bg-amber/20 text-ink'
            : 'border-line bg-card text-ink hover:bg-sunken',
      )}
    >
      <Icon aria-hidden className="size-6 shrink-0" />
      <span className="min-w-0 hyphens-auto break-words">{label}</span>
    </button>
  )
}
