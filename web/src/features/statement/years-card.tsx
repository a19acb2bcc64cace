import { getStatement } from '../../../../contract/payments/statement-calls.ts'
import type { YearSummary } from '../../../../contract/payments/statement-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { useCall } from '../../lib/calls/use-call.ts'
import { formatLedgerAmount } from '../../lib/payments/format-ledger.ts'
import { Card } from '../../ui/card.tsx'

/**
 * The totals of each year, the service fees still due, and how many provider fees are not known yet. Renders nothing before the first
 * entry.
 */
export function YearsCard() {
  const { data } = useCall(getStatement, { query: {} })
  if (!data || data.years.length === 0) return null
  return (
    <Card id="years" title={m.statement_years_title()} hint={m.statement_years_hint()}>
      <ul className="divide-y divide-line">
        {data.years.map((year) => (
          <Year key={`${year.year}${year.currency}`} {...year} />
        ))}
      </ul>
      {data.feesPending > 0 && (
        <p className="mt-4 rounded-card bg-sunken p-4">
          {m.statement_fees_pending({ count: data.feesPending })}
        </p>
      )}
      {data.feeOwed.map(({ currency, amount }) => (
        <p key={currency} className="mt-4 rounded-card bg-sunken p-4">
          {m.statement_fee_owed({ amount: formatLedgerAmount(amount, currency) })}
        </p>
      ))}
    </Card>
  )
}

/** The sums of a year, which add up to its net. Rare ones are left out while they are zero. */
function Year({ year, currency, net, ...sums }: YearSummary) {
  const { received, returned, platformFees, feesOwed, providerFees, disputed } = sums
  const owedName = feesOwed > 0 ? m.statement_years_fees_owed() : m.statement_years_fees_collected()
  const lines = [
    { name: m.statement_years_received(), sum: received },
    { name: m.statement_years_returned(), sum: returned },
    { name: m.statement_years_platform(), sum: platformFees },
    ...(feesOwed === 0 ? [] : [{ name: owedName, sum: feesOwed }]),
    { name: m.statement_years_provider(), sum: providerFees },
    ...(disputed === 0 ? [] : [{ name: m.statement_years_disputed(), sum: disputed }]),
  ]
  return (
    <li className="py-3 tabular-nums first:pt-0 last:pb-0">
      <p className="mb-2 font-semibold">
        {year} · {m.statement_years_net({ net: formatLedgerAmount(net, currency) })}
      </p>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 text-sm sm:grid-cols-4">
        {lines.map(({ name, sum }) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd>{formatLedgerAmount(sum, currency)}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
