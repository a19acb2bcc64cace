import { CircleHelp, WifiOff } from 'lucide-react'
import { useRef, useState } from 'react'
import { getPanelAlertBox } from '../../../../contract/panel/panel-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { useCall } from '../../lib/calls/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Loadable } from '../../ui/loadable.tsx'
import { ErrorNote } from '../../ui/notes.tsx'
import { EndPanicDialog } from './end-panic-dialog.tsx'
import { LiveFacts } from './live-facts.tsx'
import { PanelButtons } from './panel-buttons.tsx'
import { PanelSkeleton } from './panel-skeleton.tsx'
import { InstallRow, KeepAwake } from './phone-rows.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { TipList } from './tip-list.tsx'
import { toFeed } from './use-panel.ts'
import type { Panel } from './use-panel.ts'
import { useShortcuts } from './use-shortcuts.ts'

/** The control panel: what holds now, the large buttons, and the feed. It fits a dock of 300 pixels. */
export function ControlPanel({ panel, isBare = false }: { panel: Panel; isBare?: boolean }) {
  const { loaded, live, isClosed } = panel
  if (isClosed) return <ErrorNote text={m.panel_closed()} />
  return (
    <Loadable loaded={loaded} failedText={m.panel_failed()} skeleton={<PanelSkeleton />}>
      {({ panel: state, tips, shows }) => (
        <div className="flex min-h-0 flex-col gap-3">
          {live === 'lost' && (
            <p
              role="alert"
              className="flex items-center gap-2 rounded-card bg-amber/20 p-3 text-sm font-medium"
            >
              <WifiOff aria-hidden className="size-4 shrink-0" />
              {m.panel_offline()}
            </p>
          )}
          {state.isOwner && <LiveFacts creatorUid={state.creatorUid} isBare={isBare} />}
          <Controls panel={panel} state={state} tips={tips} shows={shows} />
          <InstallRow />
          <TipList panel={panel} state={state} tips={tips} shows={shows} isBare={isBare} />
        </div>
      )}
    </Loadable>
  )
}

type Data = NonNullable<Panel['loaded']['data']>

interface ControlsProps {
  panel: Panel
  state: Data['panel']
  tips: Data['tips']
  shows: Data['shows']
}

function Controls({ panel, state, tips, shows }: ControlsProps) {
  const [isEnding, setIsEnding] = useState(false)
  const [isHelping, setIsHelping] = useState(false)
  const isOpen = useIsAlertBoxOpen(state.creatorUid)
  const shortcuts = useShortcuts({
    panel,
    state,
    feed: toFeed(tips, shows),
    onEndPanic: () => setIsEnding(true),
    onHelp: () => setIsHelping(true),
  })
  return (
    <>
      <output className="text-sm">
        <span className="font-semibold">{stateText(state, isOpen)}</span>{' '}
        <span className="text-muted">
          {state.waiting > 0 ? m.panel_waiting({ count: state.waiting }) : m.panel_none_waiting()}
        </span>
      </output>
      <PanelButtons panel={panel} state={state} onEndPanic={() => setIsEnding(true)} />
      <div className="flex items-center gap-2">
        <LastChange panel={panel} undoable={state.undoable} />
        <KeepAwake />
        <IconButton label={m.panel_shortcuts()} onClick={() => setIsHelping(true)}>
          <CircleHelp aria-hidden className="size-5" />
        </IconButton>
      </div>
      <EndPanicDialog panel={panel} isOpen={isEnding && state.isPanic} onClose={() => setIsEnding(false)} />
      <ShortcutsDialog shortcuts={shortcuts} isOpen={isHelping} onClose={() => setIsHelping(false)} />
    </>
  )
}

/** What became of the last change, with undo while that is possible. It keeps its place, so that nothing jumps below a thumb. */
function LastChange({ panel, undoable }: { panel: Panel; undoable: Data['panel']['undoable'] }) {
  const { note, act } = panel
  const { actionId } = note ?? {}
  const output = useRef<HTMLOutputElement>(null)
  const undo = (id: string) => {
    output.current?.focus() // the button goes
    void act({ kind: 'undo', actionId: id })
  }
  return (
    <div className="flex min-h-11 min-w-0 grow items-center gap-2 text-sm">
      <output
        ref={output}
        tabIndex={-1}
        aria-live={note?.isError ? 'assertive' : 'polite'}
        className="min-w-0 grow"
      >
        {note && <span className={note.isError ? 'font-medium text-rose' : undefined}>{note.text}</span>}
      </output>
      {actionId !== undefined && undoable.includes(actionId) && (
        <Button size="small" onClick={() => undo(actionId)}>
          {m.panel_undo()}
        </Button>
      )}
    </div>
  )
}

const pollMs = 5_000

/** Returns whether an alert box of the creator is open; true while that is unknown. */
function useIsAlertBoxOpen(creatorUid: string): boolean {
  const { data } = useCall(
    getPanelAlertBox,
    { query: { creatorUid } },
    { refetchInterval: pollMs, errorsTo: 'log' },
  )
  return data?.isOpen ?? true
}

function stateText({ isPanic, isPaused, isMuted }: Data['panel'], isOpen: boolean): string {
  if (isPanic) return m.panel_state_panic()
  if (isPaused) return isMuted ? m.panel_state_paused_muted() : m.panel_state_paused()
  if (!isOpen) return m.panel_state_closed()
  return isMuted ? m.panel_state_muted() : m.panel_state_playing()
}
