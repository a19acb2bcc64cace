import { expect, test } from 'vitest'
import type { SentShowEvent } from '../../contract/show/show-event.ts'
import { openBursts } from './bursts.ts'

const follow = (no: number): SentShowEvent => ({ kind: 'follow', id: `f${no}`, name: `Bot${no}` })
const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, at) => from + at)

function setUp() {
  const stored: [string, string[]][] = []
  const bursts = openBursts(
    (uid, _source, events) => void stored.push([uid, events.map(({ id }) => id ?? '')]),
  )
  return { stored, ...bursts }
}

test('the first ten of a kind are alone, and the rest of a burst is one, in its order', () => {
  const { stored, take, flush } = setUp()

  const alone = upTo(10_000).filter((no) => !take('mira', 'twitch', follow(no)))
  flush()

  expect(alone).toEqual(upTo(10))
  expect(stored).toEqual([['mira', upTo(9_990, 10).map((no) => `f${no}`)]])
})

test('a burst is handed over by itself, and what goes on is gathered anew', async () => {
  const { stored, take } = setUp()
  for (const no of upTo(12)) take('mira', 'twitch', follow(no))

  await expect.poll(() => stored).toEqual([['mira', ['f10', 'f11']]])
  expect(take('mira', 'twitch', follow(12))).toBe(true)
})

test('each reward has a burst of its own, and what gives money or has words is alone', () => {
  const { take } = setUp()
  const reward = (no: number, title: string, message = ''): SentShowEvent => {
    return { kind: 'reward', id: `r${no}${title}`, name: 'Ada', title, message, quantity: 1 }
  }
  const gift = (no: number): SentShowEvent => ({
    kind: 'charity',
    id: `c${no}`,
    name: 'Ada',
    title: 'Otters',
  })
  for (const no of upTo(10)) take('mira', 'twitch', reward(no, 'Hydrate'))

  expect(take('mira', 'twitch', reward(10, 'Hydrate'))).toBe(true)
  expect(take('mira', 'twitch', reward(11, 'Stretch'))).toBe(false)
  expect(take('mira', 'twitch', reward(12, 'Hydrate', 'please'))).toBe(false)
  expect(upTo(20).some((no) => take('mira', 'twitch', gift(no)))).toBe(false)
})

test('creators, kinds and tiers have bursts of their own', () => {
  const { take } = setUp()
  const gift = (no: number, tier: '1' | '2'): SentShowEvent => ({
    kind: 'gift',
    id: `g${no}${tier}`,
    name: 'Ada',
    quantity: 1,
    tier,
  })
  for (const no of upTo(11)) take('mira', 'twitch', follow(no))

  expect(take('juniper', 'twitch', follow(1))).toBe(false)
  expect(
    upTo(11)
      .map((no) => take('mira', 'twitch', gift(no, '1')))
      .at(-1),
  ).toBe(true)
  expect(take('mira', 'twitch', gift(0, '2'))).toBe(false)
})

test('what has a message, and each subscription, stays alone', () => {
  const { take } = setUp()
  const cheer = (no: number): SentShowEvent => ({
    kind: 'cheer',
    id: `c${no}`,
    name: 'Ada',
    quantity: 1,
    message: 'Cheer1',
  })
  const subscription = (no: number): SentShowEvent => ({ kind: 'subscription', id: `s${no}`, name: `S${no}` })

  expect(
    upTo(50).some((no) => take('mira', 'twitch', cheer(no)) || take('mira', 'twitch', subscription(no))),
  ).toBe(false)
})

test('what Twitch sends again is part of no burst twice', () => {
  const { stored, take, flush } = setUp()
  for (const no of upTo(20)) take('mira', 'twitch', follow(no))
  flush()

  for (const no of upTo(20)) expect(take('mira', 'twitch', follow(no))).toBe(true)
  flush()

  expect(stored).toHaveLength(1)
})
