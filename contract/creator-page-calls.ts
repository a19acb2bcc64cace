/** The first calls of a creator's page. The server renders the page from their responses. */
import { getCreatorProfile, getUserDataByUsername } from './account-calls.ts'
import { getAllGoals, getCreatorLeaderboard } from './goal-calls.ts'
import { getTipLimits } from './tip-rule-calls.ts'

/** Each of these calls takes the creator's name as `username`. */
export const creatorPageCalls = [
  getCreatorProfile,
  getAllGoals,
  getUserDataByUsername,
  getCreatorLeaderboard,
  getTipLimits,
]
