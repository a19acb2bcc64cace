import { updateNotificationPreference } from '../../../../../contract/account-calls.ts'
import type { NotificationPreferences } from '../../../../../contract/entities.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { CallError } from '../../../lib/call-error.ts'
import { call } from '../../../lib/call.ts'
import { useStore } from '../../../lib/store.ts'
import { toast } from '../../../lib/toast.ts'

export type Preference = keyof NotificationPreferences

/** Fields with a call in progress. */
const savingFields = new Set<Preference>()

/** Stores the preferences for every component that shows them. */
export function storePreferences(preferences: NotificationPreferences): void {
  useStore.setState(({ notifications }) => ({ notifications: { ...notifications, preferences } }))
}

/** Changes a preference at once and saves it. When the server refuses, only this field is reset. */
export async function changePreference(field: Preference, on: boolean): Promise<void> {
  const before = readPreference(field)
  if (before === undefined) return
  setPreference(field, on)
  if (savingFields.has(field)) return // the call in progress will pick up this change
  savingFields.add(field)
  try {
    await savePreference(field, before)
  } finally {
    savingFields.delete(field)
  }
}

/**
 * Repeats the call until the server has what is shown. Clicks in between wait, so that calls cannot overtake each
 * other.
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
