import { getStatement } from '../../../../contract/books-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { useCall } from '../../lib/use-call.ts'
import { Card } from '../../ui/card.tsx'
import { showChange } from './show-entry.ts'

/** What each year came to, and the fees that are owed still; nothing before there is any. */
export function YearsCard() {
  const { data } = useCall(getStatement, { query: {} })
  if (!data || data.years.length === 0) return null
  return (
    <Card id="years" title={m.books_years_title()} hint={m.books_years_hint()}>
      <ul className="divide-y divide-line">
        {data.years.map(({ year, currency, received, returned, platformFees, providerFees, net }) => (
          <li
            key={`${year}${currency}`}
            className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-3 tabular-nums"
          >
            <p className="font-semibold">
              {year} · {m.books_years_net({ net: showChange(net, currency) })}
            </p>
            <p className="text-sm text-muted">
              {m.books_years_text({
                received: showChange(received, currency),
                returned: showChange(returned, currency),
                platform: showChange(platformFees, currency),
                provider: showChange(providerFees, currency),
              })}
            </p>
          </li>
        ))}
      </ul>
      {data.feeOwed.map(({ currency, amount }) => (
        <p key={currency} className="mt-4 rounded-card bg-sunken p-4">
          {m.books_fee_owed({ amount: showChange(amount, currency) })}
        </p>
      ))}
    </Card>
  )
}
