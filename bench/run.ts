/** `npm run bench`: runs the named benchmarks, or all; prints one table and writes one JSON file. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { captureToOverlay } from './capture-to-overlay.ts'
import { gateway } from './gateway.ts'
import { goals, judge } from './targets.ts'
import { jobs } from './jobs.ts'
import type { Ratio } from './rounds.ts'
import { tipTransaction } from './tip-transaction.ts'

const benches: Record<string, () => Promise<Record<string, Ratio | undefined>>> = {
  'capture-to-overlay': captureToOverlay,
  'tip-transaction': tipTransaction,
  gateway,
  jobs,
}

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !(name in benches))
if (unknown) {
  console.error(`There is no benchmark "${unknown}"; there are: ${Object.keys(benches).join(', ')}.`)
  process.exit(1)
}

const results: Record<string, Record<string, Ratio | undefined>> = {}
for (const name of wanted.length ? wanted : Object.keys(benches)) {
  console.log(`${name} (Node ${process.version}, ${cpus().length} cores)`)
  results[name] = await benches[name]!()
  console.table(tableOf(name, results[name]))
}
mkdirSync('bench/results', { recursive: true })
writeFileSync(
  'bench/results/latest.json',
  JSON.stringify({ at: new Date().toISOString(), node: process.version, results }, null, 2),
)
process.exit(0)

function tableOf(name: string, figures: Record<string, Ratio | undefined>) {
  const rows = Object.entries(figures).map(([figure, ratio]) => {
    const goal = goals[name]?.[figure]
    const { must = '', aim = '' } = goal ?? {}
    return [figure, ratio && { ...rounded(ratio), must, aim, verdict: judge(goal, ratio, figures) }]
  })
  return Object.fromEntries(rows)
}

function rounded(ratio: Ratio) {
  return Object.fromEntries(Object.entries(ratio).map(([key, value]) => [key, Number(value.toPrecision(3))]))
}
