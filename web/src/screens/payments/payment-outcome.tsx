import { CircleAlert, Hourglass } from 'lucide-react'
import type { ConfirmedPayment } from '../../../../contract/payments/confirmed-payment.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { RepeatNote } from '../../features/tip/repeat-note.tsx'
import { RisingVessel } from '../../features/tip/rising-vessel.tsx'
import { ShareMoment } from '../../features/tip/share-moment.tsx'
import { formatAmount } from '../../lib/format.ts'
import { receiptPath } from '../../lib/payments/receipt-path.ts'
import { loadCheckout } from '../../lib/payments/saved-checkout.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ResultNote } from '../../ui/result-note.tsx'

interface OutcomeProps {
  payment: ConfirmedPayment
  /** The provider's id of the payment. */
  id: string
  /** Says what a clearing payment waits for. */
  clearingText: string
}

const titles = {
  captured: m.payment_success_title,
  clearing: m.payment_clearing_title,
  open: m.payment_open_title,
  failed: m.payment_failed_title,
} as const satisfies Record<ConfirmedPayment['status'], () => string>

/** Returns the title of the page that shows a payment. */
export function titleOfPayment({ status, waitsForPayee }: ConfirmedPayment): string {
  return waitsForPayee ? m.payment_waiting_title() : titles[status]()
}

/** Shows what became of a payment on a provider's page, and where to go from here. */
export function PaymentOutcome({ payment, id, clearingText }: OutcomeProps) {
  const { creatorName: name, creatorUserName, goalUid, goalTitle, waitsForPayee } = payment
  const page = `/${creatorUserName}/current-goals${goalUid ? `/${goalUid}` : ''}`
  switch (payment.status) {
    case 'captured':
      return (
        <PaidNote payment={payment}>
          <ButtonLink to={page} kind="primary" size="large">
            {m.payment_back_to_creator({ name })}
          </ButtonLink>
          <div className="flex flex-wrap items-center justify-center gap-2">
            {goalUid && goalTitle && (
              <ShareMoment userName={creatorUserName} goalId={goalUid} title={goalTitle} />
            )}
            <ReceiptLink receipt={payment.receipt} />
          </div>
        </PaidNote>
      )
    case 'clearing':
    case 'open': {
      const waiting = waitsForPayee ? m.payment_waiting_text({ name }) : clearingText
      return (
        <ResultNote Icon={Hourglass} title={titleOfPayment(payment)}>
          <p className="text-lg text-muted">
            {payment.status === 'clearing' ? waiting : m.payment_open_text()}
          </p>
          <PaymentSummary payment={payment} />
          <ButtonLink to={page} size="large">
            {m.payment_back_to_creator({ name })}
          </ButtonLink>
          <ReceiptLink receipt={payment.receipt} />
        </ResultNote>
      )
    }
    case 'failed':
      return (
        <ResultNote Icon={CircleAlert} title={m.payment_failed_title()}>
          <p className="text-lg text-muted">{m.payment_failed_text()}</p>
          <ButtonLink to={pathToTryAgain(id) ?? page} kind="primary" size="large">
            {m.payment_try_again()}
          </ButtonLink>
        </ResultNote>
      )
  }
}

/** Returns the page where the supporter wrote the tip; its tip box has kept it. Undefined in another tab. */
function pathToTryAgain(id: string): string | undefined {
  const saved = loadCheckout()
  return saved?.sessionId === id ? saved.path : undefined
}

function ReceiptLink({ receipt }: Pick<ConfirmedPayment, 'receipt'>) {
  return (
    <ButtonLink to={receiptPath(receipt)} kind="quiet">
      {m.receipt_follow()}
    </ButtonLink>
  )
}

function PaidNote({ payment, children }: { payment: ConfirmedPayment; children: React.ReactNode }) {
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center gap-4 px-4 py-12 text-center">
      {payment.goalProgress && <RisingVessel progress={payment.goalProgress} />}
      <h1 className="text-3xl">{m.payment_success_title()}</h1>
      <p className="text-lg text-muted">
        {payment.goalUid ? m.payment_success_goal_text() : m.payment_success_text()}
      </p>
      <PaymentSummary payment={payment} />
      {payment.isRepeat && <RepeatNote />}
      {children}
    </div>
  )
}

/** Shows the tip, and the charged amount if that is more. */
function PaymentSummary({
  payment: { amount, charged, currency, creatorName: name, goalTitle },
}: {
  payment: ConfirmedPayment
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
