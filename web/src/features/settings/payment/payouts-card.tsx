import { m } from '../../../../../i18n/compiled/messages.js'
import type { Currency } from '../../../../../contract/money.ts'
import { Card } from '../../../ui/card.tsx'
import { Loadable } from '../../../ui/loadable.tsx'
import { CardSkeleton } from '../../../ui/card-skeleton.tsx'
import { PayoutRow } from './payout-row.tsx'
import { usePayouts } from './use-payouts.ts'

/** The creator's payout accounts. */
export function PayoutsCard({ currency }: { currency: Currency | null }) {
  const payouts = usePayouts()
  return (
    <Loadable loaded={payouts.accounts} failedText={m.settings_load_failed()} skeleton={<CardSkeleton />}>
      {({ paypal, stripe }) => (
        <Card id="payouts" title={m.payout_accounts_title()} hint={m.payout_accounts_hint()}>
          <div className="divide-y divide-line">
            <PayoutRow provider="paypal" account={paypal} payouts={payouts} currency={currency} />
            <PayoutRow provider="stripe" account={stripe} payouts={payouts} currency={currency} />
          </div>
          {paypal.state !== 'ready' && stripe.state !== 'ready' && (
            <p className="mt-4 text-sm text-muted">{m.payout_none_hint()}</p>
          )}
        </Card>
      )}
    </Loadable>
  )
}
