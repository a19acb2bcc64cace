import { useRef, useState } from 'react'
import type { Goal, ViewedCreator } from '../../../../contract/entities.ts'
import { serviceFee } from '../../../../contract/money.ts'
import type { Currency } from '../../../../contract/money.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { useSession } from '../../lib/session.ts'
import { showMoney } from '../../lib/show-money.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNote } from '../../ui/notes.tsx'
import { AmountField } from './amount-field.tsx'
import type { CaptureStatus } from './capture-tip.ts'
import { PayAreaSkeleton } from './pay-area-skeleton.tsx'
import { PayArea } from './pay-area.tsx'
import { recallPayment } from './payment-memory.ts'
import { TargetField } from './target-field.tsx'
import { findAmountProblem, isNameless, nameOf, toMinorUnits } from './tip-draft.ts'
import type { TipDraft } from './tip-draft.ts'
import { TipWords } from './tip-words.tsx'
import type { TipOrder } from './use-paypal-payment.ts'

interface TipBoxProps {
  creator: ViewedCreator
  creatorUid: { data: string | undefined; hasFailed: boolean; retry: () => void }
  /** The goals to choose from; without any the tip is a general one. */
  goals: Goal[]
  /** A goal's uuid, or null for a general tip. */
  target: string | null
  /** Absent where the page itself says what the tip is for. */
  onTargetChange?: (target: string | null) => void
  onPaid: (status: CaptureStatus, order: TipOrder) => void
}

/** Where a tip is written and paid. */
export function TipBox({ creator, creatorUid, goals, target, onTargetChange, onPaid }: TipBoxProps) {
  const { displayName, currency } = creator
  const session = useSession()
  const [draft, setDraft] = useState(openDraft)
  const [problem, setProblem] = useState<string>()
  const amountField = useRef<HTMLInputElement>(null)
  const change = (part: Partial<TipDraft>) => setDraft((now) => ({ ...now, ...part }))

  const defaultName = session.user?.displayName ?? (session.status === 'stranger' ? recallPayment().name : '')
  const name = nameOf(draft, defaultName)
  const minor = toMinorUnits(draft.amount)

  function handleAmount(amount: string) {
    change({ amount })
    setProblem(undefined)
  }

  function prepare(): TipOrder | undefined {
    const found = findAmountProblem(draft.amount, currency)
    setProblem(found)
    if (found) amountField.current?.focus()
    if (found || minor === undefined || !creatorUid.data) return undefined
    const { isPrivate, message } = draft
    const isAnonymous = isNameless(name, session.user?.displayName)
    const words = { name, message: message.trim(), isPrivate, isAnonymous }
    return { creatorUid: creatorUid.data, goalUid: target, amountMinor: minor, ...words }
  }

  return (
    <Card id="tip" title={m.tip_title({ name: displayName })}>
      <div className="flex flex-col gap-5">
        {onTargetChange && goals.length > 0 && (
          <TargetField goals={goals} target={target} creatorName={displayName} onChange={onTargetChange} />
        )}
        <AmountField
          ref={amountField}
          amount={draft.amount}
          currency={currency}
          error={problem}
          onChange={handleAmount}
          onBlur={() => draft.amount && setProblem(findAmountProblem(draft.amount, currency))}
        />
        <TipWords
          draft={draft}
          defaultName={defaultName}
          creatorName={displayName}
          isNameless={isNameless(name, session.user?.displayName)}
          hasPaypal={creator.paypalConnected}
          onChange={change}
        />
        <div>
          {creatorUid.hasFailed && <ErrorNote text={m.creator_load_failed()} onRetry={creatorUid.retry} />}
          {creatorUid.data && (
            <PayArea {...{ creator, creatorUid: creatorUid.data, session, prepare, onPaid }} />
          )}
          {!creatorUid.data && !creatorUid.hasFailed && <PayAreaSkeleton />}
          {session.user?.uid !== creatorUid.data && (
            <FeeLine name={displayName} minor={minor} currency={currency} />
          )}
        </div>
      </div>
    </Card>
  )
}

interface FeeLineProps {
  name: string
  minor: number | undefined
  currency: Currency | null
}

function FeeLine({ name, minor, currency }: FeeLineProps) {
  const text = minor
    ? m.tip_fee({ name, amount: showMoney(minor - serviceFee(minor), currency) })
    : m.tip_fee_any({ name })
  return (
    <p aria-live="polite" className="mt-3 text-center text-sm text-muted">
      {text}
    </p>
  )
}

/** A fan who stayed anonymous last time starts anonymous: the safe side. */
function openDraft(): TipDraft {
  return { amount: '', name: null, message: '', isPrivate: false, isAnonymous: recallPayment().isAnonymous }
}
