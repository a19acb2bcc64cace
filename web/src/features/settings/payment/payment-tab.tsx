import { getPayoutAccounts } from '../../../../../contract/payments/payout-calls.ts'
import { getTipRules } from '../../../../../contract/payments/tip-rule-calls.ts'
import { useAllKnown } from '../../../lib/calls/use-all-known.ts'
import { useCall } from '../../../lib/calls/use-call.ts'
import { CardSkeleton } from '../../../ui/card-skeleton.tsx'
import { WithProfile } from '../../../parts/accounts/with-profile.tsx'
import { PaymentCard } from './payment-card.tsx'
import { PayoutReturn } from './payout-return.tsx'
import { PayoutsCard } from './payouts-card.tsx'
import { TipRulesCard } from './tip-rules-card.tsx'

export function PaymentTab() {
  const isKnown = useAllKnown(useCall(getPayoutAccounts), useCall(getTipRules))
  if (!isKnown) return <CardSkeleton />
  return (
    <WithProfile>
      {(profile) => (
        <div className="grid grid-cols-1 items-start gap-4">
          <PayoutsCard currency={profile.currency} />
          <PaymentCard profile={profile} />
          <TipRulesCard currency={profile.currency} />
          <PayoutReturn />
        </div>
      )}
    </WithProfile>
  )
}
