import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react'
import { useEffect } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import type { ConfirmedPayment } from '../../../../contract/payments/confirmed-payment.ts'
import { confirmPaypalOrder } from '../../../../contract/payments/paypal-calls.ts'
import { confirmCheckoutSession } from '../../../../contract/payments/stripe-calls.ts'
import { paidPages } from '../../../../contract/payments/tip-form.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { ResultNote } from '../../ui/result-note.tsx'
import { clearCheckout, loadCheckout } from '../../lib/payments/saved-checkout.ts'
import { saveTipChoices, saveTipCurrency } from '../../lib/payments/saved-choices.ts'
import { hasCode } from '../../lib/calls/call-error.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { useIsHydrating } from '../../lib/page-data.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { PaymentOutcome, titleOfPayment } from './payment-outcome.tsx'
import { readSolo } from '../../lib/pages/site-document.ts'

/** How often a pending payment is checked again. */
const pollMs = 4000

/**
 * The page that a provider returns to after a payment. It shows the payment's state at the provider. PayPal returns to the page `paypal`
 * and adds its id of the order.
 */
export function PaymentSuccessScreen() {
  const { sessionId = '' } = useParams()
  const orderId = useSearchParams()[0].get('token')
  const isHydrating = useIsHydrating()
  const page = paidPages.find((one) => one === sessionId)
  if (page === 'paypal' && orderId && !isHydrating) return <PaypalPayment orderId={orderId} />
  return page ? <FormNote page={page} /> : <CardPayment sessionId={sessionId} />
}

const formTexts = {
  paid: { Icon: CircleCheck, title: m.payment_success_title, text: m.error_already_paid },
  paypal: { Icon: Hourglass, title: m.payment_clearing_title, text: m.payment_paypal_text },
}

/** What follows a form that was sent without scripts, and a tip that was paid in another way. */
function FormNote({ page }: { page: keyof typeof formTexts }) {
  const { Icon, title, text } = formTexts[page]
  useTitle(title())
  return (
    <ResultNote Icon={Icon} title={title()}>
      <p className="text-lg text-muted">{text()}</p>
      <ButtonLink to={readSolo() ? '/' : '/explore'} kind="primary" size="large">
        {readSolo() ? m.solo_home() : m.payment_explore()}
      </ButtonLink>
    </ResultNote>
  )
}

function CardPayment({ sessionId }: { sessionId: string }) {
  const confirmed = useCall(confirmCheckoutSession, { params: { sessionId } })
  return <PaymentNote id={sessionId} confirmed={confirmed} clearingText={m.payment_clearing_card_text()} />
}

function PaypalPayment({ orderId }: { orderId: string }) {
  const confirmed = useCall(confirmPaypalOrder, { params: { orderId } })
  return <PaymentNote id={orderId} confirmed={confirmed} clearingText={m.payment_clearing_text()} />
}

interface PaymentNoteProps {
  /** The provider's id of the payment. */
  id: string
  confirmed: Pick<
    ReturnType<typeof useCall<typeof confirmPaypalOrder>>,
    'data' | 'error' | 'isFetching' | 'refetch' | 'updatedAt'
  >
  clearingText: string
}

function PaymentNote({ id, confirmed, clearingText }: PaymentNoteProps) {
  const { data, error, isFetching, refetch } = confirmed
  useFollow(id, confirmed)
  const isUnknown = hasCode(error, 'not_found') || hasCode(error, 'invalid_input')
  const failure = isUnknown ? m.payment_unknown_title() : m.payment_uncertain_title()
  const pending = error && !isFetching ? failure : m.payment_checking()
  useTitle(data ? titleOfPayment(data) : pending)
  if (data) return <PaymentOutcome payment={data} id={id} clearingText={clearingText} />
  if (!error || isFetching) return <LoadingScreen text={m.payment_checking()} />
  if (hasCode(error, 'already_paid')) return <FormNote page="paid" />
  return isUnknown ? (
    <ResultNote Icon={CircleAlert} title={m.payment_unknown_title()}>
      <p className="text-lg text-muted">{m.payment_unknown()}</p>
      <ButtonLink to={readSolo() ? '/' : '/explore'} kind="primary" size="large">
        {readSolo() ? m.solo_home() : m.payment_explore()}
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

/** Repeats the call until the payment's outcome is final, and ends what this tab has stored of a tip that is paid. */
function useFollow(id: string, { data, refetch, updatedAt }: PaymentNoteProps['confirmed']): void {
  const { status, currency }: Partial<ConfirmedPayment> = data ?? {}
  useEffect(() => {
    if (status !== 'clearing' && status !== 'open') return
    const timer = setTimeout(refetch, pollMs)
    return () => clearTimeout(timer)
    // `refetch` changes with each render, so the effect depends on `updatedAt` instead
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [status, updatedAt])
  useEffect(() => {
    const saved = loadCheckout()
    if (status !== 'captured' || saved?.sessionId !== id) return
    saveTipChoices(saved.order)
    if (currency) saveTipCurrency(currency)
    clearCheckout()
  }, [status, currency, id])
}
