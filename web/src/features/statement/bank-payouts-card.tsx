import { getPayouts } from '../../../../contract/payments/statement-calls.ts'
import type { Payout } from '../../../../contract/payments/statement-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatLedgerAmount } from '../../lib/payments/format-ledger.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { Card } from '../../ui/card.tsx'
import { itemNames } from '../../lib/pages/item-names.ts'
import { formatEntryDay } from './format-entry.ts'

/**
 * Payouts to the creator's bank with the payments that each contains, and money that is not paid out yet. Renders nothing while
 * there is neither.
 */
export function BankPayoutsCard() {
  const { data } = useCall(getPayouts)
  if (!data || data.payouts.length + data.onTheWay.length === 0) return null
  return (
    <Card id="payouts" title={m.statement_payouts_title()} hint={m.statement_payouts_hint()}>
      {data.onTheWay.map(({ currency, amount, availableAt }) => (
        <p key={currency} className="mb-4 rounded-card bg-sunken p-4 tabular-nums">
          {m.statement_payouts_on_the_way({
            amount: formatLedgerAmount(amount, currency),
            day: formatEntryDay(availableAt),
          })}
        </p>
      ))}
      <ul className="divide-y divide-line">
        {data.payouts.map((payout) => (
          <PayoutRow key={payout.id} payout={payout} />
        ))}
      </ul>
    </Card>
  )
}

const statusTexts: Record<Payout['status'], (values: { day: string }) => string> = {
  pending: m.statement_payout_pending,
  in_transit: m.statement_payout_pending,
  paid: m.statement_payout_paid,
  failed: m.statement_payout_failed,
  canceled: m.statement_payout_canceled,
}

function PayoutRow({ payout }: { payout: Payout }) {
  const { status, currency, amount, arrivesAt, itemCount, items } = payout
  const more = (itemCount ?? 0) - items.length
  return (
    <li className="py-3 tabular-nums">
      <div className="flex justify-between gap-4">
        <p className="font-semibold">{statusTexts[status]({ day: formatEntryDay(arrivesAt) })}</p>
        <p className="font-semibold">{formatLedgerAmount(amount, currency)}</p>
      </div>
      {itemCount !== null && (
        <details className="text-sm">
          <summary className="min-h-11 cursor-pointer py-3 text-muted">
            {m.statement_payout_items({ count: itemCount })}
          </summary>
          <ul>
            {items.map(({ tipId, kind, name, amount: part }) => (
              <li key={`${tipId}${kind}${part}`} className="flex justify-between gap-4 py-1">
                <span className="wrap-anywhere">
                  {itemNames[kind]()} · {name}
                </span>
                <span>{formatLedgerAmount(part, currency)}</span>
              </li>
            ))}
          </ul>
          {more > 0 && <p className="py-1 text-muted">{m.statement_payout_more({ count: more })}</p>}
        </details>
      )}
    </li>
  )
}
