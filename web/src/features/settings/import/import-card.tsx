import { Upload } from 'lucide-react'
import { useState } from 'react'
import type { TipImport } from '../../../../../contract/imports/import-calls.ts'
import type { ImportMapping } from '../../../../../contract/imports/tip-import.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Loadable } from '../../../ui/loadable.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CheckedImport } from './checked-import.tsx'
import { FilePreview } from './file-preview.tsx'
import { EncodingSelect, FileQuestions, openQuestions } from './file-questions.tsx'
import { MappingFields } from './mapping-fields.tsx'
import { useImportFile } from './use-import-file.ts'
import type { Given, ImportFile } from './use-import-file.ts'
import type { Imports } from './use-imports.ts'

/** Takes a file of earlier tips: its columns, the check, and where its tips shall count. */
export function ImportCard({ imports }: { imports: Imports }) {
  const show = (shown: TipImport) =>
    imports.setData(
      (now) =>
        now && {
          ...now,
          imports: [
            shown,
            ...now.imports.filter(
              ({ importId, state }) => importId !== shown.importId && state !== 'checked',
            ),
          ],
        },
    )
  const file = useImportFile(show)
  return (
    <Card id="import" title={m.import_title()} hint={m.import_hint()}>
      <Loadable loaded={imports} failedText={m.imports_failed()} skeleton={<FileButtonSkeleton />}>
        {({ imports: all, currency }) => {
          const checked = all.find(({ state }) => state === 'checked')
          if (file.chosen) return <ChosenFile file={file} />
          if (checked)
            return (
              <CheckedImport
                key={checked.importId}
                checked={checked}
                currency={currency}
                onStarted={show}
                onDiscarded={imports.refetch}
              >
                <FileButton file={file} label={m.import_other_file()} />
              </CheckedImport>
            )
          return <FileButton file={file} label={m.import_choose()} isFirst />
        }}
      </Loadable>
    </Card>
  )
}

/** As high as the button of a creator who has checked no file yet, so that nothing moves. */
function FileButtonSkeleton() {
  return (
    <output aria-label={m.imports_loading()} className="block">
      <Skeleton className="h-11 w-44 rounded-full" />
      <p className="mt-2 text-sm text-muted">{m.import_choose_hint()}</p>
    </output>
  )
}

interface FileButtonProps {
  file: ImportFile
  label: string
  isFirst?: boolean
}

/** The browser's file input, styled as a button, with what was wrong with the last file. */
function FileButton({ file: { choose, isLooking, error }, label, isFirst = false }: FileButtonProps) {
  return (
    <div>
      <label
        className={`inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full px-5 font-semibold has-disabled:cursor-not-allowed has-disabled:opacity-50 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-violet ${isFirst ? 'accent-fill shadow-accent' : 'border border-line bg-card hover:border-ink/30'}`}
      >
        <Upload aria-hidden className="size-4" />
        <span>{isLooking ? m.import_looking() : label}</span>
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          className="sr-only"
          disabled={isLooking}
          onChange={(event) => {
            const chosen = event.target.files?.[0]
            if (chosen) void choose(chosen)
            event.target.value = '' // otherwise choosing the same file again would cause no event
          }}
        />
      </label>
      {isFirst && <p className="mt-2 text-sm text-muted">{m.import_choose_hint()}</p>}
      <Refusal text={error} />
    </div>
  )
}

function Refusal({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p role="alert" className="mt-3 font-medium text-rose">
      {text}
    </p>
  )
}

/** What is known of a chosen file, and the button that checks all of it. */
function ChosenFile({ file }: { file: ImportFile }) {
  const { chosen, progress, isLooking, error, check, change } = file
  const [isOpen, setIsOpen] = useState(chosen?.guess.source === 'other')
  if (!chosen) return null
  const { guess } = chosen
  const isBusy = progress !== undefined
  const isAnswered = openQuestions(chosen).length === 0
  const fields = {
    chosen,
    isDisabled: isBusy || isLooking,
    onChange: (changed: Given) => void change(changed),
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <p className="font-semibold break-all">
          <bdi>{m.import_file({ name: chosen.file.name })}</bdi>
        </p>
        <p className="text-sm text-muted">
          {guess.service ? m.import_is_known({ service: guess.service }) : m.import_is_other()}
        </p>
      </div>
      <FileQuestions {...fields} />
      {isOpen ? (
        <MappingFields {...fields} />
      ) : (
        <Button size="small" className="justify-self-start" onClick={() => setIsOpen(true)}>
          {m.import_change_columns()}
        </Button>
      )}
      <FilePreview guess={guess}>
        <EncodingSelect {...fields} />
      </FilePreview>
      {!isAnswered && <p className="text-sm font-medium">{m.import_ask_unanswered()}</p>}
      {isBusy && <progress aria-label={m.import_checking()} value={progress} className="w-full" />}
      <Refusal text={error} />
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          isBusy={isBusy}
          busyLabel={m.import_checking()}
          disabled={!guess.mapping || !isAnswered || isLooking}
          onClick={() => void check(guess.mapping as ImportMapping)}
        >
          {m.import_check()}
        </Button>
        <Button kind="quiet" disabled={isBusy} onClick={file.forget}>
          {m.action_cancel()}
        </Button>
      </div>
    </div>
  )
}
