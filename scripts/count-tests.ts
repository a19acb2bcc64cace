export interface Tally {
  passed: number
  failed: number
  skipped: number
}

interface Report {
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/**
 * Counts the results in a report. A file that fails before its first test counts as one failure, and so does a run that fails
 * although every test passed.
 */
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
