/**
 * The types of EventSub that the stand-in knows, with their scopes, conditions and events:
 * https://dev.twitch.tv/docs/eventsub/eventsub-subscription-types/ and https://dev.twitch.tv/docs/eventsub/eventsub-reference/
 */
import type { TwitchUser } from './accounts.ts'

export interface EventType {
  version: string
  /** The scope that the broadcaster's token needs; undefined if it needs none. */
  scope?: string
  /** The names of the ids in the condition. Each is the broadcaster's, because nobody else consents here. */
  condition: readonly string[]
}

const broadcaster = ['broadcaster_user_id']
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
}

/** What a viewer does, as a control call or the page of events says it. */
export interface Deed {
  kind: 'follow' | 'subscribe' | 'resubscribe' | 'gift' | 'cheer' | 'raid'
  /** The viewer; null for somebody who gives anonymously. */
  viewer: TwitchUser | null
  /** Months, subscriptions, bits or viewers. */
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
  }
}

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
