import { expect, test } from 'vitest'
import type { SentShowEvent } from '../../contract/show/show-event.ts'
import { readTwitchEvent } from './read-twitch-event.ts'

type SentCheer = Extract<SentShowEvent, { kind: 'cheer' | 'raid' }>
const id = 'befa7b53-d79d-478f-86b9-120f112b044e'
/** Examples of https://dev.twitch.tv/docs/eventsub/eventsub-subscription-types/. */
const by = { user_id: '1234', user_login: 'cool_user', user_name: 'Cool_User' }
const to = { broadcaster_user_id: '1337', broadcaster_user_login: 'cooler', broadcaster_user_name: 'Cooler' }

test.each([
  ['channel.follow', { followed_at: '2020-07-15T18:16:11.17106713Z' }, { kind: 'follow' }],
  ['channel.subscribe', { tier: '2000', is_gift: false }, { kind: 'subscription', tier: '2' }],
  [
    'channel.subscription.message',
    { tier: '1000', message: { text: 'Love it', emotes: [] }, cumulative_months: 15, streak_months: 1 },
    { kind: 'subscription', tier: '1', quantity: 15, message: 'Love it' },
  ],
  [
    'channel.subscription.gift',
    { total: 2, tier: '3000', cumulative_total: 284, is_anonymous: false },
    { kind: 'gift', tier: '3', quantity: 2 },
  ],
  [
    'channel.cheer',
    { is_anonymous: false, message: 'pogchamp', bits: 1000 },
    { kind: 'cheer', quantity: 1000, message: 'pogchamp' },
  ],
  [
    'channel.channel_points_custom_reward_redemption.add',
    {
      user_input: 'pogchamp',
      status: 'unfulfilled',
      reward: { id: '92af127c', title: 'title', cost: 100, prompt: 'p' },
    },
    { kind: 'reward', title: 'title', quantity: 100, message: 'pogchamp' },
  ],
  [
    'channel.charity_campaign.donate',
    { charity_name: 'Example', amount: { value: 10_000, decimal_places: 2, currency: 'USD' } },
    { kind: 'charity', title: 'Example', quantity: 10_000, unit: 'usd' },
  ],
] as const)('%s is read as Twitch documents it', (type, event, expected) => {
  expect(readTwitchEvent(type, { ...by, ...to, ...event }, id)).toEqual({
    id,
    name: 'Cool_User',
    ...expected,
  })
})

test.each([
  [
    { value: 500, decimal_places: 0, currency: 'JPY' },
    { quantity: 500, unit: 'jpy' },
  ],
  [
    { value: 1500, decimal_places: 3, currency: 'USD' },
    { quantity: 150, unit: 'usd' },
  ],
  [{ value: 1500, decimal_places: 3, currency: 'KWD' }, {}],
  [{ value: 0, decimal_places: 2, currency: 'USD' }, {}],
])('a donation of %o to charity is %o', (amount, expected) => {
  const event = { ...by, ...to, charity_name: 'Example', amount }
  expect(readTwitchEvent('channel.charity_campaign.donate', event, id)).toEqual({
    id,
    kind: 'charity',
    name: 'Cool_User',
    title: 'Example',
    ...expected,
  })
})

test('a reward that costs nothing has no number', () => {
  const event = { ...by, ...to, user_input: '', reward: { title: 'Hi', cost: 0 } }
  expect(
    readTwitchEvent('channel.channel_points_custom_reward_redemption.add', event, id),
  ).not.toHaveProperty('quantity')
})

test('the beginning and the progress of a train at one level are one event', () => {
  const train = {
    id: '1b0AsbInCHZW2SQFQkCzqN07Ib2',
    ...to,
    level: 2,
    top_contributions: null,
    type: 'golden_kappa',
  }
  const sent = ['channel.hype_train.begin', 'channel.hype_train.progress'].map((type) =>
    readTwitchEvent(type, train, id),
  )
  const expected = { id: '1b0AsbInCHZW2SQFQkCzqN07Ib2:2', kind: 'train', quantity: 2 }
  expect(sent).toEqual([expected, expected])
})

test('a subscription that somebody else gave is not shown, because the gift is', () => {
  expect(readTwitchEvent('channel.subscribe', { ...by, ...to, is_gift: true }, id)).toBeUndefined()
})

test.each(['channel.subscription.gift', 'channel.cheer'])('%s of somebody anonymous has no name', (type) => {
  const nobody = { user_id: null, user_login: null, user_name: null, is_anonymous: true }
  const event = { ...nobody, ...to, total: 3, bits: 3, message: '' }
  expect(readTwitchEvent(type, event, id)).toMatchObject({ name: 'Anonymous', quantity: 3 })
})

test('what is too long is cut, and what no text contains is removed', () => {
  const event = { ...by, user_name: 'x'.repeat(200), bits: 1, message: `a\u0000${'b'.repeat(600)}` }
  const { name, message } = readTwitchEvent('channel.cheer', event, id) as SentCheer
  expect([name?.length, message?.length]).toEqual([50, 499])
})

test.each([
  ['channel.cheer', { ...by, bits: 'many', message: '' }],
  ['channel.cheer', { ...by, bits: 0, message: '' }],
  ['channel.follow', null],
  ['channel.follow', { user_name: { evil: true } }],
  ['channel.raid', { from_broadcaster_user_name: 'Ada', viewers: 1.5 }],
  ['channel.hype_train.begin', { id: 'a b', level: 1 }],
  ['channel.hype_train.progress', { id: 'a', level: 0 }],
  ['channel.charity_campaign.donate', { ...by, charity_name: 'Example', amount: { value: 5 } }],
])('%s that is not as documented is refused (%o)', (type, event) => {
  expect(() => readTwitchEvent(type, event, id)).toThrow()
})

test('a tier that we do not know is left out, and its event is shown', () => {
  const event = { ...by, ...to, tier: '4000', is_gift: false }
  expect(readTwitchEvent('channel.subscribe', event, id)).toEqual({
    id,
    kind: 'subscription',
    name: 'Cool_User',
  })
})

test('an emoji is left out as a whole where a text is cut', () => {
  const family = '👨‍👩‍👧‍👦'
  const event = { ...by, user_name: 'x'.repeat(45) + family, bits: 1, message: `${'a'.repeat(494)}${family}` }
  const { name, message } = readTwitchEvent('channel.cheer', event, id) as SentCheer
  expect([name, message]).toEqual([`${'x'.repeat(45)}…`, `${'a'.repeat(494)}…`])
})

test('a type that we do not show is ignored', () => {
  expect(readTwitchEvent('channel.ad_break.begin', { anything: 1 }, id)).toBeUndefined()
})
