import { useState } from 'react'
import { decideSettlement, listUnmatched } from '../../../../contract/admin/settlement-calls.ts'
import type { Settlement, SettlementWay, Unmatched } from '../../../../contract/admin/settlement-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { providerNames } from '../../../../contract/providers.ts'
import { call } from '../../lib/calls/call.ts'
import { formatDateTime } from '../../lib/format.ts'
import { formatLedgerAmount } from '../../lib/payments/format-ledger.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { List, Loadable } from '../../ui/loadable.tsx'
import { EmptyNote } from '../../ui/notes.tsx'
import { BlockSkeletons } from '../../ui/skeleton.tsx'
import { ReasonForm } from './reason-form.tsx'
import { SettlementForm } from './settlement-form.tsx'
import { toWord } from './words.ts'

/** Payments that match no order, and the proposals with which two admins settle them. */
export function UnmatchedPaymentsCard() {
  const found = useCall(listUnmatched)
  return (
    <Card id="unmatched-payments" title={m.admin_unmatched()} hint={m.admin_unmatched_hint()}>
      <Loadable
        loaded={found}
        failedText={m.admin_unmatched_failed()}
        skeleton={<BlockSkeletons count={1} />}
      >
        {({ payments, proposed, decided }) => (
          <>
            <List items={payments} empty={<EmptyNote text={m.admin_unmatched_empty()} />}>
              {(payment) => <PaymentRow key={payment.paymentId} payment={payment} />}
            </List>
            {proposed.length > 0 && (
              <>
                <h3 className="mt-4 mb-2 font-semibold">{m.admin_adjustments_proposed()}</h3>
                <List items={proposed}>
                  {(one) => <SettlementRow key={one.id} settlement={one} onDecided={found.refetch} />}
                </List>
              </>
            )}
            {decided.length > 0 && (
              <details className="mt-4 border-t border-line pt-2">
                <summary className="min-h-11 cursor-pointer py-2 font-semibold">
                  {m.admin_adjustments_decided()}
                </summary>
                <List items={decided}>
                  {(one) => <SettlementRow key={one.id} settlement={one} onDecided={found.refetch} />}
                </List>
              </details>
            )}
          </>
        )}
      </Loadable>
    </Card>
  )
}

function PaymentRow({ payment }: { payment: Unmatched }) {
  const [isOpen, setIsOpen] = useState(false)
  const { provider, mode, paymentId, payeeId, creator, foundAt } = payment
  return (
    <li className="py-3 wrap-anywhere first:pt-0">
      <p className="font-semibold tabular-nums">
        {[describeSums(payment), ...(creator === null ? [] : [`@${creator}`])].join(' · ')}
      </p>
      <p className="text-sm text-muted">
        {[providerNames[provider], mode, formatDateTime(foundAt), paymentId, payeeId].join(' · ')}
      </p>
      {isOpen ? (
        <SettlementForm payment={payment} onClose={() => setIsOpen(false)} />
      ) : (
        <Button size="small" className="mt-2" onClick={() => setIsOpen(true)}>
          {m.admin_settlement_propose()}
        </Button>
      )}
    </li>
  )
}

function describeSums({ paid, currency, expected, expectedCurrency }: Unmatched): string {
  const sum = formatLedgerAmount(paid, currency)
  if (expected === null || expectedCurrency === null) return m.admin_unmatched_unknown({ paid: sum })
  return m.admin_unmatched_sums({ paid: sum, expected: formatLedgerAmount(expected, expectedCurrency) })
}

type Decision = 'settle' | 'reject'

const decisionTexts: Record<Decision, () => string> = {
  settle: m.admin_settle,
  reject: m.admin_adjustment_reject,
}

export const wayNames: Record<SettlementWay, () => string> = {
  refund: m.admin_settlement_refund,
  outside: m.admin_settlement_outside,
}

function SettlementRow({ settlement, onDecided }: { settlement: Settlement; onDecided: () => void }) {
  const [choice, setChoice] = useState<Decision>()
  const { id, provider, paymentId, way, transactionId, reason, isOwn, decision } = settlement
  const choices: Decision[] = isOwn ? ['reject'] : ['settle', 'reject']
  return (
    <li className="py-3 wrap-anywhere first:pt-0">
      <p className="font-semibold">{wayNames[way]()}</p>
      <p className="text-sm">{reason}</p>
      <p className="text-sm text-muted">
        {[providerNames[provider], paymentId, ...(transactionId ? [transactionId] : [])].join(' · ')}
      </p>
      <p className="text-sm text-muted">{describeSteps(settlement)}</p>
      {decision === null &&
        (choice ? (
          <ReasonForm
            submit={decisionTexts[choice]()}
            onCancel={() => setChoice(undefined)}
            onReason={async (values) => {
              const body = { id, decision: choice, ...values }
              await call(decideSettlement, { body }, { errorsTo: 'caller' })
              onDecided()
            }}
          />
        ) : (
          <div className="mt-2 flex flex-wrap gap-2">
            {choices.map((one) => (
              <Button key={one} size="small" onClick={() => setChoice(one)}>
                {decisionTexts[one]()}
              </Button>
            ))}
          </div>
        ))}
    </li>
  )
}

/** Returns who proposed and who decided a settlement, and when. */
function describeSteps({ proposedAt, proposedBy, decision, decidedAt, decidedBy }: Settlement): string {
  const by = (name: string | null) => (name === null ? m.admin_by_command() : `@${name}`)
  const steps = [`${toWord('propose_settlement')}: ${by(proposedBy)}, ${formatDateTime(proposedAt)}`]
  if (decision && decidedAt) {
    const word = decision === 'settled' ? 'settle_payment' : 'reject_settlement'
    steps.push(`${toWord(word)}: ${by(decidedBy)}, ${formatDateTime(decidedAt)}`)
  }
  return steps.join(' · ')
}
