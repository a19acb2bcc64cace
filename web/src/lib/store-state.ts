/** The shape of the client's state, and how it begins. */
import type { Goal, NotificationPreferences, SessionUser, ViewedCreator } from '../../../contract/entities.ts'

/** What is kept of the signed-in user between visits: nothing that is not on a public page. */
export type StoredUser = Pick<
  SessionUser,
  'uid' | 'displayName' | 'brimfulUserName' | 'userImg' | 'accountType' | 'isVerified'
>

export interface ToastEntry {
  id: number
  type: 'success' | 'error' | 'info'
  message: string
  /** What can be done about it while it stands, as to take it back. */
  action?: ToastAction
}

export interface ToastAction {
  label: string
  run: () => void
}

/** The client's state by the specification's six keys. Passwords and tokens have no place in it. */
export interface RootState {
  signupwizard: {
    username: string
    email: string
    acceptPrivacyTerms: boolean
    creatorORsupporter: 'creator' | 'supporter' | null
    customUserName: string
    ProfilePic: string
    DisplayName: string
    About: string
  }
  /** `token` only marks that a session exists; the session itself is an httpOnly cookie. */
  auth: { isAuthenticated: boolean; token: 'session' | null; user: StoredUser | null }
  /** The creator chosen last, for a page that shows at once. */
  userProfile: ViewedCreator | null
  /** That creator's goals as they were last seen. */
  userGoals: { userName: string; goals: Goal[] } | null
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
