/** Which goal the goal widget shows. */
import type { Goal } from '../../contract/entities.ts'

/** Stays with the goal it shows while that is open; otherwise the first open one, in the creator's order. */
export function pickGoal(goals: readonly Goal[], shown: string | undefined): Goal | undefined {
  const open = goals.filter(({ status }) => status === 'ACTIVE')
  return open.find(({ goaluuid }) => goaluuid === shown) ?? open[0]
}

/** The goal that is shown, when it was just funded: it deserves a last look. */
export function findJustFunded(goals: readonly Goal[], shown: string | undefined): Goal | undefined {
  return goals.find(({ goaluuid, status }) => goaluuid === shown && status === 'COMPLETED')
}

/** The open goal behind the one that is shown, in the creator's order; after the last comes the first. */
export function nextGoal(goals: readonly Goal[], shown: string | undefined): Goal | undefined {
  const open = goals.filter(({ status }) => status === 'ACTIVE')
  return open[(open.findIndex(({ goaluuid }) => goaluuid === shown) + 1) % open.length]
}
