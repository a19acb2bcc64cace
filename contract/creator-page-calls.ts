/** The calls that a page makes at once, so that its document can name them before its code is there. */
import { getCreatorProfile, getUserDataByUsername } from './account-calls.ts'
import { getAllGoals, getCreatorLeaderboard } from './goal-calls.ts'

/** By the creator's name, as `username`. */
export const creatorPageCalls = [getCreatorProfile, getAllGoals, getUserDataByUsername, getCreatorLeaderboard]
