import { useState } from 'react'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import { downloadTimerEntries, getTimerEntries } from '../../../../../contract/timer/timer-calls.ts'
import type { OwnTimerEntry } from '../../../../../contract/timer/timer-calls.ts'
import type { CountedEvent } from '../../../../../contract/show/counted-event.ts'
import type { TimerEntryKind } from '../../../../../contract/timer/timer.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { download } from '../../../lib/calls/download.ts'
import { formatAmount, formatClock, formatNumber } from '../../../lib/format.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { useCall } from '../../../lib/calls/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CsvFormSelect, useCsvForm } from '../../../parts/csv-form-select.tsx'
import { List, Loadable } from '../../../ui/loadable.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { eventTexts } from './event-times.tsx'

const kindTexts: Record<TimerEntryKind, () => string> = {
  start: m.donothon_entry_start,
  adjust: m.donothon_entry_adjust,
  pause: m.donothon_entry_pause,
  resume: m.donothon_entry_resume,
  end: m.donothon_entry_end,
  rule: m.donothon_entry_rule,
  cap: m.donothon_entry_cap,
  'happy-hour': m.donothon_entry_happy_hour,
  undo: m.donothon_entry_undo,
  tip: m.donothon_entry_tip,
  refund: m.donothon_entry_refund,
  show: m.show_kind_other,
  'show-hidden': m.donothon_entry_show_hidden,
}

interface EntriesCardProps {
  timerId: string
  /** Changes with the timer, so that the list is loaded again. */
  version: number
  currency: PayoutCurrency | null
  isBusy: boolean
  onUndo: (entryId: string) => void
}

/** What has happened to a timer, with undo and a file. */
export function EntriesCard({ timerId, version, currency, isBusy, onUndo }: EntriesCardProps) {
  const [page, setPage] = useState(0)
  const loaded = useCall(
    getTimerEntries,
    { query: { timerId, page: String(page) } },
    { refetchInterval: 5_000 },
  )
  const { isBusy: isSaving, run } = useAction()
  const [form, setForm] = useCsvForm()
  return (
    <Card id="timer-entries" title={m.donothon_entries()} hint={m.donothon_entries_hint()}>
      <Loadable
        loaded={loaded}
        failedText={m.donothon_entries_failed()}
        skeleton={<Skeleton className="h-40" />}
      >
        {({ entries, hasMore }) => (
          <>
            <List items={entries} data-version={version}>
              {(entry) => (
                <Row key={entry.entryId} entry={entry} currency={currency} isBusy={isBusy} onUndo={onUndo} />
              )}
            </List>
            <div className="mt-4 flex flex-wrap gap-2">
              {page > 0 && <Button onClick={() => setPage(page - 1)}>{m.donothon_newer()}</Button>}
              {hasMore && <Button onClick={() => setPage(page + 1)}>{m.donothon_older()}</Button>}
              <CsvFormSelect form={form} onChange={setForm} />
              <Button
                isBusy={isSaving}
                onClick={() => void run(() => download(downloadTimerEntries, { query: { timerId, form } }))}
              >
                {m.donothon_csv()}
              </Button>
            </div>
          </>
        )}
      </Loadable>
    </Card>
  )
}

interface RowProps {
  entry: OwnTimerEntry
  currency: PayoutCurrency | null
  isBusy: boolean
  onUndo: (entryId: string) => void
}

function Row({ entry, currency, isBusy, onUndo }: RowProps) {
  const { entryId, kind, at, addedMs, isUndone, name, amount, event } = entry
  const who = kind === 'tip' || kind === 'show' ? (name ?? m.donothon_no_name()) : name
  const what = whatOf(entry)
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-2">
      <span className="w-20 shrink-0 text-sm text-muted">{formatClock(at)}</span>
      <span
        className={isUndone ? 'min-w-0 flex-1 basis-40 line-through opacity-60' : 'min-w-0 flex-1 basis-40'}
      >
        <span>{what}</span>
        {who && <bdi className="ms-2 font-medium wrap-anywhere">{who}</bdi>}
        {amount !== null && <span className="ms-2 text-muted">{formatAmount(amount, currency)}</span>}
        {event && <span className="ms-2 text-muted">{countOf(event)}</span>}
      </span>
      <span className="money ms-auto tabular-nums">{addedMs === 0 ? '' : formatAdded(addedMs)}</span>
      {!isUndone && kind !== 'undo' && (
        <Button kind="quiet" size="small" disabled={isBusy} onClick={() => onUndo(entryId)}>
          {m.donothon_undo()}
          <span className="sr-only">{what}</span>
        </Button>
      )}
    </li>
  )
}

/** Returns what an entry is called. */
function whatOf({ kind, event, addedMs }: OwnTimerEntry): string {
  if (event) return whatTexts[event.what]()
  return kind === 'show-hidden' && addedMs > 0 ? m.donothon_entry_show_restored() : kindTexts[kind]()
}

/** What a show event is called in the history. */
const whatTexts: Record<CountedEvent, () => string> = { ...eventTexts, bits: m.show_kind_cheer }

/** Returns how many there were; nothing for a single one. */
function countOf({ what, quantity }: NonNullable<OwnTimerEntry['event']>): string {
  if (what === 'bits') return formatNumber(quantity)
  return quantity === 1 ? '' : `× ${formatNumber(quantity)}`
}

function formatAdded(addedMs: number): string {
  const seconds = Math.round(Math.abs(addedMs) / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `${addedMs < 0 ? '−' : '+'}${parts.map((part) => String(part).padStart(2, '0')).join(':')}`
}
