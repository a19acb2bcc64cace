import { useQuery } from '@tanstack/react-query'
import { getProfile, logOut } from '../../../../contract/accounts/account-calls.ts'
import { creatorAccountType } from '../../../../contract/entities.ts'
import type { SessionUser } from '../../../../contract/entities.ts'
import { call } from '../calls/call.ts'
import { startRedirect } from '../navigation.ts'
import { useIsHydrating } from '../page-data.ts'
import { callKey, clearPrivateQueries, queryClient } from '../calls/query-client.ts'
import { hasSessionHint } from './session-hint.ts'
import { resetStore, useStore } from '../store.ts'
import type { StoredUser } from '../store-state.ts'
import { readSolo } from '../pages/site-document.ts'

export type Session =
  | { status: 'unknown'; user: StoredUser | null; profile: undefined }
  | { status: 'signed-out'; user: null; profile: undefined }
  | { status: 'signed-in'; user: StoredUser; profile: SessionUser | undefined }

const profileQuery = {
  queryKey: callKey(getProfile),
  queryFn: fetchProfileIfSignedIn,
  staleTime: Infinity,
  refetchOnReconnect: false,
  retryOnMount: false, // so that a visitor without a session causes only one call
}

/**
 * Returns the current session. Its status is `unknown` until the first profile call has returned; until then `user` may be the
 * one stored at the last visit. A page that the server has rendered is everybody's: each part of it sees no session until it is
 * hydrated, even if another part knows it by then. Otherwise React would find other HTML than the server's and render that part
 * anew, without what the visitor has typed.
 */
export function useSession(): Session {
  const isHydrating = useIsHydrating()
  const { isAuthenticated, user } = useStore((state) => state.auth)
  const { data: profile, isPending } = useQuery(profileQuery)
  if (isHydrating) return { status: 'unknown', user: null, profile: undefined }
  if (isAuthenticated && user && !isPending)
    return { status: 'signed-in', user, profile: profile ?? undefined }
  if (isPending) return { status: 'unknown', user, profile: undefined }
  return { status: 'signed-out', user: null, profile: undefined }
}

/** Reloads the profile, for example after a log-in. */
export async function refreshSession(): Promise<SessionUser> {
  return queryClient.fetchQuery({ ...profileQuery, queryFn: fetchProfile, staleTime: 0 })
}

/** Stores a changed profile. */
export function setProfile(profile: SessionUser): void {
  queryClient.setQueryData(profileQuery.queryKey, profile)
  storeUser(profile)
}

/**
 * Logs out on the server and in this browser. The local state is cleared even if the call fails. The caller opens the next page.
 */
export async function endSession(): Promise<void> {
  await whileEndingSession(async () => {
    await call(logOut, {}, { errorsTo: 'log' }).catch(() => undefined)
    startRedirect()
    resetStore()
    clearPrivateQueries()
  })
}

let endingCount = 0

/**
 * Runs an action that ends this session on purpose. While it runs, messages and responses that the session has ended are ignored.
 */
export async function whileEndingSession(act: () => Promise<void>): Promise<void> {
  endingCount += 1
  try {
    await act()
  } finally {
    endingCount -= 1
  }
}

/** Returns whether an action that ends this session on purpose is in progress. */
export function isEndingSession(): boolean {
  return endingCount > 0
}

/**
 * Handles the live message that the session has ended: makes a call, once the browser is online, and its 401 triggers the rule for expired
 * sessions.
 */
export function handleSessionEnded(): void {
  if (!isEndingSession()) refreshSession().catch(() => undefined)
}

/** Returns whether the user is a creator; all other account types are supporters. */
export function isCreator(user: Pick<SessionUser, 'accountType'>): boolean {
  return user.accountType === creatorAccountType
}

/** Returns the home page of a signed-in user: their current goals for a creator, Explore for a supporter. */
export function homePath(user: Pick<SessionUser, 'accountType' | 'brimfulUserName'>): string {
  if (isCreator(user)) return `/${user.brimfulUserName}/current-goals`
  return readSolo() ? '/' : '/dashboard/explore'
}

/** Loads the profile. Returns null without a call if neither the cookie nor the stored state says that somebody is signed in. */
async function fetchProfileIfSignedIn(): Promise<SessionUser | null> {
  return hasSessionHint() || useStore.getState().auth.isAuthenticated ? fetchProfile() : null
}

async function fetchProfile(): Promise<SessionUser> {
  const profile = await call(getProfile, {}, { errorsTo: 'log' })
  storeUser(profile)
  return profile
}

function storeUser(profile: SessionUser): void {
  const { uid, displayName, brimfulUserName, userImg, accountType, isVerified } = profile
  const user = { uid, displayName, brimfulUserName, userImg, accountType, isVerified }
  useStore.setState({ auth: { isAuthenticated: true, token: 'session', user } })
}
