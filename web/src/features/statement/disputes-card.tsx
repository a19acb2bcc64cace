import { Download } from 'lucide-react'
import { useState } from 'react'
import { getDisputeEvidence, getDisputes } from '../../../../contract/payments/statement-calls.ts'
import type { Dispute } from '../../../../contract/payments/statement-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { saveFile } from '../../lib/calls/save-file.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { formatLedgerAmount } from '../../lib/payments/format-ledger.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { List, Loadable } from '../../ui/loadable.tsx'
import { DisputeDialog, isAnswered } from './dispute-dialog.tsx'
import { formatEntryDay } from './format-entry.ts'

/**
 * The creator's disputes, the open ones with their deadlines. An open one can be answered; the evidence for each can be downloaded
 * as a file. Renders nothing while there are none.
 */
export function DisputesCard() {
  const found = useCall(getDisputes)
  const [shown, setShown] = useState<Dispute>()
  if (!found.hasFailed && !found.data?.length) return null
  return (
    <Card id="disputes" title={m.statement_disputes_title()} hint={m.statement_disputes_hint()}>
      <Loadable loaded={found} failedText={m.statement_disputes_failed()} skeleton={null}>
        {(disputes) => <Disputes disputes={disputes} onShow={setShown} />}
      </Loadable>
      {shown && <DisputeDialog dispute={shown} onDone={found.refetch} onClose={() => setShown(undefined)} />}
    </Card>
  )
}

interface DisputesProps {
  disputes: readonly Dispute[]
  onShow: (dispute: Dispute) => void
}

/** The open disputes, and the decided ones on request. */
function Disputes({ disputes, onShow }: DisputesProps) {
  const open = disputes.filter(({ status }) => status === 'open')
  const decided = disputes.filter(({ status }) => status !== 'open')
  const row = (dispute: Dispute) => <DisputeRow key={dispute.id} dispute={dispute} onShow={onShow} />
  return (
    <>
      <List items={open}>{row}</List>
      {decided.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-3 text-sm text-muted">
            {m.statement_disputes_decided({ count: decided.length })}
          </summary>
          <List items={decided}>{row}</List>
        </details>
      )}
    </>
  )
}

const statusNames: Record<Dispute['status'], () => string> = {
  open: m.statement_dispute_open,
  won: m.statement_dispute_won,
  lost: m.statement_dispute_lost,
}

function statusName({ status, isInquiry }: Dispute): string {
  if (!isInquiry) return statusNames[status]()
  return status === 'open' ? m.statement_inquiry_open() : m.statement_inquiry_closed()
}

type DisputeRowProps = Pick<DisputesProps, 'onShow'> & { dispute: Dispute }

function DisputeRow({ dispute, onShow }: DisputeRowProps) {
  const { id, name, amount, currency, status } = dispute
  const { isBusy, run } = useAction()
  const hasAnswer = isAnswered(dispute)
  const answerLabel = dispute.isInquiry ? m.statement_inquiry_answer_label : m.statement_dispute_answer_label

  const handleEvidence = () =>
    run(async () => {
      const { name: file, text } = await call(getDisputeEvidence, { query: { id } })
      saveFile(file, text, 'text/plain;charset=utf-8')
    })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-semibold break-words">
          {formatLedgerAmount(amount, currency)} · {name} · {statusName(dispute)}
        </p>
        <p className="text-sm text-muted">{stateOf(dispute)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          aria-label={m.statement_evidence_label({ name })}
          isBusy={isBusy}
          onClick={() => void handleEvidence()}
        >
          <Download aria-hidden className="size-4" />
          {m.statement_evidence()}
        </Button>
        {(hasAnswer || status === 'open') && (
          <Button
            size="small"
            kind={hasAnswer ? 'outline' : 'dark'}
            aria-label={hasAnswer ? m.statement_dispute_view_label({ name }) : answerLabel({ name })}
            onClick={() => onShow(dispute)}
          >
            {hasAnswer ? m.statement_dispute_view() : m.statement_dispute_answer()}
          </Button>
        )}
      </div>
    </li>
  )
}

/** Returns what happens next: for an open dispute the deadline, or that the answer was sent. */
function stateOf({ status, response, respondBy, openedAt }: Dispute): string {
  if (status === 'open' && response === 'asked') return m.statement_dispute_asked()
  if (status === 'open' && response === 'done') return m.statement_dispute_sent()
  if (respondBy) return m.statement_dispute_respond({ day: formatEntryDay(respondBy) })
  return m.statement_dispute_opened({ day: formatEntryDay(openedAt) })
}
