import type * as z from 'zod/mini'
import type { tipWorth } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../lib/format.ts'

/** What a tip in another currency is worth to its creator, and whether that is an estimate. */
export function WorthNote({ worth }: { worth: z.output<typeof tipWorth> | null }) {
  if (!worth) return null
  const amount = formatAmount(worth.amount, worth.currency)
  return (
    <span
      className="block text-sm font-normal text-muted"
      title={worth.isEstimate ? m.worth_hint() : undefined}
    >
      {worth.isEstimate ? m.worth_about({ amount }) : m.worth_is({ amount })}
    </span>
  )
}
