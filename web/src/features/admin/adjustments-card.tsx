import { useState } from 'react'
import { decideAdjustment, listAdjustments } from '../../../../contract/admin/adjustment-calls.ts'
import type { Adjustment, TipDifference } from '../../../../contract/admin/adjustment-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { formatDateTime } from '../../lib/format.ts'
import { formatLedgerAmount } from '../../lib/payments/format-ledger.ts'
import { itemNames } from '../../lib/pages/item-names.ts'
import { providerNames } from '../../../../contract/providers.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { List, Loadable } from '../../ui/loadable.tsx'
import { EmptyNote } from '../../ui/notes.tsx'
import { BlockSkeletons } from '../../ui/skeleton.tsx'
import { AdjustmentForm, accountNames } from './adjustment-form.tsx'
import { ReasonForm } from './reason-form.tsx'
import { toWord } from './words.ts'

/** Tips whose sums differ from their provider's, and the adjustments that two admins settle them with. */
export function AdjustmentsCard() {
  const found = useCall(listAdjustments)
  return (
    <Card id="adjustments" title={m.admin_adjustments()} hint={m.admin_adjustments_hint()}>
      <Loadable
        loaded={found}
        failedText={m.admin_adjustments_failed()}
        skeleton={<BlockSkeletons count={1} />}
      >
        {({ differences, proposed, decided }) => (
          <>
            <h3 className="mb-2 font-semibold">{m.admin_differences()}</h3>
            <List items={differences} empty={<EmptyNote text={m.admin_differences_empty()} />}>
              {(one) => <DifferenceRow key={`${one.tipId}${one.kind}${one.currency}`} difference={one} />}
            </List>
            <h3 className="mt-4 mb-2 font-semibold">{m.admin_adjustments_proposed()}</h3>
            <List items={proposed} empty={<EmptyNote text={m.admin_adjustments_proposed_empty()} />}>
              {(one) => <AdjustmentRow key={one.id} adjustment={one} onDecided={found.refetch} />}
            </List>
            {decided.length > 0 && (
              <details className="mt-4 border-t border-line pt-2">
                <summary className="min-h-11 cursor-pointer py-2 font-semibold">
                  {m.admin_adjustments_decided()}
                </summary>
                <List items={decided}>
                  {(one) => <AdjustmentRow key={one.id} adjustment={one} onDecided={found.refetch} />}
                </List>
              </details>
            )}
          </>
        )}
      </Loadable>
    </Card>
  )
}

function DifferenceRow({ difference }: { difference: TipDifference }) {
  const [isOpen, setIsOpen] = useState(false)
  const { tipId, kind, provider, creator, day, currency, tipCurrency, providerAmount, statementAmount } =
    difference
  const { mode, transactionIds } = difference
  const amount = currency === tipCurrency ? providerAmount - statementAmount : undefined
  return (
    <li className="py-3 wrap-anywhere first:pt-0">
      <p className="font-semibold">
        {itemNames[kind]()} · @{creator}
      </p>
      <p className="tabular-nums">
        {m.admin_difference_sums({
          there: formatLedgerAmount(providerAmount, currency),
          here: formatLedgerAmount(statementAmount, currency),
        })}
      </p>
      <p className="text-sm text-muted">
        {[providerNames[provider], mode, day, tipId, ...transactionIds].join(' · ')}
      </p>
      {isOpen ? (
        <AdjustmentForm
          tipId={tipId}
          currency={tipCurrency}
          difference={{ kind, amount, transactionId: transactionIds[0] ?? '' }}
          onClose={() => setIsOpen(false)}
        />
      ) : (
        <Button size="small" className="mt-2" onClick={() => setIsOpen(true)}>
          {m.admin_adjustment_propose()}
        </Button>
      )}
    </li>
  )
}

type Decision = 'book' | 'reject'

const decisionTexts: Record<Decision, () => string> = {
  book: m.admin_adjustment_book,
  reject: m.admin_adjustment_reject,
}

function AdjustmentRow({ adjustment, onDecided }: { adjustment: Adjustment; onDecided: () => void }) {
  const [choice, setChoice] = useState<Decision>()
  const { id, tipId, kind, account, amount, currency, creator, provider, transactionId, reason } = adjustment
  const { mode, isOwn, decision } = adjustment
  const choices: Decision[] = isOwn ? ['reject'] : ['book', 'reject']
  return (
    <li className="py-3 wrap-anywhere first:pt-0">
      <p className="font-semibold tabular-nums">
        {formatLedgerAmount(amount, currency)} · @{creator} · {itemNames[kind]()} · {accountNames[account]()}
      </p>
      <p className="text-sm">{reason}</p>
      <p className="text-sm text-muted">
        {[providerNames[provider], mode, tipId, transactionId].join(' · ')}
      </p>
      <p className="text-sm text-muted">{describeSteps(adjustment)}</p>
      {decision === null &&
        (choice ? (
          <ReasonForm
            submit={decisionTexts[choice]()}
            onCancel={() => setChoice(undefined)}
            onReason={async (values) => {
              await call(
                decideAdjustment,
                { body: { id, decision: choice, ...values } },
                { errorsTo: 'caller' },
              )
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

/** Returns who proposed and who decided an adjustment, and when. */
function describeSteps({ proposedAt, proposedBy, decision, decidedAt, decidedBy }: Adjustment): string {
  const by = (name: string | null) => (name === null ? m.admin_by_command() : `@${name}`)
  const steps = [`${toWord('propose_adjustment')}: ${by(proposedBy)}, ${formatDateTime(proposedAt)}`]
  if (decision && decidedAt) {
    const word = decision === 'booked' ? 'book_adjustment' : 'reject_adjustment'
    steps.push(`${toWord(word)}: ${by(decidedBy)}, ${formatDateTime(decidedAt)}`)
  }
  return steps.join(' · ')
}
