import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react'
import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import type { CallResponse } from '../../../contract/call.ts'
import { confirmCheckoutSession } from '../../../contract/stripe-calls.ts'
import { paidPages } from '../../../contract/tip-form.ts'
import { m } from '../../../i18n/compiled/messages.js'
import { ResultNote } from '../ui/result-note.tsx'
import { RepeatNote } from '../features/tip/repeat-note.tsx'
import { RisingVessel } from '../features/tip/rising-vessel.tsx'
import { ShareMoment } from '../features/tip/share-moment.tsx'
import { clearCheckout, loadCheckout } from '../lib/saved-checkout.ts'
import { saveTipChoices, saveTipCurrency } from '../lib/saved-choices.ts'
import { hasCode } from '../lib/call-error.ts'
import { receiptPath } from '../lib/receipt-path.ts'
import { formatAmount } from '../lib/format.ts'
import { useCall } from '../lib/use-call.ts'
import { useTitle } from '../lib/use-title.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { LoadingScreen } from '../ui/loading-screen.tsx'

type Checkout = CallResponse<typeof confirmCheckoutSession>

/** How often a pending payment is checked again. */
const pollMs = 4000

/** The page to which a provider returns after a payment. It shows the payment's state at the provider. */
export function PaymentSuccessScreen() {
  const { sessionId = '' } = useParams()
  const page = paidPages.find((one) => one === sessionId)
  return page ? <FormNote page={page} /> : <SessionNote sessionId={sessionId} />
}

const formTexts = {
  paid: { Icon: CircleCheck, title: m.payment_success_title, text: m.error_already_paid },
  paypal: { Icon: Hourglass, title: m.payment_clearing_title, text: m.payment_paypal_text },
}

/** What follows a form that was sent without scripts. */
function FormNote({ page }: { page: keyof typeof formTexts }) {
  const { Icon, title, text } = formTexts[page]
  useTitle(title())
  return (
    <ResultNote Icon={Icon} title={title()}>
      <p className="text-lg text-muted">{text()}</p>
      <ButtonLink to="/explore" kind="primary" size="large">
        {m.payment_explore()}
      </ButtonLink>
    </ResultNote>
  )
}

function SessionNote({ sessionId }: { sessionId: string }) {
  const { data, error, isFetching, refetch } = useCheckout(sessionId)
  const isUnknown = hasCode(error, 'not_found') || hasCode(error, 'invalid_input')
  const failure = isUnknown ? m.payment_unknown_title() : m.payment_uncertain_title()
  const pending = error && !isFetching ? failure : m.payment_checking()
  useTitle(data ? titles[data.status]() : pending)
  if (data) return <CheckoutNote checkout={data} />
  if (error && !isFetching) {
    return isUnknown ? (
      <ResultNote Icon={CircleAlert} title={m.payment_unknown_title()}>
        <p className="text-lg text-muted">{m.payment_unknown()}</p>
        <ButtonLink to="/explore" kind="primary" size="large">
          {m.payment_explore()}
        </ButtonLink>
      </ResultNote>
    ) : (
      <ResultNote Icon={CircleAlert} title={m.payment_uncertain_title()}>
        <p role="alert" className="text-lg text-muted">
          {m.payment_uncertain()}
        </p>
        <Button kind="primary" size="large" onClick={refetch}>
          {m.action_retry()}
        </Button>
      </ResultNote>
    )
  }
  return <LoadingScreen text={m.payment_checking()} />
}

const titles = {
  captured: m.payment_success_title,
  clearing: m.payment_clearing_title,
  open: m.payment_open_title,
  failed: m.payment_failed_title,
} as const satisfies Record<Checkout['status'], () => string>

