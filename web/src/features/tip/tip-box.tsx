import { useRef, useState } from 'react'
import type { Goal, ViewedCreator } from '../../../../contract/entities.ts'
import { minorPerUnit } from '../../../../contract/minor-units.ts'
import type { Currency } from '../../../../contract/money.ts'
import { isAnonymousName } from '../../../../contract/tip.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { useSession } from '../../lib/session.ts'
import type { Session } from '../../lib/session.ts'
import { formatAmount } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import type { Loaded } from '../../lib/use-call.ts'
import { Loadable } from '../../ui/loadable.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { AmountField } from './amount-field.tsx'
import type { Captured } from './capture-tip.ts'
import { PayAreaSkeleton } from './pay-area-skeleton.tsx'
import { ClosedTipBox, PayArea } from './pay-area.tsx'
import { loadUnpaidTip } from '../../lib/saved-checkout.ts'
import { loadTipChoices } from '../../lib/saved-choices.ts'
import type { TipCurrency } from './tip-currency.ts'
import { TargetField } from './target-field.tsx'
import { CoverFee, FeeLine } from './fee-lines.tsx'
import { isNameless, nameOf } from './tip-draft.ts'
import { useAmount } from './use-amount.ts'
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

/**
 * The box to write and pay a tip. Without a payment method it only says that there is none, so that nobody writes in vain; a form that
 * was shown stays, because a payment may have begun.
 */
export function TipBox(props: TipBoxProps) {
  const { creator, creatorId } = props
  const session = useSession()
  const canTakeTips = creator.paypalConnected || creator.stripeConnected
  const [isOpen, setIsOpen] = useState(canTakeTips)
  if (canTakeTips && !isOpen) setIsOpen(true)
  return (
    <Card id="tip" title={m.tip_title({ name: creator.displayName })}>
      {isOpen ? (
        <TipForm {...props} />
      ) : (
        <Loadable loaded={creatorId} failedText={m.creator_load_failed()} skeleton={<PayAreaSkeleton />}>
          {(id) => <ClosedTipBox creator={creator} creatorId={id} session={session} />}
        </Loadable>
      )}
    </Card>
  )
}

function TipForm({ creator, creatorId, goals, target, onTargetChange, onPaid }: TipBoxProps) {
  const session = useSession()
  const [draft, setDraft] = useState(openDraft)
  const { money, minor, field, check, ...typed } = useAmount(draft.amount, creator)
  const checkout = useCheckout(onPaid)
  const change = (part: Partial<TipDraft>) => setDraft((now) => ({ ...now, ...part }))

  const defaultName =
    session.user?.displayName ?? (session.status === 'signed-out' ? loadTipChoices().name : '')
  const name = nameOf(draft, defaultName)

  function prepare(): TipOrder | undefined {
    if (!typed.checkToPay() || minor === undefined || !creatorId.data) return undefined
    const { isPrivate, message, coversFee } = draft
    const isAnonymous = isAnonymousName(name)
    const words = { name, message: message.trim(), isPrivate, isAnonymous, coversFee }
    const to = { creatorId: creatorId.data, goalId: target }
    return { checkoutId: checkout.id(), ...to, ...words, amountMinor: minor, currency: money.currency }
  }

  return (
    <div className="flex flex-col gap-5">
      {onTargetChange && goals.length > 0 && (
        <TargetField
          goals={goals}
          target={target}
          creatorName={creator.displayName}
          onChange={onTargetChange}
        />
      )}
      <AmountField
        ref={field}
        amount={draft.amount}
        money={money}
        worth={describeWorth(minor, money, creator)}
        error={typed.problem}
        onChange={(amount) => {
          change({ amount })
          typed.forgetProblem()
        }}
        onBlur={() => draft.amount && check()}
      />
      <MessageFields
        draft={draft}
        defaultName={defaultName}
        creatorName={creator.displayName}
        isNameless={isNameless(name, session.user?.displayName)}
        hasPaypal={creator.paypalConnected}
        hasCards={creator.stripeConnected}
        onChange={change}
      />
      <PaySection
        {...{ creator, creatorId, session, prepare, minor, ...checkout.handlers }}
        currency={money.currency}
        coversFee={draft.coversFee}
        onCover={(coversFee) => change({ coversFee })}
      />
    </div>
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

/** Says about what an amount is worth in the creator's currency; undefined if it is in that one. */
function describeWorth(
  minor: number | undefined,
  { currency, rate }: TipCurrency,
  { currency: own }: ViewedCreator,
): string | undefined {
  if (minor === undefined || own === null || own === currency) return undefined
  const worthMinor = Math.round((minor / minorPerUnit(currency)) * rate * minorPerUnit(own))
  return m.tip_worth({ amount: formatAmount(worthMinor, own) })
}

interface PaySectionProps extends Pick<TipBoxProps, 'creator' | 'creatorId' | 'onPaid'> {
  session: Session
  minor: number | undefined
  currency: Currency
  coversFee: boolean
  onCover: (on: boolean) => void
  onAlreadyPaid: () => void
  prepare: () => TipOrder | undefined
}

/** The fee, the payment methods and the terms. */
function PaySection({ creatorId, coversFee, onCover, minor, ...payment }: PaySectionProps) {
  const { creator, session, currency } = payment
  const fee = { name: creator.displayName, currency, minor }
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
    const { amountMinor, currency = 'usd', name, message, isPrivate, isAnonymous, coversFee } = unpaid
    const amount = String(amountMinor / minorPerUnit(currency))
    const typedName = isAnonymous ? null : name
    return { amount, name: typedName, message, isPrivate, isAnonymous, coversFee }
  }
  const { isAnonymous } = loadTipChoices()
  return { amount: '', name: null, message: '', isPrivate: false, isAnonymous, coversFee: false }
}
