/** Defines the client's state, its initial value, and which parts of it are persisted. */
import * as z from 'zod/mini'
import { accountType, goal, viewedCreator } from '../../../contract/entities.ts'
import type { NotificationPreferences } from '../../../contract/entities.ts'

const wizard = z.object({
  username: z.string(),
  email: z.string(),
  acceptPrivacyTerms: z.boolean(),
  creatorORsupporter: z.nullable(z.enum(['creator', 'supporter'])),
  customUserName: z.string(),
  ProfilePic: z.string(),
  DisplayName: z.string(),
  About: z.string(),
})

/** The data about the signed-in user that is stored between visits. All of it is public anyway. */
const storedUser = z.object({
  uid: z.string(),
  displayName: z.string(),
  brimfulUserName: z.string(),
  userImg: z.nullable(z.string()),
  accountType,
  isVerified: z.boolean(),
})

/**
 * The parts of the state that are restored, with their schemas. Invalid values are dropped. No part contains a password or token.
 */
const persistedSchemas = {
  signupwizard: wizard,
  /** `token` only marks that a session exists; the session itself is an httpOnly cookie. */
  auth: z.object({
    isAuthenticated: z.boolean(),
    token: z.nullable(z.literal('session')),
    user: z.nullable(storedUser),
  }),
  /** The last visited creator, so that their page shows at once. */
  userProfile: z.nullable(viewedCreator),
  /** The goals of the creator in `userProfile`, as last loaded. */
  userGoals: z.nullable(z.object({ userName: z.string(), goals: z.array(goal) })),
}

export type StoredUser = z.output<typeof storedUser>

export interface ToastEntry {
  id: number
  type: 'success' | 'error' | 'info'
  message: string
  /** An action offered while the toast is visible, such as undo. */
  action?: ToastAction
}

export interface ToastAction {
  label: string
  run: () => void
}

type Persisted = { [K in keyof typeof persistedSchemas]: z.output<(typeof persistedSchemas)[K]> }

/** The client's state under the specification's six keys. */
export interface RootState extends Persisted {
  toast: { entries: ToastEntry[] }
  notifications: { preferences: NotificationPreferences | null; unread: number }
}

export const emptyState: RootState = {
  signupwizard: {
    username: '',
    email: '',
    acceptPrivacyTerms: false,
    creatorORsupporter: null,
    customUserName: '',
    ProfilePic: '',
    DisplayName: '',
    About: '',
  },
  auth: { isAuthenticated: false, token: null, user: null },
  userProfile: null,
  userGoals: null,
  toast: { entries: [] },
  notifications: { preferences: null, unread: 0 },
}

/** Returns the part of the state to persist: without toasts, and without preferences, which may change in another browser. */
export function toPersisted(state: RootState): RootState {
  const { unread } = state.notifications
  return { ...state, toast: { entries: [] }, notifications: { preferences: null, unread } }
}

/** Merges the valid parts of a persisted state into the current one. */
export function restorePersisted(stored: unknown, current: RootState): RootState {
  if (typeof stored !== 'object' || stored === null) return current
  const found: Record<string, unknown> = { ...stored }
  const restored: Record<string, unknown> = {}
  for (const [key, schema] of Object.entries(persistedSchemas)) {
    const part = z.safeParse(schema, found[key])
    if (part.success) restored[key] = part.data
  }
  const unread = z.safeParse(z.object({ unread: z.int() }), found.notifications)
  if (unread.success) restored.notifications = { ...current.notifications, unread: unread.data.unread }
  return { ...current, ...restored }
}
