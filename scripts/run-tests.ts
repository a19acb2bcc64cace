/** `npm test`: every check and every test, one after the other, then one line that says how it went. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium.ts'
import { ensureBuilt } from './build.mjs'
import { runNode } from './run-node.mjs'
import { StoppedError, explain, seconds } from './console.mjs'
import { openTestServices } from './test-services.ts'
import { countTests } from './count-tests.ts'
import type { Tally } from './count-tests.ts'

export interface TestRun {
  /** `npm run test:full`: the long tests as well. */
  isFull: boolean
  /** Handed to vitest; only its tests run then. */
  narrowedTo: string[]
}

const ok: Tally = { passed: 1, failed: 0, skipped: 0 }
const bad: Tally = { passed: 0, failed: 1, skipped: 0 }
const left: Tally = { passed: 0, failed: 0, skipped: 1 }

const checks: [string, string[]][] = [
  ['types', ['node_modules/typescript/bin/tsc', '-b']],
  ['lint', ['node_modules/oxlint/bin/oxlint', '--deny-warnings']],
  ['format', ['node_modules/oxfmt/bin/oxfmt', '--check', '.']],
  ['import rules', ['--import', 'tsx', '.ci/import-rules.ts']],
  ['lock file', ['--import', 'tsx', '.ci/lock.ts']],
]

/** Runs all, prints the last line, and gives whether all passed. */
export async function runTests(run: TestRun): Promise<boolean> {
  const tallies: Tally[] = []
  if (run.narrowedTo.length === 0) {
    for (const [name, command] of checks) tallies.push(await step(name, () => runCheck(command)))
  }
  tallies.push(await step('builds', build))
  tallies.push(...(await stepTests(run)))
  const { passed, failed, skipped } = tallies.reduce(add)
  console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
  return failed === 0
}

async function step(name: string, work: () => Promise<Tally>): Promise<Tally> {
  const began = Date.now()
  console.log(`\n── ${name}`)
  const tally = await work().catch(sayFailure)
  console.log(`   ${tally.failed ? 'FAILED' : 'ok'} after ${seconds(began)}`)
  return tally
}

function sayFailure(error: unknown): Tally {
  if (error instanceof StoppedError) throw error
  console.error(explain(error))
  return bad
}

async function runCheck(command: string[]): Promise<Tally> {
  const { code } = await runNode(command)
  return code === 0 ? ok : bad
}

async function build(): Promise<Tally> {
  await ensureBuilt()
  return ok
}

async function stepTests(run: TestRun): Promise<Tally[]> {
  let services: Awaited<ReturnType<typeof openTestServices>> | undefined
  const found = await step('services', async () => {
    services = await openTestServices()
    return sayMissing(services.missing)
  })
  const browser = await step('browser', async () =>
    sayMissing((await findChromium()) ? [] : ['There is no Chromium on the PATH: put one there']),
  )
  try {
    return [found, browser, await step('tests', () => runVitest(run, browser !== ok))]
  } finally {
    await services?.close()
  }
}

/** Whoever tests by hand may do without; CI may not. */
function sayMissing(missing: string[]): Tally {
  for (const line of missing) console.log(`   ${line}; what needs it is skipped.`)
  if (missing.length === 0) return ok
  return process.env.CI === 'true' ? bad : left
}

async function runVitest({ isFull, narrowedTo }: TestRun, isWithoutBrowser: boolean): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'brimful-results-'))
  const results = join(folder, 'results.json')
  const projects = [
    'unit',
    'web',
    'integration',
    ...(isWithoutBrowser ? [] : ['e2e']),
    ...(isFull ? ['full'] : []),
  ]
  const chosen = projects.map((project) => `--project=${project}`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`]
  if (isFull) process.env.TEST_FULL = 'true'
  try {
    const { code } = await runNode([
      'node_modules/vitest/vitest.mjs',
      'run',
      ...chosen,
      ...reporters,
      ...narrowedTo,
    ])
    return countTests(readFileSync(results, 'utf8'), code)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function add(a: Tally, b: Tally): Tally {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}
