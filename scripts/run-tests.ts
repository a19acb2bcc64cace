/** `npm test`: runs all checks and tests, one group after the other, and prints the totals in one line. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { findChromium } from './chromium.ts'
import { StoppedError, explain, secondsSince } from './console.mjs'
import { countTests } from './count-tests.ts'
import type { Tally } from './count-tests.ts'
import { runNode } from './run-node.mjs'
import { areStandInsUnchanged, recordStandIns, standInTests } from './stand-in-tests.ts'
import { openTestServices } from './test-services.ts'

export interface TestRun {
  /** Whether to run the long tests too, as `npm run test:full` does. */
  isFull: boolean
  /** Runs only the tests at these paths, and no checks; if empty, everything. */
  paths: string[]
}

const passedOnce: Tally = { passed: 1, failed: 0, skipped: 0 }
const failedOnce: Tally = { passed: 0, failed: 1, skipped: 0 }
const skippedOnce: Tally = { passed: 0, failed: 0, skipped: 1 }

type Check = [name: string, command: string[]]

const checks: Check[] = [
  ['types', ['node_modules/typescript/bin/tsc', '-b']],
  ['lint', ['node_modules/oxlint/bin/oxlint', '--deny-warnings']],
  ['format', ['node_modules/oxfmt/bin/oxfmt', '--check', '.']],
  ['import rules', ['--import', 'tsx', '.ci/import-rules.ts']],
  ['lock file', ['--import', 'tsx', '.ci/lock.ts']],
]

/**
 * Runs the checks beside the tests, because they use one core and the tests often wait, and prints the totals. Returns whether all
 * passed.
 */
export async function runTests(run: TestRun): Promise<boolean> {
  const isWhole = run.paths.length === 0
  if (isWhole && !run.isFull) leaveOutUnchanged()
  const results = await Promise.all([runChecks(isWhole ? checks : []), runBuiltTests(run)])
  const { passed, failed, skipped } = results.flat().reduce(add)
  if (isWhole && failed + skipped === 0) recordStandIns()
  console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
  return failed === 0
}

/** Tells `vitest.config.ts` to leave out the tests of the stand-ins if these are as they were when the tests last passed. */
function leaveOutUnchanged(): void {
  if (!areStandInsUnchanged()) return
  process.env.TEST_LEFT_OUT = JSON.stringify(standInTests)
  console.log('── stand-ins, gateways and SDKs are unchanged since their tests passed: these are left out')
}

async function runChecks(chosen: Check[]): Promise<Tally[]> {
  const tallies = []
  for (const [name, command] of chosen) tallies.push(await step(name, () => runCheck(command)))
  return tallies
}

async function runBuiltTests(run: TestRun): Promise<Tally[]> {
  const built = await step('builds', build)
  return [built, ...(await stepTests(run))]
}

async function step(name: string, work: () => Promise<Tally>): Promise<Tally> {
  const startedAt = Date.now()
  const tally = await work().catch(reportError)
  console.log(`── ${name}: ${tally.failed ? 'FAILED' : 'ok'} after ${secondsSince(startedAt)}`)
  return tally
}

function reportError(error: unknown): Tally {
  if (error instanceof StoppedError) throw error
  console.error(explain(error))
  return failedOnce
}

/** Runs a check beside others, and prints its output when it has ended. */
async function runCheck(command: string[]): Promise<Tally> {
  const { code, output } = await runNode(command, { quiet: true })
  console.log(`\n${output.trimEnd()}`)
  return code === 0 ? passedOnce : failedOnce
}

async function build(): Promise<Tally> {
  await ensureBuilt()
  return passedOnce
}

async function stepTests(run: TestRun): Promise<Tally[]> {
  let services: Awaited<ReturnType<typeof openTestServices>> | undefined
  const foundServices = await step('services', async () => {
    services = await openTestServices()
    return reportMissing(services.missing)
  })
  const browser = await step('browser', async () =>
    reportMissing((await findChromium()) ? [] : ['There is no Chromium on the PATH: put one there']),
  )
  try {
    return [foundServices, browser, await step('tests', () => runVitest(run, browser === passedOnce))]
  } finally {
    await services?.close()
  }
}

/** Reports missing services. On a developer's machine their tests are skipped; in CI this counts as a failure. */
function reportMissing(missing: string[]): Tally {
  for (const line of missing) console.log(`   ${line}; what needs it is skipped.`)
  if (missing.length === 0) return passedOnce
  return process.env.CI === 'true' ? failedOnce : skippedOnce
}

async function runVitest({ isFull, paths }: TestRun, hasBrowser: boolean): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'brimful-results-'))
  const results = join(folder, 'results.json')
  const projects = [
    'unit',
    'web',
    'integration',
    ...(hasBrowser ? ['e2e'] : []),
    ...(isFull ? ['full', 'alone', 'waiting'] : []),
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
      ...paths,
    ])
    return countTests(readFileSync(results, 'utf8'), code)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function add(a: Tally, b: Tally): Tally {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}
