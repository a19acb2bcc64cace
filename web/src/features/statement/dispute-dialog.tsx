import { useState } from 'react'
import type { ReactNode } from 'react'
import { answerDispute, getDisputeCase } from '../../../../contract/payments/dispute-calls.ts'
import type { DisputeCase } from '../../../../contract/payments/dispute-calls.ts'
import { refundTip } from '../../../../contract/payments/statement-calls.ts'
import type { Dispute } from '../../../../contract/payments/statement-calls.ts'
import { isolate } from '../../../../contract/text.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { formatAmount } from '../../lib/format.ts'
import { providerNames } from '../../../../contract/providers.ts'
import { toast } from '../../lib/toast.ts'
import { useUnsaved } from '../../lib/forms/unsaved.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loadable } from '../../ui/loadable.tsx'
import { BlockSkeletons } from '../../ui/skeleton.tsx'
import { DocumentName } from './evidence-document.tsx'
import { EvidenceForm } from './evidence-form.tsx'
import { EvidenceSections, textOf } from './evidence-sections.tsx'
import { formatEntryDay } from './format-entry.ts'
import { GiveBackStep } from './give-back-step.tsx'
import type { GiveBack } from './give-back-step.tsx'

interface DisputeDialogProps {
  dispute: Dispute
  /** Called when the dispute has changed. */
  onDone: () => void
  onClose: () => void
}

/** Shows what a provider would get about a dispute. The creator adds words and sends it, or accepts the dispute. */
export function DisputeDialog({ dispute, onDone, onClose }: DisputeDialogProps) {
  const loaded = useCall(getDisputeCase, { query: { id: dispute.id } }, { staleTime: 0 })
  const now = loaded.data?.dispute ?? dispute
  const { name, amount, currency, respondBy } = now
  const title = now.isInquiry ? m.statement_inquiry_dialog : m.statement_dispute_dialog
  return (
    <Dialog
      title={title({ amount: formatAmount(amount, currency), name: isolate(name) })}
      description={
        respondBy && !isAnswered(now) && m.statement_dispute_respond({ day: formatEntryDay(respondBy) })
      }
      isOpen
      onClose={onClose}
    >
      <Loadable
        loaded={loaded}
        failedText={m.statement_dispute_case_failed()}
        skeleton={<BlockSkeletons count={2} />}
      >
        {(found) => (
          <DisputeBody
            found={found}
            onDocument={loaded.refetch}
            onChanged={() => {
              loaded.refetch()
              onDone()
            }}
          />
        )}
      </Loadable>
    </Dialog>
  )
}

/** Whether the creator has answered a dispute here, and the provider has not refused that. */
export function isAnswered({ response }: Dispute): boolean {
  return response !== null && response !== 'refused'
}

interface DisputeBodyProps {
  found: DisputeCase
  /** Called when a document was attached or removed. */
  onDocument: () => void
  onChanged: () => void
}

function DisputeBody({ found, onDocument, onChanged }: DisputeBodyProps) {
  const [isGivingBack, setIsGivingBack] = useState(false)
  const [words, setWords] = useState('')
  const { dispute, stage, sections } = found
  const provider = providerNames[dispute.provider]
  const actions = openActions(found, onChanged)
  useUnsaved(words.trim() !== '' && !isAnswered(dispute))
  const giveBack = actions.giveBack && (
    <Button kind="quiet" onClick={() => setIsGivingBack(true)}>
      {actions.giveBack.label}
    </Button>
  )

  if (isGivingBack && actions.giveBack)
    return <GiveBackStep way={actions.giveBack} onBack={() => setIsGivingBack(false)} />
  if (isAnswered(dispute)) return <Answered found={found} giveBack={giveBack} />
  if (stage === 'open')
    return (
      <div className="flex flex-col gap-5">
        {dispute.isInquiry && <p>{m.statement_inquiry_text()}</p>}
        <Refused found={found} />
        <EvidenceForm
          found={found}
          words={words}
          onWords={setWords}
          onSend={async () => actions.sendEvidence(words)}
          onDocument={onDocument}
          giveBack={giveBack}
        />
      </div>
    )
  return (
    <div className="flex flex-col gap-5">
      <Refused found={found} />
      <p>{stageText(found)({ provider })}</p>
      <EvidenceSections sections={sections} />
      <CopyButton text={textOf(sections)} label={m.statement_dispute_copy()} />
      {giveBack}
    </div>
  )
}

