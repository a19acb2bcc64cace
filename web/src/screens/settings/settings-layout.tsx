import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { m } from '../../../../i18n/compiled/messages.js'
import { SettingsNav } from '../../features/settings/settings-nav.tsx'
import { pageAt } from '../../parts/rooms/rooms.ts'
import { CardSkeleton } from '../../ui/card-skeleton.tsx'

/**
 * The layout of the settings: tabs and the current one's content. A page that is not one of the tabs (timer, tools, import, X) has its
 * title instead. Renders inside the dashboard's layout.
 */
export function SettingsLayout() {
  const page = pageAt(useLocation().pathname)
  const isTab = page?.isTab ?? false
  return (
    <>
      <h1 className="mb-3 text-2xl sm:text-3xl">{isTab ? m.settings_title() : page?.title()}</h1>
      {isTab && <SettingsNav />}
      <div className={isTab ? 'pt-6' : 'pt-3'}>
        <Suspense fallback={<CardSkeleton />}>
          <Outlet />
        </Suspense>
      </div>
    </>
  )
}
