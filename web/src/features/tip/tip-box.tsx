import { useRef, useState } from 'react'
import type { Goal, ViewedCreator } from '../../../../contract/entities.ts'
import { tipLimits } from '../../../../contract/money.ts'
import { isAnonymousName } from '../../../../contract/tip.ts'
import { getTipLimits } from '../../../../contract/tip-rule-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { useSession } from '../../lib/session.ts'
import type { Session } from '../../lib/session.ts'
import { useCall } from '../../lib/use-call.ts'
import { Card } from '../../ui/card.tsx'
import type { Loaded } from '../../lib/use-call.ts'
import { Loadable } from '../../ui/loadable.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { AmountField } from './amount-field.tsx'
import type { Captured } from './capture-tip.ts'
import { PayAreaSkeleton } from './pay-area-skeleton.tsx'
import { PayArea } from './pay-area.tsx'
import { loadUnpaidTip } from '../../lib/saved-checkout.ts'
import { loadTipChoices } from '../../lib/saved-choices.ts'
import { TargetField } from './target-field.tsx'
import { CoverFee, FeeLine } from './fee-lines.tsx'
import { findAmountProblem, isNameless, nameOf, toMinorUnits } from './tip-draft.ts'
import type { TipDraft, TipOrder } from './tip-draft.ts'
import { MessageFields } from './message-fields.tsx'

interface TipBoxProps {
  creator: ViewedCreator
  creatorId: Loaded<string>
  /** The goals to choose from; empty for a general tip. */
  goals: Goal[]
  /** The goal's id, or null for a general tip. */
  target: string | null
  /** Undefined if the page determines what the tip is for. */
  onTargetChange?: (target: string | null) => void
  onPaid: (captured: Captured, order: TipOrder) => void
}

/** The form to write and pay a tip. */
export function TipBox({ creator, creatorId, goals, target, onTargetChange, onPaid }: TipBoxProps) {
  const { displayName, currency, userName } = creator
  const minimumMinor = useMinimum(userName)
  const session = useSession()
  const [draft, setDraft] = useState(openDraft)
  const [problem, setProblem] = useState<string>()
  const amountField = useRef<HTMLInputElement>(null)
  const checkout = useCheckout(onPaid)
  const change = (part: Partial<TipDraft>) => setDraft((now) => ({ ...now, ...part }))

  const defaultName =
    session.user?.displayName ?? (session.status === 'signed-out' ? loadTipChoices().name : '')
  const name = nameOf(draft, defaultName)
  const minor = toMinorUnits(draft.amount)

  function prepare(): TipOrder | undefined {
    const found = findAmountProblem(draft.amount, currency, minimumMinor)
    setProblem(found)
    if (found) amountField.current?.focus()
    if (found || minor === undefined || !creatorId.data) return undefined
    const { isPrivate, message, coversFee } = draft
    const isAnonymous = isAnonymousName(name)
    const words = { amountMinor: minor, name, message: message.trim(), isPrivate, isAnonymous, coversFee }
    return { checkoutId: checkout.id(), creatorId: creatorId.data, goalId: target, ...words }
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
          minimumMinor={minimumMinor}
          error={problem}
          onChange={(amount) => {
            change({ amount })
            setProblem(undefined)
          }}
          onBlur={() => draft.amount && setProblem(findAmountProblem(draft.amount, currency, minimumMinor))}
        />
        <MessageFields
          draft={draft}
          defaultName={defaultName}
          creatorName={displayName}
          isNameless={isNameless(name, session.user?.displayName)}
          hasPaypal={creator.paypalConnected}
          hasCards={creator.stripeConnected}
          onChange={change}
        />
        <PaySection
          {...{ creator, creatorId, session, prepare, minor, ...checkout.handlers }}
          coversFee={draft.coversFee}
          onCover={(coversFee) => change({ coversFee })}
        />
      </div>
    </Card>
  )
}

/**
 * Returns the checkout id of the tip that is being paid. It is made with the first attempt; after the payment has ended, the next
 * tip gets another.
 */
function useCheckout(onPaid: TipBoxProps['onPaid']) {
  const current = useRef<string>(undefined)
  const end = () => void (current.current = undefined)
  return {
    id: () => (current.current ??= crypto.randomUUID()),
    handlers: {
      onAlreadyPaid: end,
      onPaid(captured: Captured, order: TipOrder) {
        end()
        onPaid(captured, order)
      },
    },
  }
}

/** Returns the creator's minimum tip. Until it is loaded, only the server checks the amount against it. */
function useMinimum(username: string): number {
  const { data } = useCall(getTipLimits, { query: { username } }, { errorsTo: 'log', staleTime: 60_000 })
  return data?.minimum ?? tipLimits.minUnits * 100
}

interface PaySectionProps extends Pick<TipBoxProps, 'creator' | 'creatorId' | 'onPaid'> {
  session: Session
  minor: number | undefined
  coversFee: boolean
  onCover: (on: boolean) => void
  onAlreadyPaid: () => void
  prepare: () => TipOrder | undefined
}

/** The fee, the payment methods and the terms. */
function PaySection({ creatorId, coversFee, onCover, minor, ...payment }: PaySectionProps) {
  const { creator, session } = payment
  const fee = { name: creator.displayName, currency: creator.currency, minor }
  const isOwn = session.user?.uid === creatorId.data
  const canPay = !isOwn && (creator.paypalConnected || creator.stripeConnected)
  return (
    <div>
      {canPay && (
        <div className="mb-4">
          <CoverFee {...fee} checked={coversFee} onChange={onCover} />
        </div>
      )}
      <Loadable loaded={creatorId} failedText={m.creator_load_failed()} skeleton={<PayAreaSkeleton />}>
        {(id) => <PayArea {...payment} creatorId={id} />}
      </Loadable>
      {!isOwn && <FeeLine {...fee} isCovered={coversFee} />}
      {canPay && <TermsLine />}
    </div>
  )
}

/** The consent to the terms, which the server records with the order. */
function TermsLine() {
  return (
    <p className="mt-1 text-center text-sm text-muted">
      {m.tip_terms()}{' '}
      <TextLink to="/terms-of-service" isNewTab>
        {m.policy_terms()}
      </TextLink>
    </p>
  )
}

/**
 * Returns the initial tip: the one that was not paid on the card provider's page, or an empty one. That is anonymous if the
 * supporter's last tip was, because that is the safer default.
 */
function openDraft(): TipDraft {
  const unpaid = loadUnpaidTip()
  if (unpaid) {
    const { amountMinor, name, message, isPrivate, isAnonymous, coversFee } = unpaid
    const typedName = isAnonymous ? null : name
    return { amount: String(amountMinor / 100), name: typedName, message, isPrivate, isAnonymous, coversFee }
  }
  const { isAnonymous } = loadTipChoices()
  return { amount: '', name: null, message: '', isPrivate: false, isAnonymous, coversFee: false }
}
