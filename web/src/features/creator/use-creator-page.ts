import { useEffect } from 'react'
import { getCreatorProfile, getUserDataByUsername } from '../../../../contract/accounts/account-calls.ts'
import type { Goal, Leaderboard, ViewedCreator } from '../../../../contract/entities.ts'
import { getAllGoals, getCreatorLeaderboard } from '../../../../contract/goals/goal-calls.ts'
import { useLive } from '../../lib/calls/live.ts'
import type { LiveStatus } from '../../lib/calls/live.ts'
import { useStore } from '../../lib/store.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import type { Loaded } from '../../lib/calls/use-call.ts'

export interface CreatorPage {
  creator: ViewedCreator
  /** The creator's id, which a payment needs. */
  creatorId: Loaded<string>
  goals: Loaded<Goal[]>
  board: Loaded<Leaderboard>
  live: LiveStatus
}

/**
 * Loads everything about one creator and keeps it live. Until it is loaded, the page shows the profile and goals as they were at
 * the last visit.
 */
export function useCreatorPage(userName: string) {
  const query = { username: userName }
  const profile = useCall(getCreatorProfile, { query }, { placeholder: readStoredCreator(userName) })
  const creator = profile.data
  const isFound = creator !== undefined
  const uid = useCall(getUserDataByUsername, { query }, { enabled: isFound, staleTime: Infinity })
  const goals = useCall(getAllGoals, { query }, { enabled: isFound, placeholder: readStoredGoals(userName) })
  const board = useCall(getCreatorLeaderboard, { query }, { enabled: isFound })
  const live = useLive(isFound ? { userName } : null, {
    goals: (next) => goals.setData(() => next),
    leaderboard: (next) => board.setData(() => next),
    onReturn: () => {
      goals.refetch()
      board.refetch()
    },
  })
  useStoring(creator, goals.data)

  return {
    profile,
    // A stored profile may be outdated, so payments wait until the current one is loaded.
    creatorId: { ...uid, data: profile.isPending ? undefined : uid.data?.uid },
    goals,
    board,
    live,
  }
}

/**
 * Reads the creator of the last visit, without subscribing to it, like the goals below: the page itself stores them when it is loaded,
 * and would then be rendered once more, at once and as a whole.
 */
function readStoredCreator(userName: string): ViewedCreator | undefined {
  const known = useStore.getState().userProfile
  return known?.userName === userName ? known : undefined
}

function readStoredGoals(userName: string): Goal[] | undefined {
  const known = useStore.getState().userGoals
  return known?.userName === userName ? known.goals : undefined
}

function useStoring(creator: ViewedCreator | undefined, goals: Goal[] | undefined): void {
  useEffect(() => {
    if (creator) useStore.setState({ userProfile: creator })
  }, [creator])
  const userName = creator?.userName
  useEffect(() => {
    if (userName && goals) useStore.setState({ userGoals: { userName, goals } })
  }, [userName, goals])
}
