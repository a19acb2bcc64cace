import { m } from '../../../../../i18n/compiled/messages.js'
import type { Currency } from '../../../../../contract/money.ts'
import { Card } from '../../../ui/card.tsx'
import { ErrorNote } from '../../../ui/notes.tsx'
import { CardSkeleton } from '../../../ui/card-skeleton.tsx'
import { PayoutRow } from './payout-row.tsx'
import { usePayouts } from './use-payouts.ts'

/** The creator's payout accounts. */
export function PayoutsCard({ currency }: { currency: Currency | null }) {
  const payouts = usePayouts()
  if (!payouts.accounts) {
    return payouts.error ? (
      <ErrorNote text={m.settings_load_failed()} onRetry={payouts.reload} />
    ) : (
      <CardSkeleton />
    )
  }
  const { paypal, stripe } = payouts.accounts
  const hasNone = paypal.state !== 'ready' && stripe.state !== 'ready'
  return (
    <Card id="payouts" title={m.payout_accounts_title()} hint={m.payout_accounts_hint()}>
      <div className="divide-y divide-line">
        <PayoutRow provider="paypal" account={paypal} payouts={payouts} currency={currency} />
        <PayoutRow provider="stripe" account={stripe} payouts={payouts} currency={currency} />
      </div>
      {hasNone && <p className="mt-4 text-sm text-muted">{m.payout_none_hint()}</p>}
    </Card>
  )
}
