import * as z from 'zod/mini'
import { accountType, goal, viewedCreator } from '../../../contract/entities.ts'
import type { RootState } from './store-state.ts'

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

const storedUser = z.object({
  uid: z.string(),
  displayName: z.string(),
  brimfulUserName: z.string(),
  userImg: z.nullable(z.string()),
  accountType,
  isVerified: z.boolean(),
})

/** The persisted keys of the state with their schemas. Invalid values are dropped. */
const persistedSchemas = {
  signupwizard: wizard,
  auth: z.object({
    isAuthenticated: z.boolean(),
    token: z.nullable(z.literal('session')),
    user: z.nullable(storedUser),
  }),
  userProfile: z.nullable(viewedCreator),
  userGoals: z.nullable(z.object({ userName: z.string(), goals: z.array(goal) })),
}

/** The state to persist: without toasts, and without preferences, which may change elsewhere. */
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
