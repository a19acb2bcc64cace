import { useState } from 'react'
import { getDisputeEvidence, getDisputes } from '../../../../contract/statement-calls.ts'
import type { Dispute } from '../../../../contract/statement-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/call.ts'
import { useCall } from '../../lib/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyNote, ErrorNote } from '../../ui/notes.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { saveFile, formatSigned, formatEntryDay } from './format-entry.ts'

/** The creator's disputes with their deadlines. The evidence of each can be downloaded as a file. */
export function DisputesCard() {
  const { data, error, isFetching, refetch } = useCall(getDisputes)
  return (
    <Card id="disputes" title={m.books_disputes_title()} hint={m.books_disputes_hint()}>
      {data && data.length > 0 && (
        <ul className="divide-y divide-line">
          {data.map((dispute) => (
            <DisputeRow key={dispute.id} dispute={dispute} />
          ))}
        </ul>
      )}
      {data?.length === 0 && <EmptyNote text={m.books_disputes_empty()} />}
      {!data && error && !isFetching && <ErrorNote text={m.books_disputes_failed()} onRetry={refetch} />}
      {!data && (!error || isFetching) && (
        <output aria-label={m.loading()} className="block">
          <Skeleton className="h-14 w-full" />
        </output>
      )}
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
  const [isBusy, setIsBusy] = useState(false)

  async function handleEvidence() {
    setIsBusy(true)
    try {
      const { name: file, text } = await call(getDisputeEvidence, { query: { id } })
      saveFile(file, text, 'text/plain;charset=utf-8')
    } catch {
      // already shown as a toast
    }
    setIsBusy(false)
  }
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
        state={isBusy ? 'busy' : 'idle'}
        onClick={() => void handleEvidence()}
      >
        {m.books_evidence()}
      </Button>
    </li>
  )
}
