import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { m } from '../../../i18n/compiled/messages.js'
import { SiteFooter } from '../features/site-footer/site-footer.tsx'
import { SandboxBanner } from '../features/site-header/sandbox-banner.tsx'
import { SiteHeader } from '../features/site-header/site-header.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** The frame of every page: header, banner, and the page itself. */
export function SiteLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="fixed top-2 left-2 z-80 -translate-y-24 rounded-full bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
      >
        {m.header_skip()}
      </a>
      <SandboxBanner />
      <SiteHeader />
      <main id="content" tabIndex={-1} className="grow outline-none">
        <Suspense fallback={<ScreenSkeleton />}>
          <Outlet />
        </Suspense>
      </main>
      <SiteFooter />
    </div>
  )
}

/** Stands while a screen's code is on its way. */
function ScreenSkeleton() {
  return (
    <output aria-label={m.loading()} className="block mx-auto max-w-6xl px-4 py-8 sm:px-6">
      <Skeleton className="h-10 w-2/3 max-w-sm" />
      <Skeleton className="mt-6 h-64 w-full" />
    </output>
  )
}
