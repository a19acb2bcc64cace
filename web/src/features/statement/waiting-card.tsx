import { getStatement } from '../../../../contract/payments/statement-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../lib/format.ts'
import { providerNames } from '../../../../contract/providers.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { Card } from '../../ui/card.tsx'
import { formatEntryDay } from './format-entry.ts'

/** Payments that the creator has to accept at the provider. Renders nothing while there are none. */
export function WaitingCard() {
  const { data } = useCall(getStatement, { query: {} })
  if (!data || data.waiting.length === 0) return null
  return (
    <Card id="waiting" title={m.statement_waiting_title()} hint={m.statement_waiting_hint()}>
      <ul className="divide-y divide-line">
        {data.waiting.map(({ id, amount, currency, name, orderedAt, provider }) => (
          <li key={id} className="py-3 first:pt-0">
            <p className="font-semibold wrap-anywhere">
              {m.statement_waiting_tip({ amount: formatAmount(amount, currency), name })}
            </p>
            <p className="text-sm text-muted">
              {formatEntryDay(orderedAt)} · {providerNames[provider]}
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-4 rounded-card bg-sunken p-4">{m.statement_waiting_setting()}</p>
    </Card>
  )
}
