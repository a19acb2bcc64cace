import { useQuery } from '@tanstack/react-query'
import { getProfile, logOut } from '../../../contract/account-calls.ts'
import { creatorAccountType } from '../../../contract/entities.ts'
import type { SessionUser } from '../../../contract/entities.ts'
import { call } from './call.ts'
import { depart } from './navigation.ts'
import { callKey, forgetPrivateAnswers, queryClient } from './query-client.ts'
import { isSessionHinted } from './session-hint.ts'
import { resetStore, useStore } from './store.ts'
import type { KnownUser } from './store-state.ts'

export type Session =
  | { status: 'unknown'; user: KnownUser | null; profile: undefined }
  | { status: 'stranger'; user: null; profile: undefined }
  | { status: 'signed-in'; user: KnownUser; profile: SessionUser | undefined }

const probe = {
  queryKey: callKey(getProfile),
  queryFn: fetchProfile,
  staleTime: Infinity,
  refetchOnReconnect: false,
  retryOnMount: false, // a stranger is asked once
}

/** Who is looking. `unknown` lasts until the start-up probe has answered; `user` may be known before that. */
export function useSession(): Session {
  const { isAuthenticated, user } = useStore((state) => state.auth)
  const { data: profile, isPending } = useQuery(probe)
  if (isAuthenticated && user && !isPending)
    return { status: 'signed-in', user, profile: profile ?? undefined }
  if (isPending) return { status: 'unknown', user, profile: undefined }
  return { status: 'stranger', user: null, profile: undefined }
}

/** Reads the profile again, as after a log-in or a change of it. */
export async function refreshSession(): Promise<SessionUser> {
  return queryClient.fetchQuery({ ...probe, queryFn: readProfile, staleTime: 0 })
}

/** Takes over the profile that a change of it was answered with. */
export function adoptProfile(profile: SessionUser): void {
  queryClient.setQueryData(probe.queryKey, profile)
  keepUser(profile)
}

/** Logs out here and on the server, and leaves it to the caller where to go; forgets everything even without an answer. */
export async function endSession(): Promise<void> {
  await whileLeaving(async () => {
    await call(logOut, {}, { errorsTo: 'log' }).catch(() => undefined)
    depart()
    resetStore()
    forgetPrivateAnswers()
  })
}

let leavings = 0

/** Does something that ends this session on purpose: the server's word that it is over is then no news. */
export async function whileLeaving(act: () => Promise<void>): Promise<void> {
  leavings += 1
  try {
    await act()
  } finally {
    leavings -= 1
  }
}

/** Whether this session is being ended on purpose just now. */
export function isLeaving(): boolean {
  return leavings > 0
}

/** The server says that the session is over: the next call is refused, and the rule for calls tells why and leads to the log-in. */
export function meetSessionEnd(): void {
  if (!isLeaving()) call(getProfile, {}, { errorsTo: 'log' }).catch(() => undefined)
}

/** Whether the user is a creator; every other account type is a supporter. */
export function isCreator(user: Pick<SessionUser, 'accountType'>): boolean {
  return user.accountType === creatorAccountType
}

/** Where a signed-in user is at home: a creator on the own current goals, everybody else on explore. */
export function homeOf(user: Pick<SessionUser, 'accountType' | 'brimfulUserName'>): string {
  return isCreator(user) ? `/${user.brimfulUserName}/current-goals` : '/dashboard/explore'
}

/** A stranger is not asked about: null. The server's hint, or what this client believes, is reason enough to ask. */
async function fetchProfile(): Promise<SessionUser | null> {
  return isSessionHinted() || useStore.getState().auth.isAuthenticated ? readProfile() : null
}

async function readProfile(): Promise<SessionUser> {
  const profile = await call(getProfile, {}, { errorsTo: 'log' })
  keepUser(profile)
  return profile
}

function keepUser(profile: SessionUser): void {
  const { uid, displayName, brimfulUserName, userImg, accountType, isVerified } = profile
  const user = { uid, displayName, brimfulUserName, userImg, accountType, isVerified }
  useStore.setState({ auth: { isAuthenticated: true, token: 'session', user } })
}
