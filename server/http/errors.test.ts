import type { Request } from 'express'
import { expect, test, vi } from 'vitest'
import { AppError } from '../../contract/errors.ts'
import { openLog, tallyMs } from '../../domain/log.ts'
import { StorageAwayError } from '../../domain/storage/storage.ts'
import { openFailureLog, toAppError } from './errors.ts'

test.each([
  ['a pool without a free connection', new Error('timeout exceeded when trying to connect')],
  ['a storage that is away', new StorageAwayError('the bucket did not respond')],
  ['more files than the processes can take', new AppError('unavailable', { text: 'error_files_busy' })],
])('%s is one line at once, and then one a second at most, with a count', (_, thrown) => {
  vi.useFakeTimers()
  const lines: Record<string, unknown>[] = []
  const logFailure = openFailureLog(openLog('warn', { write: (line) => void lines.push(JSON.parse(line)) }))
  const fail = (path: string) => logFailure(toAppError(thrown), thrown, { path } as Request)

  for (let n = 0; n < 500; n++) fail(`/call/${n}`)
  vi.advanceTimersByTime(tallyMs)

  expect(lines).toMatchObject([
    { path: '/call/0', count: 1 },
    { path: '/call/499', count: 499 },
  ])
  vi.useRealTimers()
})

test('what a visitor did wrong is no line', () => {
  const lines: string[] = []
  const logFailure = openFailureLog(openLog('warn', { write: (line) => void lines.push(line) }))

  for (const code of ['invalid_input', 'not_found', 'rate_limited', 'unauthenticated'] as const) {
    const error = new AppError(code)
    logFailure(error, error, { path: '/' } as Request)
  }

  expect(lines).toEqual([])
})
