import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inRequest, openConnectionLog, openLog } from './log.ts'

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
