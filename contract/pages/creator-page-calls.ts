/** The first calls of a creator's page. The server renders the page from their responses. */
import { getCreatorProfile, getUserDataByUsername } from '../accounts/account-calls.ts'
import { getAllGoals, getCreatorLeaderboard } from '../goals/goal-calls.ts'
import { getWalletSettings } from '../payments/stripe-calls.ts'
import { getTipLimits } from '../payments/tip-rule-calls.ts'

/** Each of these calls takes the creator's name as `username`. */
export const creatorPageCalls = [
  getCreatorProfile,
  getAllGoals,
  getUserDataByUsername,
  getCreatorLeaderboard,
  getTipLimits,
  getWalletSettings,
]
