import { m } from '../../../i18n/compiled/messages.js'
import { XCard } from '../features/settings/planned/x-card.tsx'
import { useSession } from '../lib/session.ts'
import { useSiteUrl } from '../lib/site-settings.ts'
import { useTitle } from '../lib/use-title.ts'

/** Posts on X, as they are planned: nothing of it is sent anywhere yet. */
export function SettingsXScreen() {
  useTitle(`${m.x_title()} · ${m.settings_title()}`)
  const { user, profile } = useSession()
  const site = useSiteUrl()
  if (!user) return null
  return <XCard currency={profile?.currency ?? null} pageUrl={`${site}/${user.brimfulUserName}`} />
}
