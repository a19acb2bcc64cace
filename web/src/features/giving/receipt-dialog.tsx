import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { GivenTip } from '../../../../contract/insight-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { showMoney } from '../../lib/show-money.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** One tip as its receipt, to be read or printed. */
export function ReceiptDialog({ tip, onClose }: { tip: GivenTip; onClose: () => void }) {
  const {
    id,
    creator,
    amount,
    currency,
    fee,
    goalTitle,
    name,
    isAnonymous,
    message,
    returned,
    provider,
    at,
  } = tip
  return (
    <Dialog title={m.receipt_title()} description={m.receipt_text()} isOpen onClose={onClose}>
      <dl className="grid gap-3 text-left">
        <Fact name={m.receipt_amount()}>
          <span className="money text-2xl">{showMoney(amount, currency)}</span>
        </Fact>
        <Fact name={m.receipt_to()}>
          {creator.display_name} (@{creator.user_name})
        </Fact>
        <Fact name={m.tip_towards()}>{goalTitle ?? m.receipt_general()}</Fact>
        <Fact name={m.receipt_from()}>{isAnonymous ? m.receipt_anonymous({ name }) : name}</Fact>
        {message && (
          <Fact name={m.tip_message()}>
            <span dir="auto" className="break-words whitespace-pre-line">
              {message}
            </span>
          </Fact>
        )}
        <Fact name={m.receipt_fee()}>{showMoney(fee, currency)}</Fact>
        {returned > 0 && <Fact name={m.receipt_returned()}>{showMoney(returned, currency)}</Fact>}
        <Fact name={m.receipt_paid_by()}>{provider === 'paypal' ? m.payout_paypal() : m.receipt_card()}</Fact>
        <Fact name={m.receipt_at()}>
          <time dateTime={at}>
            {new Date(at).toLocaleString('en', { dateStyle: 'long', timeStyle: 'short' })}
          </time>
        </Fact>
        <Fact name={m.receipt_number()}>
          <span className="text-sm break-all">{id}</span>
        </Fact>
      </dl>
      <Button className="mt-6 w-full print:hidden" onClick={() => window.print()}>
        <Printer aria-hidden className="size-4" />
        {m.receipt_print()}
      </Button>
    </Dialog>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8rem_minmax(0,1fr)] items-baseline gap-3">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}
