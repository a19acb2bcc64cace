import * as z from 'zod/mini'
import { findNameProblem } from '../../contract/accounts/names.ts'
import type { Db } from '../../db/connection.ts'
import { findPublicCreator } from '../../db/queries/accounts/accounts.ts'
import type { PublicCreatorRow } from '../../db/queries/accounts/accounts.ts'
import { findPublicGoal } from '../../db/queries/goals/goals.ts'
import type { GoalRow } from '../../db/schema.ts'

export interface Subject {
  creator: PublicCreatorRow
  goal: GoalRow | undefined
}

/**
 * Finds a creator by name, ignoring case, with one of their goals; undefined when there is no such creator, or no such
 * public goal. `findCreator` takes a name in lower case.
 */
export async function findSubject(
  db: Db,
  name: string,
  goalId?: string,
  findCreator = (userName: string) => findPublicCreator(db, { userName }),
): Promise<Subject | undefined> {
  const userName = name.toLowerCase()
  if (findNameProblem(userName) !== null) return undefined
  if (goalId !== undefined && !z.safeParse(z.uuid(), goalId).success) return undefined
  const creator = await findCreator(userName)
  if (!creator) return undefined
  const goal = goalId === undefined ? undefined : await findPublicGoal(db, creator.uid, goalId)
  return goalId !== undefined && !goal ? undefined : { creator, goal }
}
