import { m } from '../../../i18n/compiled/messages.js'
import { DonothonCard } from '../features/settings/planned/donothon-card.tsx'
import { useSession } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'

/** The donothon timer's screen as the specification shows it; the timer itself is a later issue's. */
export function SettingsDonothonScreen() {
  useTitle(`${m.donothon_title()} · ${m.settings_title()}`)
  const { user, profile } = useSession()
  return user && <DonothonCard uid={user.uid} currency={profile?.currency ?? null} />
}
