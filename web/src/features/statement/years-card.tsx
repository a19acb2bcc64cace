import { getStatement } from '../../../../contract/statement-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { useCall } from '../../lib/use-call.ts'
import { Card } from '../../ui/card.tsx'
import { formatSigned } from './format-entry.ts'

/**
 * The totals of each year, the service fees that are still owed, and how many provider fees are not known yet. Renders nothing
 * before the first entry.
 */
export function YearsCard() {
  const { data } = useCall(getStatement, { query: {} })
  if (!data || data.years.length === 0) return null
  return (
    <Card id="years" title={m.books_years_title()} hint={m.books_years_hint()}>
      <ul className="divide-y divide-line">
        {data.years.map(({ year, currency, received, returned, platformFees, providerFees, net }) => (
          <li key={`${year}${currency}`} className="py-3 tabular-nums first:pt-0 last:pb-0">
            <p className="mb-2 font-semibold">
              {year} · {m.books_years_net({ net: formatSigned(net, currency) })}
            </p>
            <dl className="grid grid-cols-2 gap-x-6 gap-y-2 text-sm sm:grid-cols-4">
              <Sum name={m.books_years_received()}>{formatSigned(received, currency)}</Sum>
              <Sum name={m.books_years_returned()}>{formatSigned(returned, currency)}</Sum>
              <Sum name={m.books_years_platform()}>{formatSigned(platformFees, currency)}</Sum>
              <Sum name={m.books_years_provider()}>{formatSigned(providerFees, currency)}</Sum>
            </dl>
          </li>
        ))}
      </ul>
      {data.feesPending > 0 && (
        <p className="mt-4 rounded-card bg-sunken p-4">{m.books_fees_pending({ count: data.feesPending })}</p>
      )}
      {data.feeOwed.map(({ currency, amount }) => (
        <p key={currency} className="mt-4 rounded-card bg-sunken p-4">
          {m.books_fee_owed({ amount: formatSigned(amount, currency) })}
        </p>
      ))}
    </Card>
  )
}

function Sum({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
