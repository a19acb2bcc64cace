import { Bell, KeyRound } from 'lucide-react'
import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { m } from '../../../i18n/compiled/messages.js'
import { SettingsNav } from '../features/settings/settings-nav.tsx'
import { isCreator, useSession } from '../lib/session.ts'
import { useStore } from '../lib/store.ts'
import { ButtonLink } from '../ui/button.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { CardSkeleton } from '../ui/card-skeleton.tsx'

/** The layout of the settings: tabs and the current one's content. */
export function SettingsLayout() {
  const { user } = useSession()
  const unread = useStore((state) => state.notifications.unread)
  return (
    <div className="mx-auto max-w-4xl px-4 pt-6 pb-16 sm:px-6 sm:pt-10">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl sm:text-3xl">{m.settings_title()}</h1>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/dashboard/account-setting" size="small">
            <KeyRound aria-hidden className="size-4" />
            {m.settings_account()}
          </ButtonLink>
          <ButtonLink to="/dashboard/notification" size="small">
            <Bell aria-hidden className="size-4" />
            {m.settings_inbox()}
            {unread > 0 && (
              <span className="font-medium text-muted">{m.inbox_unread({ count: unread })}</span>
            )}
          </ButtonLink>
        </div>
      </div>
      <SettingsNav />
      <div className="pt-6">
        <Suspense fallback={<CardSkeleton />}>
          <Outlet />
        </Suspense>
      </div>
      {user && isCreator(user) && (
        <p className="mt-6 flex flex-wrap gap-x-6 text-sm">
          <TextLink to="/dashboard/Integrations-setting" className="inline-flex min-h-11 items-center">
            {m.x_title()}
          </TextLink>
          <TextLink to="/dashboard/donothon-timer-setting" className="inline-flex min-h-11 items-center">
            {m.donothon_title()}
          </TextLink>
        </p>
      )}
    </div>
  )
}
