import { m } from '../../../../i18n/compiled/messages.js'
import './sandbox-banner.css'

/**
 * Says that nothing here is charged, while the installation runs against the sandbox: the server marks the document, so
 * that the banner stands from the first paint on and nothing moves.
 */
export function SandboxBanner() {
  return (
    <aside className="sandbox-banner bg-violet-fill px-4 py-1.5 text-center text-sm font-semibold text-white">
      {m.banner_sandbox()}
    </aside>
  )
}
