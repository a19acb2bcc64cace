import { m } from '../../../../i18n/compiled/messages.js'
import { useSiteSettings } from '../../lib/site-settings.ts'

/** Says that nothing here is charged, while the installation runs against the sandbox. */
export function SandboxBanner() {
  const settings = useSiteSettings()
  if (!settings?.isSandbox) return null
  return (
    <aside className="bg-violet-fill px-4 py-1.5 text-center text-sm font-semibold text-white">
      {m.banner_sandbox()}
    </aside>
  )
}
