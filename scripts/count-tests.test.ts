import { expect, test } from 'vitest'
import { countTests } from './count-tests.ts'

function report(...files: { status: string; tests: string[] }[]): string {
  return JSON.stringify({
    testResults: files.map(({ status, tests }) => ({
      status,
      assertionResults: tests.map((one) => ({ status: one })),
    })),
  })
}

test('the tests of all files are counted by their result', () => {
  const text = report(
    { status: 'failed', tests: ['passed', 'failed', 'skipped'] },
    { status: 'passed', tests: ['passed', 'todo', 'pending'] },
  )

  expect(countTests(text, 1)).toEqual({ passed: 2, failed: 1, skipped: 3 })
})

test('a file that cannot be loaded counts as a failure', () => {
  expect(
    countTests(report({ status: 'failed', tests: [] }, { status: 'passed', tests: ['passed'] }), 1),
  ).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
  })
})

test('a run that fails outside its tests counts as a failure', () => {
  expect(countTests(report({ status: 'passed', tests: ['passed'] }), 1)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
  })
})
