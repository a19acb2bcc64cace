import { getStatement } from '../../../../contract/payments/statement-calls.ts'
import type { StatementDifference } from '../../../../contract/payments/statement-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { providerNames } from '../../../../contract/providers.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { formatLedgerAmount } from '../../lib/payments/format-ledger.ts'
import { Card } from '../../ui/card.tsx'
import { itemNames } from '../../lib/pages/item-names.ts'
import { formatEntryDay } from './format-entry.ts'

/** Tips whose sum at the provider differs from our ledger's. Renders nothing when there are none, which is the usual case. */
export function DifferencesCard() {
  const { data } = useCall(getStatement, { query: {} })
  if (!data || data.differences.length === 0) return null
  return (
    <Card id="differences" title={m.statement_differences_title()} hint={m.statement_differences_hint()}>
      <ul className="divide-y divide-line">
        {data.differences.map((difference) => (
          <DifferenceRow key={`${difference.tipId}${difference.kind}`} difference={difference} />
        ))}
      </ul>
    </Card>
  )
}

function DifferenceRow({ difference }: { difference: StatementDifference }) {
  const { kind, name, day, provider, providerAmount, statementAmount, currency } = difference
  return (
    <li className="py-3 tabular-nums first:pt-0 last:pb-0">
      <p className="font-semibold wrap-anywhere">
        {itemNames[kind]()} · {name}
      </p>
      <p className="text-sm text-muted">
        {formatEntryDay(`${day}T12:00:00`)} ·{' '}
        {m.statement_difference_sums({
          provider: providerNames[provider],
          there: formatLedgerAmount(providerAmount, currency),
          here: formatLedgerAmount(statementAmount, currency),
        })}
      </p>
    </li>
  )
}
