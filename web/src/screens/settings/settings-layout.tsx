import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { m } from '../../../../i18n/compiled/messages.js'
import { SettingsNav } from '../../features/settings/settings-nav.tsx'
import { titleOfOwnPlace } from '../../features/settings/tabs.ts'
import { CardSkeleton } from '../../ui/card-skeleton.tsx'

/**
 * The layout of the settings: tabs and the current one's content. A page that is a place of its own in the dashboard (timer, tools,
 * import, X) has its title instead of the tabs. Renders inside the dashboard's layout.
 */
export function SettingsLayout() {
  const ownTitle = titleOfOwnPlace(useLocation().pathname)
  return (
    <>
      <h1 className="mb-3 text-2xl sm:text-3xl">{ownTitle ?? m.settings_title()}</h1>
      {ownTitle === undefined && <SettingsNav />}
      <div className={ownTitle === undefined ? 'pt-6' : 'pt-3'}>
        <Suspense fallback={<CardSkeleton />}>
          <Outlet />
        </Suspense>
      </div>
    </>
  )
}
