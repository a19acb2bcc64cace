/**
 * Measures what supporters, creators and schedules wait for in a database of a million tips, 115,000 of them one creator's: against a
 * creator without tips beside her, and against an empty database. docs/ledger.md has figures.
 */
import { openDb } from '../db/connection.ts'
import { onCleanup, track } from './cleanup.ts'
import { giveTips, moneyWork, openMeasured, scheduledWork } from './money-work.ts'
import type { MeasuredCreator, Work } from './money-work.ts'
import { compare, percentile } from './rounds.ts'
import type { Contestant, Figures, Ratio } from './rounds.ts'

const repeats = 9
const size = { tips: 1_000_000, largeTips: 115_000 }

/** Returns the ratios of the milliseconds that each work takes. */
export async function money(): Promise<Record<string, Ratio>> {
  console.log('  filling the database takes some minutes')
  const { large, none, empty } = track(await openMeasured(size))
  const ofCreator = await compare(contestant(large, moneyWork), contestant(none, moneyWork))
  const ofDatabase = await compare(
    contestant(large, { ...moneyWork, ...scheduledWork }),
    contestant(empty, { ...moneyWork, ...scheduledWork }),
  )
  return { ...named(ofCreator, 'creator without tips'), ...named(ofDatabase, 'empty database') }
}

function named(ratios: Record<string, Ratio>, baseline: string): Record<string, Ratio> {
  return Object.fromEntries(Object.entries(ratios).map(([name, ratio]) => [`${name} / ${baseline}`, ratio]))
}

function contestant(creator: MeasuredCreator, works: Readonly<Record<string, Work>>): Contestant {
  const db = openDb(creator.checkout.url)
  onCleanup(() => db.destroy())
  return {
    name: 'money',
    async round() {
      const figures: Figures = {}
      for (const [name, work] of Object.entries(works)) {
        const times: number[] = []
        for (let repeat = 0; repeat < repeats; repeat++) {
          if (name in scheduledWork) await giveTips(creator.checkout, 5)
          const startedAt = performance.now()
          await work(db, creator)
          times.push(performance.now() - startedAt)
        }
        figures[`${name}, ms`] = percentile(times, 50)
      }
      return figures
    },
  }
}
