/**
 * Subscribes a connection to the events of a creator's channel, with the creator's token:
 * https://dev.twitch.tv/docs/eventsub/manage-subscriptions/
 */
import type { ShowKind } from '../../../../contract/show/show-event.ts'
import type { TwitchConfig } from '../../../config/chat/twitch.ts'
import { postJson } from './requests.ts'

interface EventKind {
  type: string
  version: string
  /** Undefined where the event needs no consent. */
  scope?: string
  /** Only who wants this kind consents to it; undefined for what everybody who has the events on gets. */
  only?: ShowKind
  /** The names of the ids in the condition; each is the creator's. */
  of: readonly string[]
}

const broadcaster = ['broadcaster_user_id']
const trains = { version: '2', scope: 'channel:read:hype_train', only: 'train', of: broadcaster } as const
const subscriptions = { version: '1', scope: 'channel:read:subscriptions', of: broadcaster }

/** What we subscribe to: https://dev.twitch.tv/docs/eventsub/eventsub-subscription-types/ */
export const eventKinds: readonly EventKind[] = [
  {
    type: 'channel.follow',
    version: '2',
    scope: 'moderator:read:followers',
    of: [...broadcaster, 'moderator_user_id'],
  },
  { type: 'channel.subscribe', ...subscriptions },
  { type: 'channel.subscription.message', ...subscriptions },
  { type: 'channel.subscription.gift', ...subscriptions },
  { type: 'channel.cheer', version: '1', scope: 'bits:read', of: broadcaster },
  { type: 'channel.raid', version: '1', of: ['to_broadcaster_user_id'] },
  // version 1 was withdrawn in December 2025: https://github.com/nicklaw5/helix/issues/246
  { type: 'channel.hype_train.begin', ...trains },
  { type: 'channel.hype_train.progress', ...trains },
  {
    type: 'channel.channel_points_custom_reward_redemption.add',
    version: '1',
    scope: 'channel:read:redemptions',
    only: 'reward',
    of: broadcaster,
  },
  {
    type: 'channel.charity_campaign.donate',
    version: '1',
    scope: 'channel:read:charity',
    only: 'charity',
    of: broadcaster,
  },
]

/** The scopes that everybody who has the events on consents to. */
export const eventScopes = [
  ...new Set(eventKinds.flatMap(({ scope, only }) => (scope && !only ? scope : []))),
]

/** The scope of each kind that only those consent to who want it. */
export const kindScopes: Partial<Record<ShowKind, string>> = Object.fromEntries(
  eventKinds.flatMap(({ scope, only }) => (only ? [[only, scope]] : [])),
)

export interface Subscriber {
  accessToken: string
  /** The creator's id on Twitch. */
  userId: string
  sessionId: string
}

/** `token`: the access token is not valid. `permission`: the consent does not cover the event. */
export type SubscribeResult = 'subscribed' | 'token' | 'permission'

/** Subscribes a connection to one kind of events. Rejects when Twitch refuses for another reason, or does not respond. */
export async function subscribe(
  { apiUrl, clientId }: TwitchConfig,
  { accessToken, userId, sessionId }: Subscriber,
  { type, version, of }: EventKind,
): Promise<SubscribeResult> {
  const response = await postJson(
    `${apiUrl}/eventsub/subscriptions`,
    { authorization: `Bearer ${accessToken}`, 'client-id': clientId },
    {
      type,
      version,
      condition: Object.fromEntries(of.map((name) => [name, userId])),
      transport: { method: 'websocket', session_id: sessionId },
    },
  )
  // a repeated request finds the subscription that the first one made
  if (response.ok || response.status === 409) return 'subscribed'
  if (response.status === 401) return 'token'
  if (response.status === 403) return 'permission'
  throw new Error(`twitch answered ${response.status} to a subscription to ${type}`)
}
