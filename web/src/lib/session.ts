import { useQuery } from '@tanstack/react-query'
import { getProfile, logOut } from '../../../contract/account-calls.ts'
import { creatorAccountType } from '../../../contract/entities.ts'
import type { SessionUser } from '../../../contract/entities.ts'
import { call } from './call.ts'
import { startRedirect } from './navigation.ts'
import { callKey, clearPrivateQueries, queryClient } from './query-client.ts'
import { hasSessionHint } from './session-hint.ts'
import { resetStore, useStore } from './store.ts'
import type { StoredUser } from './store-state.ts'

export type Session =
  | { status: 'unknown'; user: StoredUser | null; profile: undefined }
  | { status: 'signed-out'; user: null; profile: undefined }
  | { status: 'signed-in'; user: StoredUser; profile: SessionUser | undefined }

const profileQuery = {
  queryKey: callKey(getProfile),
  queryFn: fetchProfileIfSignedIn,
  staleTime: Infinity,
  refetchOnReconnect: false,
  retryOnMount: false, // a stranger is asked once
}

/** Who is looking. `unknown` lasts until the start-up probe has answered; `user` may be known before that. */
export function useSession(): Session {
  const { isAuthenticated, user } = useStore((state) => state.auth)
  const { data: profile, isPending } = useQuery(profileQuery)
  if (isAuthenticated && user && !isPending)
    return { status: 'signed-in', user, profile: profile ?? undefined }
  if (isPending) return { status: 'unknown', user, profile: undefined }
  return { status: 'signed-out', user: null, profile: undefined }
}

/** Reads the profile again, as after a log-in or a change of it. */
export async function refreshSession(): Promise<SessionUser> {
  return queryClient.fetchQuery({ ...profileQuery, queryFn: fetchProfile, staleTime: 0 })
}

/** Takes over the profile that a change of it was answered with. */
export function setProfile(profile: SessionUser): void {
  queryClient.setQueryData(profileQuery.queryKey, profile)
  storeUser(profile)
}

/** Logs out here and on the server, and leaves it to the caller where to go; forgets everything even without an answer. */
export async function endSession(): Promise<void> {
  await whileEndingSession(async () => {
    await call(logOut, {}, { errorsTo: 'log' }).catch(() => undefined)
    startRedirect()
    resetStore()
    clearPrivateQueries()
  })
}

let endingCount = 0

/** Does something that ends this session on purpose: the server's word that it is over is then no news. */
export async function whileEndingSession(act: () => Promise<void>): Promise<void> {
  endingCount += 1
  try {
    await act()
  } finally {
    endingCount -= 1
  }
}

/** Whether this session is being ended on purpose just now. */
export function isEndingSession(): boolean {
  return endingCount > 0
}

/** The server says that the session is over: the next call is refused, and the rule for calls tells why and leads to the log-in. */
export function handleSessionEnded(): void {
  if (!isEndingSession()) call(getProfile, {}, { errorsTo: 'log' }).catch(() => undefined)
}

/** Whether the user is a creator; every other account type is a supporter. */
export function isCreator(user: Pick<SessionUser, 'accountType'>): boolean {
  return user.accountType === creatorAccountType
}

/** Where a signed-in user is at home: a creator on the own current goals, everybody else on explore. */
export function homePath(user: Pick<SessionUser, 'accountType' | 'brimfulUserName'>): string {
  return isCreator(user) ? `/${user.brimfulUserName}/current-goals` : '/dashboard/explore'
}

/** A stranger is not asked about: null. The server's hint, or what this client believes, is reason enough to ask. */
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
