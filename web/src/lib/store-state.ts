/** The client's state and its initial value. */
import type { Goal, NotificationPreferences, SessionUser, ViewedCreator } from '../../../contract/entities.ts'

/** What is stored about the signed-in user between visits: only data of public pages. */
export type StoredUser = Pick<
  SessionUser,
  'uid' | 'displayName' | 'brimfulUserName' | 'userImg' | 'accountType' | 'isVerified'
>

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

/** The client's state under the specification's six keys. It holds no passwords or tokens. */
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
  /** The last creator, so that their page shows at once. */
  userProfile: ViewedCreator | null
  /** That creator's goals when they were last loaded. */
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
