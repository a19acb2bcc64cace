import { expect, test } from 'vitest'
import { runMixedLoad } from './mixed-load.fixture.ts'
import type { MixedLoad } from './mixed-load.fixture.ts'

/** How many messages may be on their way in a process that dies or stops: one in each chat, and eight at once. */
const inFlight = 8
/** Two kills and a freeze. */
const breaks = 3

test('creators who have not made the bot a moderator hardly slow the others, through kills and a freeze', async () => {
  const alone = await runAndCheck({ moderated: 40, plain: 0, tipsEach: 20 })
  const mixed = await runAndCheck({ moderated: 40, plain: 20, tipsEach: 20 })
  expect(mixed.moderatedMedian).toBeLessThanOrEqual(1.2 * alone.moderatedMedian)
}, 1_200_000)

async function runAndCheck(load: MixedLoad) {
  const result = await runMixedLoad(load)
  console.log(JSON.stringify({ ...load, ...result }))
  const { violations, statuses, mute, announced } = result
  // After a kill, the next process may repeat a message, which Twitch refuses as such where the bot is no moderator.
  const { duplicates, ...broken } = violations
  expect(Object.entries(broken).filter(([, count]) => count > 0)).toEqual([])
  expect(duplicates).toBeLessThanOrEqual(breaks * inFlight)
  expect(mute).toBe(0)

  const { sent = 0, coalesced = 0, 'expired tooLate': expired = 0, ...others } = statuses
  const { 'gave_up unconfirmed': unconfirmed = 0, ...unexpected } = others
  expect(unexpected).toEqual({})
  const tips = (load.moderated + load.plain) * load.tipsEach
  expect(sent + coalesced + expired + unconfirmed).toBe(tips)
  // What is recorded as posted is in the chat. A message whose process died before it was recorded may be there twice.
  expect(announced).toBeGreaterThanOrEqual(sent + coalesced)
  expect(announced).toBeLessThanOrEqual(tips + breaks * inFlight * load.tipsEach)
  return result
}
