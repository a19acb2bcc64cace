import { m } from '../../../i18n/compiled/messages.js'
import { PaymentCard } from '../features/settings/payment-card.tsx'
import { useTitle } from '../lib/use-title.ts'
import { WithProfile } from './with-profile.tsx'

/** The payment tab of the settings. */
export function SettingsPaymentScreen() {
  useTitle(`${m.settings_tab_payment()} · ${m.settings_title()}`)
  return <WithProfile>{(profile) => <PaymentCard profile={profile} />}</WithProfile>
}
