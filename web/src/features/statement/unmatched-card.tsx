import { getStatement } from '../../../../contract/payments/statement-calls.ts'
import type { UnmatchedPayment } from '../../../../contract/payments/statement-calls.ts'
import { currency, toDecimal } from '../../../../contract/money/money.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { providerNames } from '../../../../contract/providers.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { formatLedgerAmount } from '../../lib/payments/format-ledger.ts'
import { Card } from '../../ui/card.tsx'
import { formatEntryDay } from './format-entry.ts'

/** Payments that do not match their order. Renders nothing while there are none. */
export function UnmatchedCard() {
  const { data } = useCall(getStatement, { query: {} })
  if (!data || data.unmatched.length === 0) return null
  return (
    <Card id="unmatched" title={m.statement_unmatched_title()} hint={m.statement_unmatched_hint()}>
      <ul className="divide-y divide-line">
        {data.unmatched.map((payment) => (
          <li key={payment.paymentId} className="py-3 first:pt-0">
            <p className="font-semibold">{describe(payment)}</p>
            <p className="text-sm text-muted wrap-anywhere">
              {m.statement_unmatched_details({
                day: formatEntryDay(payment.foundAt),
                provider: providerNames[payment.provider],
                id: payment.paymentId,
              })}
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-4 rounded-card bg-sunken p-4">{m.statement_unmatched_refund()}</p>
    </Card>
  )
}

/**
 * Describes why a payment does not match its order. Even with the right sum it may be a second payment, or one to another
 * account.
 */
function describe({ paid, paidCurrency, expected, expectedCurrency }: UnmatchedPayment): string {
  const requested = { expected: formatLedgerAmount(expected, expectedCurrency) }
  if (paid === expected && paidCurrency === expectedCurrency) return m.statement_unmatched_other(requested)
  return m.statement_unmatched_paid({ ...requested, paid: formatPaid(paid, paidCurrency) })
}

function formatPaid(paid: number, code: string): string {
  const known = currency.safeParse(code)
  return known.success ? formatLedgerAmount(paid, known.data) : `${code.toUpperCase()} ${toDecimal(paid)}`
}
