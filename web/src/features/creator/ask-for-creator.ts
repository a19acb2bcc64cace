import { getCreatorProfile, getUserDataByUsername } from '../../../../contract/account-calls.ts'
import { getAllGoals, getCreatorLeaderboard } from '../../../../contract/goal-calls.ts'
import { askEarly } from '../../lib/ask-early.ts'

/** Asks for all that a creator's pages show at first, while their code is on its way. */
export function askForCreator(userName: string): void {
  for (const definition of [getCreatorProfile, getAllGoals, getUserDataByUsername, getCreatorLeaderboard])
    askEarly(definition, { query: { username: userName } })
}
