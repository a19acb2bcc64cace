/** The project's daily quota: units shared by all creators, reset at midnight Pacific time. */
import type { State } from '../state.ts'

export interface Quota {
  /** Uses units; false, without using any, when too few are left. */
  spend(units: number): boolean
  settings: QuotaSettings
  used(): number
  /** The number of calls since the start that exceeded the quota. */
  refused(): number
  setUsed(units: number): void
  save(): void
}

export interface QuotaSettings {
  budget: number
  insertCost: number
  listCost: number
}

const defaults: QuotaSettings = { budget: 10_000, insertCost: 50, listCost: 1 }
const pacificDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' })

/** Opens the quota. The units used are stored, because Google's also survive a restart. */
export function openQuota(state: State): Quota {
  const days = state.collection<number>('youtube.units')
  const settings = (state.collection<QuotaSettings>('youtube.quota').settings ??= { ...defaults })

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
    refused: () => refused,
    setUsed,
    save: state.save,
    spend(units) {
      if (used() + units > settings.budget) {
        refused += 1
        return false
      }
      setUsed(used() + units)
      return true
    },
  }
}
