/** `npm run bench`: runs the named benchmarks, or all; prints a table for each and writes one JSON file. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { captureToOverlay } from './capture-to-overlay.ts'
import { cleanUp } from './cleanup.ts'
import { feed } from './feed.ts'
import { firstSight } from './first-sight.ts'
import { importTips } from './import-tips.ts'
import { gateway } from './gateway.ts'
import { jobs } from './jobs.ts'
import { describeMachine } from './machine.ts'
import { money } from './money.ts'
import type { Ratio } from './rounds.ts'
import { runBench } from './run-bench.ts'
import { runningTimer } from './running-timer.ts'
import { soak } from './soak.ts'
import { judge, targets } from './targets.ts'
import { timer } from './timer.ts'
import { tipTransaction } from './tip-transaction.ts'

type Results = Record<string, Ratio | undefined>

const benches: Record<string, () => Promise<Results>> = {
  'capture-to-overlay': captureToOverlay,
  'tip-transaction': tipTransaction,
  gateway,
  jobs,
  feed,
  timer,
  'running-timer': runningTimer,
  'first-sight': firstSight,
  money,
  'import-tips': importTips,
}

const requested = process.argv.slice(2)
if (requested[0] === 'soak') runBench(() => soak(requested.slice(1)))
else {
  const unknown = requested.find((name) => !(name in benches))
  if (unknown) {
    console.error(`There is no benchmark "${unknown}"; there are: soak, ${Object.keys(benches).join(', ')}.`)
    process.exit(1)
  }
  runBench(() => runBenches(requested.length > 0 ? requested : Object.keys(benches)))
}

async function runBenches(names: string[]): Promise<void> {
  const [at, machine] = [new Date().toISOString(), describeMachine()]
  const results: Record<string, Results> = {}
  const minutes: Record<string, number> = {}
  console.log(`${at.slice(0, 10)}, ${machine}`)
  for (const name of names) {
    console.log(name)
    const startedAt = performance.now()
    results[name] = await benches[name]!()
    await cleanUp()
    minutes[name] = Math.round((performance.now() - startedAt) / 6_000) / 10
    console.table(tableOf(name, results[name]))
  }
  console.log(`minutes: ${JSON.stringify(minutes)}`)
  mkdirSync('bench/results', { recursive: true })
  writeFileSync('bench/results/latest.json', JSON.stringify({ at, machine, minutes, results }, null, 2))
}

function tableOf(name: string, results: Results) {
  const rows = Object.entries(results).map(([figure, ratio]) => {
    const target = targets[name]?.[figure]
    const { must = '', aim = '' } = target ?? {}
    return [figure, ratio && { ...rounded(ratio), must, aim, verdict: judge(target, ratio, results) }]
  })
  return Object.fromEntries(rows)
}

function rounded(ratio: Ratio) {
  return Object.fromEntries(Object.entries(ratio).map(([key, value]) => [key, Number(value.toPrecision(3))]))
}
