/**
 * The types of EventSub that the stand-in knows, with their scopes, conditions and events:
 * https://dev.twitch.tv/docs/eventsub/eventsub-subscription-types/ and https://dev.twitch.tv/docs/eventsub/eventsub-reference/
 */
import { randomUUID } from 'node:crypto'
import type { TwitchUser } from './accounts.ts'

export interface EventType {
  version: string
  /** The scope that the broadcaster's token needs; undefined if it needs none. */
  scope?: string
  /** The names of the ids in the condition. Each is the broadcaster's, because nobody else consents here. */
  condition: readonly string[]
}

const broadcaster = ['broadcaster_user_id']
/** Version 1 was withdrawn in December 2025: https://github.com/nicklaw5/helix/issues/246 */
const ofTrains = { version: '2', scope: 'channel:read:hype_train', condition: broadcaster }
const subscriptions = { version: '1', scope: 'channel:read:subscriptions', condition: broadcaster }

export const eventTypes: Record<string, EventType> = {
  'channel.follow': {
    version: '2',
    scope: 'moderator:read:followers',
    condition: [...broadcaster, 'moderator_user_id'],
  },
  'channel.subscribe': subscriptions,
  'channel.subscription.gift': subscriptions,
  'channel.subscription.message': subscriptions,
  'channel.cheer': { version: '1', scope: 'bits:read', condition: broadcaster },
  'channel.raid': { version: '1', condition: ['to_broadcaster_user_id'] },
  'channel.hype_train.begin': ofTrains,
  'channel.hype_train.progress': ofTrains,
  'channel.channel_points_custom_reward_redemption.add': {
    version: '1',
    scope: 'channel:read:redemptions',
    condition: broadcaster,
  },
  'channel.charity_campaign.donate': { version: '1', scope: 'channel:read:charity', condition: broadcaster },
}

export const deedKinds = [
  'follow',
  'subscribe',
  'resubscribe',
  'gift',
  'cheer',
  'raid',
  'train',
  'reward',
  'charity',
] as const

/** What a viewer does, as a control call or the page of events says it. */
export interface Deed {
  kind: (typeof deedKinds)[number]
  /** The viewer; null for somebody who gives anonymously. */
  viewer: TwitchUser | null
  /** Months, subscriptions, bits, viewers, the level of a train, points, or cents for charity. */
  count: number
  message: string
}

export interface TwitchEvent {
  type: string
  event: object
}

/**
 * Returns the events of a deed. A gift of several subscriptions is one `channel.subscription.gift` with their total, and a
 * `channel.subscribe` for each person who gets one; they come in no particular order, so some come before it here.
 */
export function eventsOf({ kind, viewer, count, message }: Deed, channel: TwitchUser): TwitchEvent[] {
  const to = namesOf('broadcaster_user', channel)
  const by = namesOf('user', viewer)
  const isAnonymous = viewer === null
  switch (kind) {
    case 'follow':
      return [{ type: 'channel.follow', event: { ...by, ...to, followed_at: new Date().toISOString() } }]
    case 'subscribe':
      return [{ type: 'channel.subscribe', event: { ...by, ...to, tier: '1000', is_gift: false } }]
    case 'resubscribe': {
      const months = { cumulative_months: count, streak_months: null, duration_months: 1 }
      const event = { ...by, ...to, tier: '1000', message: { text: message, emotes: null }, ...months }
      return [{ type: 'channel.subscription.message', event }]
    }
    case 'gift': {
      const total = { total: count, cumulative_total: null, is_anonymous: isAnonymous }
      const gift = { type: 'channel.subscription.gift', event: { ...by, ...to, tier: '1000', ...total } }
      const received = Array.from({ length: count }, (_, at) => toReceived(to, at))
      return [...received.slice(0, count >> 1), gift, ...received.slice(count >> 1)]
    }
    case 'cheer':
      return [
        { type: 'channel.cheer', event: { is_anonymous: isAnonymous, ...by, ...to, message, bits: count } },
      ]
    case 'raid': {
      const from = namesOf('from_broadcaster_user', viewer)
      const event = { ...from, ...namesOf('to_broadcaster_user', channel), viewers: count }
      return [{ type: 'channel.raid', event }]
    }
    case 'train':
      return trainOf(to, channel.id, count)
    case 'reward':
      return [toRedemption({ ...by, ...to, user_input: message }, count)]
    case 'charity':
      return [toDonation({ ...by, ...to }, count)]
  }
}

function toRedemption(of: object, cost: number): TwitchEvent {
  const reward = { id: randomUUID(), title: 'Hydrate', cost, prompt: 'Make me drink' }
  const event = {
    id: randomUUID(),
    ...of,
    status: 'unfulfilled',
    reward,
    redeemed_at: new Date().toISOString(),
  }
  return { type: 'channel.channel_points_custom_reward_redemption.add', event }
}

/** `value` is in minor units, here cents. */
function toDonation(of: object, value: number): TwitchEvent {
  const charity = {
    charity_name: 'Save the Otters',
    charity_description: 'Rivers and those who live in them',
    charity_logo: 'https://otters.example/logo.png',
    charity_website: 'https://otters.example',
  }
  const amount = { value, decimal_places: 2, currency: 'USD' }
  const event = { id: randomUUID(), campaign_id: '123-abc-456-def', ...of, ...charity, amount }
  return { type: 'channel.charity_campaign.donate', event }
}

/**
 * The events of a train that reaches a level: one of its progress for each contribution, also for those that began it, which may come before
 * its beginning: https://dev.twitch.tv/docs/eventsub/reference/hype-train. The first level is a new train's.
 */
function trainOf(to: object, channelId: string, level: number): TwitchEvent[] {
  const id = (level > 1 && trains.get(channelId)) || randomUUID()
  trains.set(channelId, id)
  const now = Date.now()
  const event = {
    id,
    ...to,
    level,
    total: 1_800 * level,
    progress: 200,
    goal: 1_800,
    top_contributions: null, // as in https://github.com/twitchdev/issues/issues/594
    type: 'regular',
    is_shared_train: false,
    shared_train_participants: null,
    started_at: new Date(now).toISOString(),
    expires_at: new Date(now + 300_000).toISOString(),
  }
  const progress = { type: 'channel.hype_train.progress', event }
  if (level > 1) return [progress, progress]
  const begin = {
    type: 'channel.hype_train.begin',
    event: { ...event, all_time_high_level: 4, all_time_high_total: 9_000 },
  }
  return [progress, begin, progress]
}

/** The latest train of each channel. */
const trains = new Map<string, string>()

function toReceived(to: object, at: number): TwitchEvent {
  const by = { user_id: `9${at}`, user_login: `lucky_${at}`, user_name: `Lucky_${at}` }
  return { type: 'channel.subscribe', event: { ...by, ...to, tier: '1000', is_gift: true } }
}

/** Returns a user's id, login and name; all are null for somebody who is anonymous. */
function namesOf(prefix: string, user: TwitchUser | null): object {
  return {
    [`${prefix}_id`]: user?.id ?? null,
    [`${prefix}_login`]: user?.login ?? null,
    [`${prefix}_name`]: user?.displayName ?? null,
  }
}
