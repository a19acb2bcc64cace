import { m } from '../../../i18n/compiled/messages.js'
import { BlockedSupportersCard } from '../features/settings/payment/blocked-supporters-card.tsx'
import { PaymentCard } from '../features/settings/payment/payment-card.tsx'
import { PayoutReturn } from '../features/settings/payment/payout-return.tsx'
import { PayoutsCard } from '../features/settings/payment/payouts-card.tsx'
import { TipRulesCard } from '../features/settings/payment/tip-rules-card.tsx'
import { useTitle } from '../lib/use-title.ts'
import { WithProfile } from '../ui/with-profile.tsx'

/** The payment tab of the settings. */
export function SettingsPaymentScreen() {
  useTitle(`${m.settings_tab_payment()} · ${m.settings_title()}`)
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
