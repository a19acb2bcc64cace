import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { m } from '../../../i18n/compiled/messages.js'
import { SettingsNav } from '../features/settings/settings-nav.tsx'
import { CardSkeleton } from '../ui/card-skeleton.tsx'

/** The layout of the settings: tabs and the current one's content. Renders inside the dashboard's layout. */
export function SettingsLayout() {
  return (
    <>
      <h1 className="mb-3 text-2xl sm:text-3xl">{m.settings_title()}</h1>
      <SettingsNav />
      <div className="pt-6">
        <Suspense fallback={<CardSkeleton />}>
          <Outlet />
        </Suspense>
      </div>
    </>
  )
}
