import { useEffect } from 'react'
import { getNotificationPreferences } from '../../../../../contract/account-calls.ts'
import type { NotificationPreferences, SessionUser } from '../../../../../contract/entities.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useStore } from '../../../lib/store.ts'
import { useCall } from '../../../lib/use-call.ts'
import { Card } from '../../../ui/card.tsx'
import { ErrorNote } from '../../../ui/notes.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { changePreference, storePreferences } from './notification-preferences.ts'

const toggles = [
  { field: 'receiveAllTips', label: m.notify_tips, hint: m.notify_tips_hint },
  { field: 'receiveGoalFunded', label: m.notify_goals, hint: m.notify_goals_hint },
] as const

/** Which notifications the user gets. Each switch changes at once and is reset when the server refuses. */
export function NotificationsCard({ profile }: { profile: SessionUser | undefined }) {
  const { preferences, hasFailed, refetch } = usePreferences(profile)
  return (
    <Card id="notifications" title={m.notify_title()} hint={m.notify_hint()}>
      {hasFailed ? (
        <ErrorNote text={m.notify_load_failed()} onRetry={refetch} />
      ) : (
        <div className="divide-y divide-line" aria-busy={!preferences}>
          {toggles.map(({ field, label, hint }) => (
            <div key={field} className="py-2 first:pt-0 last:pb-0">
              <SwitchRow
                label={label()}
                hint={hint()}
                disabled={!preferences}
                checked={preferences?.[field] ?? false}
                onChange={(on) => void changePreference(field, on)}
              />
            </div>
          ))}
        </div>
      )}
    </Card>
  )
}

/** Takes the preferences from the store, otherwise from the profile, otherwise from the server. */
function usePreferences(profile: SessionUser | undefined) {
  const held = useStore((state) => state.notifications.preferences)
  const isUnknown = held === null && profile === undefined
  const { data, hasFailed, refetch } = useCall(getNotificationPreferences, {}, { enabled: isUnknown })
  const found = profile ?? data
  useEffect(() => {
    if (!held && found) storePreferences(pickPreferences(found))
  }, [held, found])
  return {
    preferences: held ?? (found && pickPreferences(found)),
    hasFailed: isUnknown && hasFailed,
    refetch,
  }
}

function pickPreferences({ receiveAllTips, receiveGoalFunded }: NotificationPreferences) {
  return { receiveAllTips, receiveGoalFunded }
}
