import { WithProfile } from '../../../ui/with-profile.tsx'
import { BlockedSupportersCard } from './blocked-supporters-card.tsx'
import { PaymentCard } from './payment-card.tsx'
import { PayoutReturn } from './payout-return.tsx'
import { PayoutsCard } from './payouts-card.tsx'
import { TipRulesCard } from './tip-rules-card.tsx'

export function PaymentTab() {
  return (
    <WithProfile>
      {(profile) => (
        <div className="grid grid-cols-1 items-start gap-4">
          <PayoutsCard currency={profile.currency} />
          <PaymentCard profile={profile} />
          <TipRulesCard currency={profile.currency} />
          <BlockedSupportersCard />
          <PayoutReturn />
        </div>
      )}
    </WithProfile>
  )
}
