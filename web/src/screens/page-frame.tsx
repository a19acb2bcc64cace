import type { ReactNode } from 'react'
import { m } from '../../../i18n/compiled/messages.js'
import { SiteFooter } from '../features/site-footer/site-footer.tsx'
import { SandboxBanner } from '../features/site-header/sandbox-banner.tsx'

/** The frame of every page: skip link, banner, header and footer, which the signed-in area does not show. */
export function PageFrame({ header, children }: { header: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col max-lg:has-[[data-bottom-bar]]:pb-16 has-[[data-bottom-bar]]:[&>footer]:hidden has-[[data-bottom-bar]]:[&>main]:min-h-0">
      <a
        href="#content"
        className="fixed top-2 left-2 z-80 -translate-y-24 rounded-full bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
      >
        {m.header_skip()}
      </a>
      <SandboxBanner />
      {header}
      {/* As high as the screen, so that the footer stays below it while content arrives. */}
      <main id="content" tabIndex={-1} className="min-h-dvh grow outline-none">
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}
