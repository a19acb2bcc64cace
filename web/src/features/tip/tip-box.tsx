import { useRef, useState } from 'react'
import type { Goal, ViewedCreator } from '../../../../contract/entities.ts'
import { tipFormPath } from '../../../../contract/payments/tip-form.ts'
import { toMinorUnits, toUnits } from '../../../../contract/money/minor-units.ts'
import { isAnonymousName } from '../../../../contract/payments/tip.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { useSession } from '../../lib/accounts/session.ts'
import { formatAmount } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import type { Loaded } from '../../lib/calls/use-call.ts'
import { Loadable } from '../../ui/loadable.tsx'
import { AmountField } from './amount-field.tsx'
import type { Captured } from './capture-tip.ts'
import { enteredIn, switchedIn } from '../../lib/forms/early-input.ts'
import { PayAreaSkeleton } from './pay-area-skeleton.tsx'
import { ClosedTipBox } from './pay-area.tsx'
import { loadUnpaidTip } from '../../lib/payments/saved-checkout.ts'
import { loadTipChoices } from '../../lib/payments/saved-choices.ts'
import { useSavedState } from '../../lib/forms/use-saved-state.ts'
import type { TipCurrency } from './tip-currency.ts'
import { TargetField } from './target-field.tsx'
import { PaySection } from './pay-section.tsx'
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
    <Card
      id="tip"
      className="-scroll-mt-2 max-sm:[&>header]:mb-2"
      title={m.tip_title({ name: creator.displayName })}
    >
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
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useSavedState(() => withEntered(openDraft(), form.current), emptyDraft)
  const { amount, money, minor, field, ...typed } = useAmount(draft.amount, creator)
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
    <form
      ref={form}
      method="post"
      action={tipFormPath}
      onSubmit={(event) => event.preventDefault()}
      className="flex flex-col gap-2 sm:gap-5"
    >
      <input type="hidden" name="creator" value={creatorId.data ?? ''} />
      <TargetField
        goals={goals}
        target={target}
        creatorName={creator.displayName}
        onChange={onTargetChange}
      />
      <AmountField
        ref={field}
        amount={amount}
        money={money}
        worth={describeWorth(minor, money, creator)}
        error={typed.problem}
        onChange={(changed) => {
          change({ amount: changed })
          typed.forgetProblem()
        }}
        onBlur={() => change({ amount: draft.amount && typed.leave() })}
      />
      <MessageFields
        draft={draft}
        defaultName={defaultName}
        creatorName={creator.displayName}
        onChange={change}
      />
      <PaySection
        {...{ creator, creatorId, session, draft, minor, prepare, ...checkout.handlers }}
        isNameless={isNameless(name, session.user?.displayName)}
        currency={money.currency}
        onChange={change}
      />
    </form>
  )
}

/**
 * Returns the checkout id of the tip that is being paid. It is made with the first attempt, and a supporter who was on a provider's
 * page without paying keeps it; after the payment has ended, the next tip gets another.
 */
function useCheckout(onPaid: TipBoxProps['onPaid']) {
  const current = useRef<string>(undefined)
  return {
    id: () => (current.current ??= loadUnpaidTip()?.checkoutId ?? crypto.randomUUID()),
    handlers: {
      onPaid(captured: Captured, order: TipOrder) {
        current.current = undefined
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
  const worthMinor = toMinorUnits(toUnits(minor, currency) * rate, own)
  return m.tip_worth({ amount: formatAmount(worthMinor, own) })
}

/**
 * Returns the initial tip: the one that was not paid on a provider's page, or an empty one. That is anonymous if the
 * supporter's last tip was, because that is the safer default.
 */
function openDraft(): TipDraft {
  const unpaid = loadUnpaidTip()
  if (unpaid) {
    const { amountMinor, currency, name, message, isPrivate, isAnonymous, coversFee } = unpaid
    const amount = String(toUnits(amountMinor, currency))
    const typedName = isAnonymous ? null : name
    return { amount, name: typedName, message, isPrivate, isAnonymous, coversFee }
  }
  return { ...emptyDraft, isAnonymous: loadTipChoices().isAnonymous }
}

const emptyDraft: TipDraft = {
  amount: null,
  name: null,
  message: '',
  isPrivate: false,
  isAnonymous: false,
  coversFee: false,
}

/** Adds what the supporter entered into a rendered page before its code had loaded. */
function withEntered(draft: TipDraft, form: HTMLFormElement | null): TipDraft {
  return {
    amount: enteredIn(form, 'amount') || draft.amount,
    name: enteredIn(form, 'name') || draft.name,
    message: enteredIn(form, 'message') || draft.message,
    isPrivate: switchedIn(form, 'isPrivate') ?? draft.isPrivate,
    isAnonymous: switchedIn(form, 'isAnonymous') ?? draft.isAnonymous,
    coversFee: switchedIn(form, 'coversFee') ?? draft.coversFee,
  }
}
