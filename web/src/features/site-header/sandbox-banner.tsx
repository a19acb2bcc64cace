import { m } from '../../../../i18n/compiled/messages.js'
import './sandbox-banner.css'

/**
 * Says that no real money is charged. CSS shows it if the server has marked the document as a sandbox's, so that it is there from
 * the first paint.
 */
export function SandboxBanner() {
  return (
    <aside className="sandbox-banner bg-violet-fill px-4 py-1.5 text-center text-sm font-semibold text-white">
      {m.banner_sandbox()}
    </aside>
  )
}
