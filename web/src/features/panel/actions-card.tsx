import { useEffect, useRef, useState } from 'react'
import { downloadPanelActions, getPanelActions } from '../../../../contract/panel/panel-calls.ts'
import type { PanelAction, PanelState } from '../../../../contract/panel/panel.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { download } from '../../lib/calls/download.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CsvFormSelect, useCsvForm } from '../../parts/csv-form-select.tsx'
import { List, Loadable } from '../../ui/loadable.tsx'
import { EmptyNote } from '../../ui/notes.tsx'
import { RowSkeletons } from '../../ui/skeleton.tsx'
import { kindTexts } from './action-texts.ts'
import type { Panel } from './use-panel.ts'

/** Everything that was done in the panel, with its author and undo; for the creator as a file, too. */
export function ActionsCard({ panel, state }: { panel: Panel; state: PanelState }) {
  const [page, setPage] = useState(0)
  const { creatorUid, version, isShowing, waiting } = state
  const loaded = useCall(
    getPanelActions,
    { query: { creatorUid, page: String(page) } },
    { refetchInterval: refetchMs },
  )
  const refetch = useRef(loaded.refetch)
  useEffect(() => {
    refetch.current = loaded.refetch
  })
  // Each of them can change the list, or what can be undone.
  useEffect(() => refetch.current(), [version, isShowing, waiting])
  const undo = ({ actionId }: PanelAction) => void panel.act({ kind: 'undo', actionId }, actionId)
  return (
    <Card id="panel-log" title={m.panel_log_title()} hint={m.panel_log_hint()}>
      <Loadable
        loaded={loaded}
        failedText={m.panel_log_failed()}
        skeleton={<RowSkeletons label={m.panel_loading()} />}
      >
        {({ actions, hasMore }) => (
          <>
            <List items={actions} empty={<EmptyNote text={m.panel_log_empty()} />}>
              {(action) => (
                <ActionRow
                  key={action.actionId}
                  action={action}
                  isBusy={panel.busy === action.actionId}
                  onUndo={() => undo(action)}
                />
              )}
            </List>
            <div className="mt-4 flex flex-wrap gap-2">
              {page > 0 && <Button onClick={() => setPage(page - 1)}>{m.donothon_newer()}</Button>}
              {hasMore && <Button onClick={() => setPage(page + 1)}>{m.donothon_older()}</Button>}
              {state.isOwner && actions.length > 0 && <FileButton />}
            </div>
          </>
        )}
      </Loadable>
    </Card>
  )
}

const refetchMs = 5_000

/** Downloads the whole list. */
function FileButton() {
  const { isBusy, run } = useAction()
  const [form, setForm] = useCsvForm()
  const save = () => download(downloadPanelActions, { query: { form } })
  return (
    <>
      <CsvFormSelect form={form} onChange={setForm} />
      <Button isBusy={isBusy} onClick={() => void run(save)}>
        {m.panel_log_file()}
      </Button>
    </>
  )
}

interface ActionRowProps {
  action: PanelAction
  isBusy: boolean
  onUndo: () => void
}

function ActionRow({ action, isBusy, onUndo }: ActionRowProps) {
  const { kind, actor, tool, about, waiting, undoes, isUndone, canUndo, at } = action
  const row = useRef<HTMLLIElement>(null)
  function handleUndo() {
    row.current?.focus() // the button goes
    onUndo()
  }
  const detail = waiting && (waiting === 'play' ? m.panel_end_play() : m.panel_end_drop())
  return (
    <li ref={row} tabIndex={-1} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <div className="min-w-0 grow">
        <p className={isUndone ? 'line-through opacity-60' : undefined}>
          {kindTexts[kind]()}
          {undoes && <span className="text-muted"> · {kindTexts[undoes]()}</span>}
          {about && <bdi className="ms-2 font-medium wrap-anywhere">{about}</bdi>}
          {detail && <span className="text-muted"> · {detail}</span>}
        </p>
        <p className="text-sm text-muted">
          <bdi>{actor || m.panel_log_nobody()}</bdi>
          {tool && <bdi> {m.panel_log_tool({ name: tool })}</bdi>} <span>·</span>{' '}
          <time dateTime={at}>{formatDateTime(at)}</time>
        </p>
      </div>
      {canUndo && (
        <Button kind="quiet" size="small" isBusy={isBusy} onClick={handleUndo}>
          {m.panel_undo()}
          <span className="sr-only">{kindTexts[kind]()}</span>
        </Button>
      )}
    </li>
  )
}
