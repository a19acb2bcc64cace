import { FileText, FileUp } from 'lucide-react'
import {
  attachDocument,
  downloadDocument,
  removeDocument,
} from '../../../../contract/payments/dispute-calls.ts'
import { maxDocumentBytes, maxDocumentPages } from '../../../../contract/payments/evidence-files.ts'
import type { EvidenceDocument as Attached } from '../../../../contract/payments/evidence-files.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { toRequest } from '../../lib/calls/fetch-call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useUpload } from '../../lib/calls/upload.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'

const accepted = ['application/pdf', 'image/jpeg', 'image/png']

interface EvidenceDocumentProps {
  id: string
  document: Attached | null
  /** Called when a document was attached or removed, so that the preview is another one. */
  onChanged: () => void
}

/** The document that is sent with the evidence: to choose, look at, replace or remove. */
export function EvidenceDocumentField({ id, document, onChanged }: EvidenceDocumentProps) {
  const { progress, error, start } = useUpload(attachDocument, { query: { id } }, onChanged)
  const { isBusy, run } = useAction()
  const remove = async () => {
    await call(removeDocument, { body: { id } }, { errorsTo: 'toast' })
    onChanged()
  }
  return (
    <fieldset className="flex min-w-0 flex-col items-start gap-2">
      <legend className="mb-1.5 text-sm font-semibold">{m.statement_document()}</legend>
      {document && (
        <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-1">
          <DocumentName document={document} />
          <ButtonLink
            kind="quiet"
            size="small"
            isDownload
            to={toRequest(downloadDocument, { query: { id } }).address}
          >
            {m.statement_document_look()}
          </ButtonLink>
          <Button kind="quiet" size="small" isBusy={isBusy} onClick={() => void run(remove)}>
            {m.statement_document_remove()}
          </Button>
        </div>
      )}
      <ChooseButton
        label={document ? m.statement_document_replace() : m.statement_document_choose()}
        isBusy={progress !== undefined}
        onChosen={(file) => void start(file)}
      />
      <p className="text-sm text-muted">
        {m.statement_document_hint({ megabytes: maxDocumentBytes / 1_000_000, count: maxDocumentPages })}
      </p>
      {progress !== undefined && (
        <progress aria-label={m.statement_document_going_up()} value={progress} className="w-full" />
      )}
      {error && (
        <p role="alert" className="text-sm font-medium text-rose">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** What a document is, and how large. */
export function DocumentName({ document: { type, bytes } }: { document: Attached }) {
  const size = m.statement_document_size({ count: Math.max(1, Math.round(bytes / 1000)) })
  return (
    <span className="inline-flex items-center gap-2">
      <FileText aria-hidden className="size-4 shrink-0" />
      <span>
        {type === 'application/pdf'
          ? m.statement_document_pdf({ size })
          : m.statement_document_picture({ size })}
      </span>
    </span>
  )
}

interface ChooseButtonProps {
  label: string
  isBusy: boolean
  onChosen: (file: File) => void
}

/** The browser's file input, styled as a button. */
function ChooseButton({ label, isBusy, onChosen }: ChooseButtonProps) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-line bg-card px-5 font-semibold has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-violet hover:border-ink/30">
      <FileUp aria-hidden className="size-4" />
      {label}
      <input
        type="file"
        accept={accepted.join(',')}
        className="sr-only"
        disabled={isBusy}
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) onChosen(file)
          event.target.value = '' // otherwise choosing the same file again would cause no event
        }}
      />
    </label>
  )
}
