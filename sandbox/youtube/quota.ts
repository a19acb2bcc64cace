/** The project's daily units: all creators together, anew at midnight Pacific. */
import type { State } from '../state.ts'

export interface Quota {
  /** Takes so many units, or says false and takes none. */
  spend(units: number): boolean
  settings: QuotaSettings
  used(): number
  /** How many calls were refused since the start because the day was used up. */
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

/** Opens the ledger; what is used outlives a restart, as Google remembers it too. */
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
