/** Chooses the goal that the goal widget shows. */
import type { Goal } from '../../contract/entities.ts'

/**
 * Returns the goal that is shown now if it is still open, otherwise the first open goal in the creator's order. `shown` is a
 * `goaluuid`.
 */
export function chooseGoal(goals: readonly Goal[], shown: string | undefined): Goal | undefined {
  const open = goals.filter(({ status }) => status === 'ACTIVE')
  return open.find(({ goaluuid }) => goaluuid === shown) ?? open[0]
}

/** Returns the shown goal if it has just been funded, because a funded goal stays on screen a while longer. */
export function findJustFunded(goals: readonly Goal[], shown: string | undefined): Goal | undefined {
  return goals.find(({ goaluuid, status }) => goaluuid === shown && status === 'COMPLETED')
}

/** Returns the open goal after the shown one in the creator's order; after the last one, the first. */
export function findNextGoal(goals: readonly Goal[], shown: string | undefined): Goal | undefined {
  const open = goals.filter(({ status }) => status === 'ACTIVE')
  return open[(open.findIndex(({ goaluuid }) => goaluuid === shown) + 1) % open.length]
}