/** Confirms the payment, and repeats the call until its outcome is final. */
function useCheckout(sessionId: string) {
  const { data, error, isFetching, refetch, updatedAt } = useCall(confirmCheckoutSession, {
    params: { sessionId },
  })
  const { status, currency } = data ?? {}
  useEffect(() => {
    if (status !== 'clearing' && status !== 'open') return
    const timer = setTimeout(refetch, pollMs)
    return () => clearTimeout(timer)
    // `refetch` changes with each render, so the effect depends on `updatedAt` instead
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [status, updatedAt])
  useEffect(() => {
    const saved = loadCheckout()
    if (status !== 'captured' || saved?.sessionId !== sessionId) return
    saveTipChoices(saved.order)
    if (currency) saveTipCurrency(currency)
    clearCheckout()
  }, [status, currency, sessionId])
  return { data, error, isFetching, refetch }
}

function CheckoutNote({ checkout }: { checkout: Checkout }) {
  const { creatorName: name, creatorUserName, goalUid, goalTitle } = checkout
  const page = `/${creatorUserName}/current-goals${goalUid ? `/${goalUid}` : ''}`
  switch (checkout.status) {
    case 'captured':
      return (
        <PaidNote checkout={checkout}>
          <ButtonLink to={page} kind="primary" size="large">
            {m.payment_back_to_creator({ name })}
          </ButtonLink>
          <div className="flex flex-wrap items-center justify-center gap-2">
            {goalUid && goalTitle && (
              <ShareMoment userName={creatorUserName} goalId={goalUid} title={goalTitle} />
            )}
            <ReceiptLink receipt={checkout.receipt} />
          </div>
        </PaidNote>
      )
    case 'clearing':
    case 'open': {
      const isClearing = checkout.status === 'clearing'
      return (
        <ResultNote Icon={Hourglass} title={titles[checkout.status]()}>
          <p className="text-lg text-muted">
            {isClearing ? m.payment_clearing_card_text() : m.payment_open_text()}
          </p>
          <PaymentSummary checkout={checkout} />
          <ButtonLink to={page} size="large">
            {m.payment_back_to_creator({ name })}
          </ButtonLink>
          <ReceiptLink receipt={checkout.receipt} />
        </ResultNote>
      )
    }
    case 'failed':
      return (
        <ResultNote Icon={CircleAlert} title={m.payment_failed_title()}>
          <p className="text-lg text-muted">{m.payment_failed_text()}</p>
          <ButtonLink to={page} kind="primary" size="large">
            {m.payment_try_again()}
          </ButtonLink>
        </ResultNote>
      )
  }
}

function ReceiptLink({ receipt }: Pick<Checkout, 'receipt'>) {
  return (
    <ButtonLink to={receiptPath(receipt)} kind="quiet">
      {m.receipt_follow()}
    </ButtonLink>
  )
}

function PaidNote({ checkout, children }: { checkout: Checkout; children: React.ReactNode }) {
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center gap-4 px-4 py-12 text-center">
      {checkout.goalProgress && <RisingVessel progress={checkout.goalProgress} />}
      <h1 className="text-3xl">{m.payment_success_title()}</h1>
      <p className="text-lg text-muted">
        {checkout.goalUid ? m.payment_success_goal_text() : m.payment_success_text()}
      </p>
      <PaymentSummary checkout={checkout} />
      {checkout.isRepeat && <RepeatNote />}
      {children}
    </div>
  )
}

/** Shows the tip, and the charged amount if that is more. */
function PaymentSummary({
  checkout: { amount, charged, currency, creatorName: name, goalTitle },
}: {
  checkout: Checkout
}) {
  const tip = { amount: formatAmount(amount, currency), name }
  return (
    <p className="max-w-full rounded-card bg-sunken px-4 py-3 font-medium wrap-anywhere">
      <span>{goalTitle ? m.payment_for_goal({ ...tip, title: goalTitle }) : m.payment_for(tip)}</span>
      {charged > amount && (
        <span className="block text-sm font-normal text-muted">
          {m.payment_charged({ ...tip, charged: formatAmount(charged, currency) })}
        </span>
      )}
    </p>
  )
}
