import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { m } from '../../../i18n/compiled/messages.js'
import { SiteHeader } from '../features/site-header/site-header.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PageFrame } from './page-frame.tsx'

/** The layout of every page except the landing page. */
export function SiteLayout() {
  return (
    <PageFrame header={<SiteHeader />}>
      <Suspense fallback={<ScreenSkeleton />}>
        <Outlet />
      </Suspense>
    </PageFrame>
  )
}

/** Shown while a screen's code loads. It is as high as the window, so that the footer stays below the visible part. */
function ScreenSkeleton() {
  return (
    <output aria-label={m.loading()} className="mx-auto block min-h-dvh max-w-6xl px-4 py-8 sm:px-6">
      <Skeleton className="h-10 w-2/3 max-w-sm" />
      <Skeleton className="mt-6 h-64 w-full" />
    </output>
  )
}
