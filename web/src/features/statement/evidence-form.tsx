import type { ReactNode } from 'react'
import type { DisputeCase } from '../../../../contract/payments/dispute-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { providerNames } from '../../../../contract/providers.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { EvidenceDocumentField } from './evidence-document.tsx'
import { EvidenceSections } from './evidence-sections.tsx'

interface EvidenceFormProps {
  found: DisputeCase
  /** The creator's own words. */
  words: string
  onWords: (words: string) => void
  onSend: () => Promise<void>
  /** Called when the document has changed. */
  onDocument: () => void
  /** The button below, which gives the money back instead; null where that is not possible here. */
  giveBack: ReactNode
}

/** The preview of the evidence, a field for the creator's own words, and the button that sends both. */
export function EvidenceForm({ found, words, onWords, onSend, onDocument, giveBack }: EvidenceFormProps) {
  const { isBusy, run } = useAction()
  const { sections, document, maxWords, dispute } = found
  const provider = providerNames[dispute.provider]
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void run(onSend)
      }}
    >
      <div>
        <h3 className="text-base font-semibold">{m.statement_dispute_preview({ provider })}</h3>
        <p className="mb-2 text-sm text-muted">{m.statement_dispute_preview_hint()}</p>
        <EvidenceSections sections={sections} />
      </div>
      <TextArea
        label={m.statement_dispute_words()}
        aside={m.characters_left({ count: maxWords - words.length })}
        value={words}
        maxLength={maxWords}
        rows={5}
        onChange={(event) => onWords(event.target.value)}
      />
      <EvidenceDocumentField id={dispute.id} document={document} onChanged={onDocument} />
      <p className="text-sm text-muted">
        {dispute.isInquiry ? m.statement_inquiry_send_hint() : m.statement_dispute_send_hint({ provider })}
      </p>
      <div className="flex flex-col gap-2">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {m.statement_dispute_send({ provider })}
        </Button>
        {!isBusy && giveBack}
      </div>
    </form>
  )
}
