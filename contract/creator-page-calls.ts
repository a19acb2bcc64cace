/** The first calls that a creator's page makes. The page's HTML document preloads them. */
import { getCreatorProfile, getUserDataByUsername } from './account-calls.ts'
import { getAllGoals, getCreatorLeaderboard } from './goal-calls.ts'

/** Each of these calls takes the creator's name as `username`. */
export const creatorPageCalls = [getCreatorProfile, getAllGoals, getUserDataByUsername, getCreatorLeaderboard]
