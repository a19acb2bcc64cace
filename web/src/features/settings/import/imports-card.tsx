import { useState } from 'react'
import { listImportedTips, removeImport } from '../../../../../contract/imports/import-calls.ts'
import type { ImportedLine, TipImport } from '../../../../../contract/imports/import-calls.ts'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { formatAmount, formatDay } from '../../../lib/format.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { usePages } from '../../../lib/calls/use-pages.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { List, Loadable } from '../../../ui/loadable.tsx'
import { MoreButton } from '../../../ui/more-button.tsx'
import { EmptyNote } from '../../../ui/notes.tsx'
import { RowSkeletons } from '../../../ui/skeleton.tsx'
import { TipRow } from './file-preview.tsx'
import type { Imports } from './use-imports.ts'

/** What was imported: the tips of each import, where they count, and a button that takes it out again. */
export function ImportsCard({ imports }: { imports: Imports }) {
  return (
    <Card id="imports" title={m.imports_title()} hint={m.imports_hint()}>
      <Loadable
        loaded={imports}
        failedText={m.imports_failed()}
        skeleton={<RowSkeletons label={m.imports_loading()} />}
      >
        {({ imports: all, currency }) => (
          <List
            items={all.filter(({ state }) => state !== 'checked')}
            aria-label={m.imports_title()}
            empty={<EmptyNote text={m.imports_empty()} />}
          >
            {(one) => (
              <ImportRow key={one.importId} one={one} currency={currency} onRemoved={imports.refetch} />
            )}
          </List>
        )}
      </Loadable>
    </Card>
  )
}

interface ImportRowProps {
  one: TipImport
  currency: PayoutCurrency
  onRemoved: () => void
}

function ImportRow({ one, currency, onRemoved }: ImportRowProps) {
  const { importId, state, tips, worth, createdAt, progress } = one
  const name = one.fileName || m.imports_unnamed()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 grow basis-60">
          <p className="font-semibold break-all">
            <bdi>{name}</bdi>
          </p>
          <p className="text-sm">{m.imports_tips({ count: tips, amount: formatAmount(worth, currency) })}</p>
          <p className="text-sm text-muted">
            {formatDay(createdAt)} · {whereItCounts(one)}
          </p>
          {state === 'importing' && (
            <output className="mt-1 block">
              <span className="text-sm font-semibold">{m.imports_running({ percent: progress })}</span>
              <progress aria-label={name} value={progress} max={100} className="w-full" />
            </output>
          )}
          {state === 'failed' && <p className="text-sm font-semibold text-rose">{m.imports_stopped()}</p>}
          {state === 'removing' && (
            <output className="block text-sm font-semibold">{m.imports_removing()}</output>
          )}
        </div>
        {state === 'imported' && (
          <Button
            size="small"
            kind="quiet"
            aria-expanded={isOpen}
            aria-label={m.imports_show_label({ name })}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? m.imports_hide() : m.imports_show()}
          </Button>
        )}
        {state !== 'removing' && <RemoveButton importId={importId} name={name} onRemoved={onRemoved} />}
      </div>
      {isOpen && <Tips importId={importId} />}
    </li>
  )
}

function whereItCounts({ inBoards, inTotals }: TipImport): string {
  if (inBoards && inTotals) return m.imports_in_both()
  if (inBoards) return m.imports_in_boards()
  return inTotals ? m.imports_in_totals() : m.imports_in_none()
}

interface RemoveButtonProps {
  importId: string
  name: string
  onRemoved: () => void
}

function RemoveButton({ importId, name, onRemoved }: RemoveButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, run } = useAction()

  async function handleRemove() {
    const isDone = await run(() => call(removeImport, { body: { importId } }))
    setIsAsking(false)
    if (!isDone) return
    toast.success(m.imports_removed())
    onRemoved()
  }
  return (
    <>
      <Button size="small" aria-label={m.imports_remove_label({ name })} onClick={() => setIsAsking(true)}>
        {m.imports_remove()}
      </Button>
      <Dialog
        title={m.imports_remove_title({ name })}
        description={m.imports_remove_text()}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
      >
        <div className="flex flex-col gap-2">
          <Button kind="danger" isBusy={isBusy} onClick={() => void handleRemove()}>
            {m.imports_remove()}
          </Button>
          <Button onClick={() => setIsAsking(false)}>{m.action_cancel()}</Button>
        </div>
      </Dialog>
    </>
  )
}

function Tips({ importId }: { importId: string }) {
  const list = usePages<typeof listImportedTips, ImportedLine>(listImportedTips, ({ tips }) => tips, {
    importId,
  })
  return (
    <div className="mt-3 rounded-card border border-line px-4 py-1">
      <Loadable
        loaded={list}
        failedText={m.imports_tips_failed()}
        skeleton={<RowSkeletons label={m.imports_tips_loading()} />}
      >
        {(tips) => (
          <ul className="divide-y divide-line">
            {tips.map((tip) => (
              <TipRow key={tip.line} tip={tip} />
            ))}
          </ul>
        )}
      </Loadable>
      <MoreButton list={list} />
    </div>
  )
}
