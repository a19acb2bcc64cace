import type { Goal, ViewedCreator } from '../../../../contract/entities.ts'
import type { Currency } from '../../../../contract/money/money.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { receiptPath } from '../../lib/payments/receipt-path.ts'
import { formatAmount } from '../../lib/format.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Captured } from './capture-tip.ts'
import { RepeatNote } from './repeat-note.tsx'
import { RisingVessel } from './rising-vessel.tsx'
import { ShareMoment } from './share-moment.tsx'

/** A successful payment, with the goal that it went towards. */
export interface Paid extends Captured {
  isForGoal: boolean
  goal: Goal | undefined
  /** The tip without a service fee on top. */
  amountMinor: number
  currency: Currency
  creator: Pick<ViewedCreator, 'displayName' | 'userName'>
}

/** Thanks the supporter for a payment. As specified, closing it after a general tip reloads the page. */
export function PaymentDialog({ paid, onClose }: { paid: Paid; onClose: () => void }) {
  const isGeneralSuccess = paid.status === 'captured' && !paid.isForGoal
  const handleClose = isGeneralSuccess ? () => window.location.reload() : onClose
  return (
    <Dialog isOpen title={titleOf(paid)} description={textOf(paid)} onClose={handleClose}>
      <div className="flex flex-col items-center gap-6">
        {paid.goalProgress && <RisingVessel progress={paid.goalProgress} />}
        <p className="text-center font-semibold break-words">{whatFor(paid)}</p>
        {paid.isRepeat && <RepeatNote />}
        <Button kind="primary" size="large" className="w-full" onClick={handleClose}>
          {m.payment_done()}
        </Button>
        <div className="flex flex-wrap items-center justify-center gap-2">
          {paid.goal && paid.status === 'captured' && (
            <ShareMoment
              userName={paid.creator.userName}
              goalId={paid.goal.goaluuid}
              title={paid.goal.title}
            />
          )}
          <ButtonLink to={receiptPath(paid.receipt)} kind="quiet">
            {m.receipt_follow()}
          </ButtonLink>
        </div>
      </div>
    </Dialog>
  )
}

function titleOf({ status, waitsForPayee }: Paid): string {
  if (waitsForPayee) return m.payment_waiting_title()
  return status === 'clearing' ? m.payment_clearing_title() : m.payment_success_title()
}

function textOf({ status, waitsForPayee, isForGoal, creator: { displayName: name } }: Paid): string {
  if (waitsForPayee) return m.payment_waiting_text({ name })
  if (status === 'clearing') return m.payment_clearing_text()
  return isForGoal ? m.payment_success_goal_text() : m.payment_success_text()
}

function whatFor({ goal, amountMinor, currency, creator: { displayName: name } }: Paid): string {
  const amount = formatAmount(amountMinor, currency)
  return goal ? m.payment_for_goal({ amount, name, title: goal.title }) : m.payment_for({ amount, name })
}
