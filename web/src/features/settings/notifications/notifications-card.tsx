import { useEffect } from 'react'
import {
  getNotificationPreferences,
  updateNotificationPreference,
} from '../../../../../contract/accounts/account-calls.ts'
import type { NotificationPreferences, SessionUser } from '../../../../../contract/entities.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useStore } from '../../../lib/store.ts'
import { useCall } from '../../../lib/calls/use-call.ts'
import { Card } from '../../../ui/card.tsx'
import { ErrorNote } from '../../../ui/notes.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { CallError } from '../../../lib/calls/call-error.ts'
import { call } from '../../../lib/calls/call.ts'
import { toast } from '../../../lib/toast.ts'

const toggles = [
  { field: 'receiveAllTips', label: m.notify_tips, hint: m.notify_tips_hint },
  { field: 'receiveGoalFunded', label: m.notify_goals, hint: m.notify_goals_hint },
] as const

/** The switches for the notifications that the user gets. Each changes at once, and back if the server refuses. */
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

type Preference = keyof NotificationPreferences

const savingFields = new Set<Preference>()

/** Stores the preferences for every component that shows them. */
function storePreferences(preferences: NotificationPreferences): void {
  useStore.setState(({ notifications }) => ({ notifications: { ...notifications, preferences } }))
}

/** Changes a preference at once and saves it. If the server refuses, only this field changes back. */
async function changePreference(field: Preference, on: boolean): Promise<void> {
  const before = readPreference(field)
  if (before === undefined) return
  setPreference(field, on)
  if (savingFields.has(field)) return // `savePreference` is already running for this field and will send the new value too
  savingFields.add(field)
  try {
    await savePreference(field, before)
  } finally {
    savingFields.delete(field)
  }
}

/**
 * Repeats the call until the server has the value that is shown. Changes during a call wait for its end, so that calls cannot
 * overtake each other.
 */
async function savePreference(field: Preference, before: boolean): Promise<void> {
  let saved = before
  try {
    for (let on = readPreference(field); on !== undefined && on !== saved; on = readPreference(field)) {
      await call(updateNotificationPreference, { body: toWire(field, on) }, { errorsTo: 'caller' })
      saved = on
    }
    toast.success(m.notify_updated())
  } catch (error) {
    setPreference(field, saved)
    if (!(error instanceof CallError && error.isShown)) toast.error(m.notify_failed())
  }
}

function toWire(field: Preference, on: boolean) {
  return field === 'receiveAllTips' ? { ReceiveAllTips: on } : { ReceiveGoalFunded: on }
}

function readPreference(field: Preference): boolean | undefined {
  return useStore.getState().notifications.preferences?.[field]
}

/** Changes one stored field; does nothing after a log-out, when no preferences are stored. */
function setPreference(field: Preference, on: boolean): void {
  const { preferences } = useStore.getState().notifications
  if (preferences) storePreferences({ ...preferences, [field]: on })
}
