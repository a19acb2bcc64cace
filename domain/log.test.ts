import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { inRequest, openConnectionLog, openLog, openTally, tallyMs } from './log.ts'

type Line = Record<string, unknown>

function openTestLog() {
  const lines: Line[] = []
  const log = openLog('info', { write: (line: string) => void lines.push(JSON.parse(line) as Line) })
  return { lines, log }
}

test('a line has the id of the request that it was written for, also after a pause', async () => {
  const { lines, log } = openTestLog()

  await Promise.all(
    ['one', 'two'].map((id) =>
      inRequest(id, async () => {
        await sleep(5)
        log.info({ id }, 'done')
      }),
    ),
  )
  log.info('later')

  expect(lines.map(({ requestId, id }) => [requestId, id])).toEqual([
    ['one', 'one'],
    ['two', 'two'],
    [undefined, undefined],
  ])
})

test('equal errors of a connection become one line a minute, which names it and counts them', () => {
  const { lines, log } = openTestLog()
  let now = 0
  const report = openConnectionLog(log, () => now)
  const lose = (connection: 'queue' | 'limits', message: string) => report(connection)(new Error(message))

  for (let i = 0; i < 100; i++) lose('queue', 'refused')
  lose('limits', 'refused')
  lose('queue', 'timed out')
  now = 60_000
  lose('queue', 'refused')

  expect(lines.map(({ connection, reason, repeats }) => [connection, reason, repeats])).toEqual([
    ['queue', 'refused', undefined],
    ['limits', 'refused', undefined],
    ['queue', 'timed out', undefined],
    ['queue', 'refused', 99],
  ])
})

test('an error without a message is logged by its code', () => {
  const { lines, log } = openTestLog()

  openConnectionLog(log)('queue')(Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }))

  expect(lines[0]).toMatchObject({ connection: 'queue', reason: 'ECONNREFUSED' })
})

test('a tally writes the first event at once, and one line a second for all that follow, which belongs to no request', () => {
  vi.useFakeTimers()
  const { lines, log } = openTestLog()
  const count = openTally<string>((path, times) => log.warn({ path, times }, 'overloaded'))
  const written = () => lines.splice(0).map(({ path, times, requestId }) => [path, times, requestId])

  inRequest('one', () => count('/a'))
  expect(written()).toEqual([['/a', 1, 'one']])
  for (let i = 0; i < 1_000; i++) count('/b')
  count('/c')
  expect(written()).toEqual([])
  vi.advanceTimersByTime(tallyMs)
  expect(written()).toEqual([['/c', 1_001, undefined]])
  count('/d')
  vi.advanceTimersByTime(tallyMs)
  expect(written()).toEqual([['/d', 1, undefined]])
  vi.advanceTimersByTime(2 * tallyMs)
  expect(written()).toEqual([])
  count('/e')
  expect(written()).toEqual([['/e', 1, undefined]])
  vi.useRealTimers()
})
