import { getDisputeEvidence, getDisputes } from '../../../../contract/statement-calls.ts'
import type { Dispute } from '../../../../contract/statement-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/call.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useAction } from '../../lib/use-action.ts'
import { useCall } from '../../lib/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { List, Loadable } from '../../ui/loadable.tsx'
import { EmptyNote } from '../../ui/notes.tsx'
import { BlockSkeletons } from '../../ui/skeleton.tsx'
import { formatSigned, formatEntryDay } from './format-entry.ts'

/** The creator's disputes with their deadlines. The evidence for each can be downloaded as a file. */
export function DisputesCard() {
  const found = useCall(getDisputes)
  return (
    <Card id="disputes" title={m.books_disputes_title()} hint={m.books_disputes_hint()}>
      <Loadable loaded={found} failedText={m.books_disputes_failed()} skeleton={<BlockSkeletons count={1} />}>
        {(disputes) => (
          <List items={disputes} empty={<EmptyNote text={m.books_disputes_empty()} />}>
            {(dispute) => <DisputeRow key={dispute.id} dispute={dispute} />}
          </List>
        )}
      </Loadable>
    </Card>
  )
}

const statusNames: Record<Dispute['status'], () => string> = {
  open: m.books_dispute_open,
  won: m.books_dispute_won,
  lost: m.books_dispute_lost,
}

function DisputeRow({ dispute }: { dispute: Dispute }) {
  const { id, name, amount, currency, status, openedAt, respondBy } = dispute
  const { isBusy, run } = useAction()

  const handleEvidence = () =>
    run(async () => {
      const { name: file, text } = await call(getDisputeEvidence, { query: { id } })
      saveFile(file, text, 'text/plain;charset=utf-8')
    })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-semibold break-words">
          {formatSigned(amount, currency)} · {name} · {statusNames[status]()}
        </p>
        <p className="text-sm text-muted">
          {respondBy
            ? m.books_dispute_respond({ day: formatEntryDay(respondBy) })
            : m.books_dispute_opened({ day: formatEntryDay(openedAt) })}
        </p>
      </div>
      <Button
        size="small"
        aria-label={m.books_evidence_label({ name })}
        isBusy={isBusy}
        onClick={() => void handleEvidence()}
      >
        {m.books_evidence()}
      </Button>
    </li>
  )
}
