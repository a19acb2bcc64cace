import { afterEach, expect, test, vi } from 'vitest'
import type { LiveTotals } from '../../contract/sockets.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { updateAccount } from '../../db/queries/accounts/accounts.ts'
import { captureTip } from '../../domain/payments/ledger/ledger.fixture.ts'
import { startTestSockets } from './sockets.fixture.ts'
import type { TestSockets } from './sockets.fixture.ts'

/** Longer than the time between two checks. */
const checkMs = 20_000

afterEach(() => void vi.useRealTimers())

/** Stops the clock at a time. Sockets and the database go on, because they wait with `setTimeout`. */
function stopClockAt(time: string): void {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(time) })
}

/** Opens the total widget of a creator in a time zone, who received 10.00 at a time. */
async function openTotals(test: TestSockets, timeZone: string, tippedAt: string) {
  const { uid } = await buildCreator(test.db, { timeZone })
  await captureTip(test.db, uid, { amountMinor: 10_00 }, new Date(tippedAt))
  const page = test.page({ userUID: uid, wants: 'totals' }, await test.signIn(uid))
  return { uid, page, today: () => page.received('totals').map((each) => (each as LiveTotals).today) }
}

test('today’s total turns at the creator’s midnight and not at that of UTC', async () => {
  stopClockAt('2026-12-01T23:59:50Z')
  await using test = await startTestSockets()
  const inLosAngeles = await openTotals(test, 'America/Los_Angeles', '2026-12-01T20:00:00Z')
  const inUtc = await openTotals(test, 'UTC', '2026-12-01T20:00:00Z')
  await expect.poll(inLosAngeles.today).toEqual([10_00])
  await expect.poll(inUtc.today).toEqual([10_00])

  vi.advanceTimersByTime(checkMs)
  await expect.poll(inUtc.today).toEqual([10_00, 0])
  vi.setSystemTime('2026-12-02T07:59:50Z')
  vi.advanceTimersByTime(checkMs)

  await expect.poll(inLosAngeles.today).toEqual([10_00, 0])
  expect(inUtc.today()).toEqual([10_00, 0])
})

test('a creator’s new day is read once, and nothing is read before it or after it', async () => {
  stopClockAt('2026-12-01T12:00:00Z')
  await using test = await startTestSockets()
  const { today } = await openTotals(test, 'Asia/Kathmandu', '2026-12-01T10:00:00Z')
  await expect.poll(today).toEqual([10_00])
  test.takeReadCounts()

  vi.setSystemTime('2026-12-01T18:14:00Z')
  vi.advanceTimersByTime(2 * checkMs) // 18:14:40 is before midnight
  vi.advanceTimersByTime(checkMs)
  await expect.poll(today).toEqual([10_00, 0])
  vi.advanceTimersByTime(10 * checkMs)

  expect(test.takeReadCount('account')).toBe(1) // each reading of totals reads the creator's language
  expect(today()).toEqual([10_00, 0])
})

test('a new time zone moves the end of the day', async () => {
  stopClockAt('2026-12-01T12:00:00Z')
  await using test = await startTestSockets()
  const { uid, today } = await openTotals(test, 'America/Los_Angeles', '2026-12-01T10:00:00Z')
  await expect.poll(today).toEqual([10_00])

  await updateAccount(test.db, uid, { timeZone: 'Asia/Tokyo' })
  await test.publish({ kind: 'live', creatorUid: uid })
  await expect.poll(today).toEqual([10_00, 10_00])
  vi.setSystemTime('2026-12-01T15:00:00Z')
  vi.advanceTimersByTime(checkMs)

  await expect.poll(today).toEqual([10_00, 10_00, 0])
})

test('a creator whose widgets are closed costs nothing on a new day', async () => {
  stopClockAt('2026-12-01T12:00:00Z')
  await using test = await startTestSockets()
  const { page, today } = await openTotals(test, 'UTC', '2026-12-01T10:00:00Z')
  const other = await openTotals(test, 'UTC', '2026-12-01T10:00:00Z')
  await expect.poll(today).toEqual([10_00])
  await expect.poll(other.today).toEqual([10_00])
  page.socket.disconnect()
  await expect.poll(() => test.sockets.io.of('/live').sockets.size).toBe(1)
  test.takeReadCounts()

  vi.setSystemTime('2026-12-02T00:00:00Z')
  vi.advanceTimersByTime(checkMs)
  await expect.poll(other.today).toEqual([10_00, 0])

  expect(test.takeReadCount('account')).toBe(1) // each reading of totals reads the creator's language
})
