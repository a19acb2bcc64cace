/** Tests which of a creator's trusted pages becomes the active overlay, what the others are sent, and which page follows it. */
import { expect, test } from 'vitest'
import { buildAlerts, publishNextAlert, startTestSockets } from './sockets.fixture.ts'
import { buildKeyed, openPage } from './trusted-page.fixture.ts'
import type { TestPage } from './trusted-page.fixture.ts'

async function expectActive(pages: TestPage[], active: boolean[]): Promise<void> {
  await expect.poll(() => pages.map(({ isActive }) => isActive)).toEqual(active)
}

test('the page that is seen best is the active overlay, wherever it is connected', async () => {
  await using one = await startTestSockets()
  await using two = await startTestSockets('postgres', one)
  const hello = await buildKeyed(one)
  const hidden = await openPage(one, hello, { state: 'hidden' })
  await expectActive([hidden], [true])

  const visible = await openPage(two, hello, { state: 'visible' })
  await expectActive([hidden, visible], [false, true])
  const program = await openPage(one, hello, { state: 'program' })
  await expectActive([hidden, visible, program], [false, false, true])
  const second = await openPage(two, hello, { state: 'program' })
  program.report('hidden')

  await expect.poll(() => second.isActive).toBe(true)
  await expectActive([hidden, visible, program], [false, false, false])
})

test('when the active overlay is closed, another one follows, at the same server and at another', async () => {
  await using one = await startTestSockets()
  await using two = await startTestSockets('postgres', one)
  const hello = await buildKeyed(one)
  const first = await openPage(one, hello)
  await expectActive([first], [true])
  const [same, other] = [await openPage(one, hello), await openPage(two, hello)]

  first.socket.disconnect()

  await expect.poll(() => same.isActive || other.isActive).toBe(true)
  const [active, last] = same.isActive ? [same, other] : [other, same]
  active.socket.disconnect()
  await expectActive([last], [true])
})

test('a page that does not confirm is followed by another', async () => {
  await using one = await startTestSockets()
  await using two = await startTestSockets('postgres', one)
  const hello = await buildKeyed(one)
  const cut = await openPage(one, hello)
  await expectActive([cut], [true])
  const other = await openPage(two, hello, { state: 'visible' })
  expect(other.isActive).toBe(false)

  cut.isReachable = false

  await expectActive([other], [true])
})

test('a page that does not begin in its turn is followed by another', async () => {
  await using test = await startTestSockets()
  const hello = await buildKeyed(test)
  const stalled = await openPage(test, hello)
  await expectActive([stalled], [true])
  const other = await openPage(test, hello, { state: 'visible' })

  await publishNextAlert(test, hello.userUID)

  await expectActive([stalled, other], [false, true])
  other.begin(1)
  await expect.poll(() => stalled.playedSeq).toBe(1)
  stalled.report('program')
  await expectActive([stalled, other], [true, false])
})

test('what the active overlay begins is played for all others, and what another one begins is not', async () => {
  await using one = await startTestSockets()
  await using two = await startTestSockets('postgres', one)
  const hello = await buildKeyed(one)
  const active = await openPage(one, hello)
  await expectActive([active], [true])
  const others = [await openPage(one, hello), await openPage(two, hello)]
  await buildAlerts(one.db, hello.userUID, 3)
  await publishNextAlert(one, hello.userUID)
  for (const { waitForSeq } of [active, ...others]) await waitForSeq(4)

  for (const { begin } of others) begin(4)
  active.begin(1)
  active.begin(9)
  active.begin(2)

  await expect.poll(() => others.map(({ playedSeq }) => playedSeq)).toEqual([2, 2])
  const begun = await one.db
    .selectFrom('alert')
    .select(['seq', 'begunBy'])
    .where('begunAt', 'is not', null)
    .orderBy('seq')
    .execute()
  expect(begun).toEqual([1, 2].map((seq) => ({ seq, begunBy: active.overlayId })))
  const late = await one.readyOverlay({ ...hello, cursor: 0 })
  await late.waitForSeq(4)
  expect(late.seqs()).toEqual([3, 4])
})

test('a page that only has the address is never the active overlay, what it begins is played for nobody, and it hears of nothing played', async () => {
  await using test = await startTestSockets()
  const hello = await buildKeyed(test)
  const bare = await openPage(test, { userUID: hello.userUID })
  const own = await openPage(test, hello, { state: 'hidden' })
  await expectActive([bare, own], [false, true])
  const seq = await publishNextAlert(test, hello.userUID)
  await bare.waitForSeq(seq)

  bare.begin(seq)
  own.begin(99)
  const next = await publishNextAlert(test, hello.userUID)
  await own.waitForSeq(next)

  expect([bare.playedSeq, own.playedSeq]).toEqual([0, 0])
  own.begin(next)
  await expect.poll(() => own.playedSeq).toBe(next)
  const last = await publishNextAlert(test, hello.userUID)
  await bare.waitForSeq(last) // messages arrive in order, so a `played` would have arrived before this alert
  expect(bare.playedSeq).toBe(0)
})