/** What the creator can do about a dispute. `onChanged` is called after each attempt, because a refusal may mean another state. */
function openActions(found: DisputeCase, onChanged: () => void) {
  const { dispute, mayAccept, refundable, version } = found
  const { id, tipId, amount, currency } = dispute
  const provider = providerNames[dispute.provider]
  const attempt = async (answer: () => Promise<{ status: 'done' | 'asked' }>, done: string) => {
    try {
      const { status } = await answer()
      if (status === 'asked') toast.info(m.statement_dispute_send_asked({ provider }))
      else toast.success(done)
    } finally {
      onChanged()
    }
  }
  const send = (kind: 'evidence' | 'acceptance', words: string) =>
    call(answerDispute, { body: { id, kind, words, version } }, { errorsTo: 'toast' })
  const refund = () =>
    call(refundTip, { body: { tipId, amount: refundable, reason: '' } }, { errorsTo: 'toast' })

  const ofInquiry: GiveBack = {
    label: m.statement_inquiry_refund({ amount: formatAmount(refundable, currency) }),
    text: m.statement_inquiry_refund_text({ amount: formatAmount(refundable, currency) }),
    action: m.statement_refund_action(),
    onConfirm: () => attempt(refund, m.statement_refund_done()),
  }
  const ofDispute: GiveBack = {
    label: m.statement_dispute_accept(),
    text: m.statement_dispute_accept_text({ amount: formatAmount(amount, currency) }),
    action: m.statement_dispute_accept_action(),
    onConfirm: () => attempt(() => send('acceptance', ''), m.statement_dispute_accept_done()),
  }
  return {
    sendEvidence: (words: string) =>
      attempt(() => send('evidence', words), m.statement_dispute_send_done({ provider })),
    giveBack: refundable > 0 ? ofInquiry : mayAccept && !isAnswered(dispute) && ofDispute,
  }
}

function stageText({ stage, dispute }: DisputeCase): (values: { provider: string }) => string {
  if (stage === 'closed' && dispute.isInquiry) return () => m.statement_inquiry_stage_closed()
  return stage === 'open' ? () => '' : stageTexts[stage]
}

const stageTexts: Record<Exclude<DisputeCase['stage'], 'open'>, (values: { provider: string }) => string> = {
  early: m.statement_dispute_stage_early,
  answered: m.statement_dispute_stage_answered,
  late: () => m.statement_dispute_stage_late(),
  closed: () => m.statement_dispute_stage_closed(),
  elsewhere: m.statement_dispute_stage_elsewhere,
  unknown: m.statement_dispute_stage_unknown,
}

/** Shows the answer that was sent, exactly as it was sent. */
function Answered({ found: { response, dispute }, giveBack }: { found: DisputeCase; giveBack: ReactNode }) {
  if (!response) return null
  const day = formatEntryDay(response.createdAt)
  const isEvidence = response.kind === 'evidence'
  return (
    <div className="flex flex-col gap-5">
      <p className="font-semibold">
        {isEvidence
          ? m.statement_dispute_response_evidence({ day })
          : m.statement_dispute_response_acceptance({ day })}
      </p>
      {response.status === 'asked' && (
        <p>{m.statement_dispute_response_asked({ provider: providerNames[dispute.provider] })}</p>
      )}
      {isEvidence && <EvidenceSections sections={response.sections} />}
      {response.document && <DocumentName document={response.document} />}
      {giveBack}
    </div>
  )
}

function Refused({ found: { response, dispute } }: { found: DisputeCase }) {
  if (response?.status !== 'refused') return null
  return (
    <p role="alert" className="text-rose">
      {m.statement_dispute_response_refused({
        provider: providerNames[dispute.provider],
        day: formatEntryDay(response.createdAt),
        code: response.issue ?? '',
      })}
    </p>
  )
}
