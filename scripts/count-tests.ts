/** Counts what a run of vitest came to, from its JSON report. */

export interface Tally {
  passed: number
  failed: number
  skipped: number
}

interface Report {
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** A file that broke before its first test counts as one failure, and so does a run that failed with all tests green. */
export function countTests(report: string, exitCode: number): Tally {
  const { testResults } = JSON.parse(report) as Report
  const statuses = testResults.flatMap(({ status, assertionResults }) =>
    assertionResults.length ? assertionResults.map((test) => test.status) : [status],
  )
  const passed = statuses.filter((status) => status === 'passed').length
  const failed = statuses.filter((status) => status === 'failed').length
  const skipped = statuses.length - passed - failed
  return { passed, skipped, failed: failed || (exitCode === 0 ? 0 : 1) }
}
