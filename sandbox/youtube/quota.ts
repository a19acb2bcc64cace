/** Counts the project's daily quota: units shared by all creators, reset at midnight Pacific time. */
import type { State } from '../state.ts'

export type Quota = ReturnType<typeof openQuota>

const defaults = { budget: 10_000, insertCost: 50, listCost: 1, chatListCost: 5 }
const pacificDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' })

/** Opens the quota. The used units are stored, because Google's count also survives a restart of the product. */
export function openQuota(state: State) {
  const days = state.collection<number>('youtube.units')
  const stored = state.collection<typeof defaults>('youtube.quota')
  const settings = (stored.settings = { ...defaults, ...stored.settings })

  const today = () => pacificDay.format(new Date())
  let refused = 0
  const used = () => days[today()] ?? 0

  function setUsed(units: number): void {
    for (const day of Object.keys(days)) delete days[day]
    days[today()] = units
    state.save()
  }

  return {
    settings,
    used,
    /** Returns the number of calls since the start that exceeded the quota. */
    refused: () => refused,
    setUsed,
    save: state.save,
    /** Uses units and returns true; returns false and uses none if too few are left. */
    spend(units: number): boolean {
      if (used() + units > settings.budget) {
        refused += 1
        return false
      }
      setUsed(used() + units)
      return true
    },
  }
}
