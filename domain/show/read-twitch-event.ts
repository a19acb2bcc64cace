/** Reads Twitch's events: https://dev.twitch.tv/docs/eventsub/eventsub-subscription-types/ */
import { z } from 'zod'
import { shorten } from '../../contract/chat/chat-text.ts'
import { sentShowEvent, showTextLimits } from '../../contract/show/show-event.ts'
import type { SentShowEvent, ShowTier } from '../../contract/show/show-event.ts'
import { moneyOf } from './money-of.ts'
import { nameOf } from './name-of.ts'

const text = z.string().max(10_000)
const name = text.nullish()
const count = z.number().int()
const anonymous = z.boolean().optional()
const tiers: Record<string, ShowTier> = { '1000': '1', '2000': '2', '3000': '3' }
/** Twitch names Prime the first tier. One that we do not know is left out. */
const tier = text.nullish().transform((value) => tiers[value ?? ''])

const train = z.object({ id: z.string().regex(/^[\x21-\x7e]{1,80}$/), level: count })

const events = {
  'channel.follow': z.object({ user_name: name }),
  'channel.subscribe': z.object({ user_name: name, tier, is_gift: z.boolean() }),
  'channel.subscription.message': z.object({
    user_name: name,
    tier,
    cumulative_months: count,
    message: z.object({ text }),
  }),
  'channel.subscription.gift': z.object({ user_name: name, tier, total: count, is_anonymous: anonymous }),
  'channel.cheer': z.object({ user_name: name, bits: count, message: text, is_anonymous: anonymous }),
  'channel.raid': z.object({ from_broadcaster_user_name: name, viewers: count }),
  'channel.hype_train.begin': train,
  'channel.hype_train.progress': train,
  'channel.channel_points_custom_reward_redemption.add': z.object({
    user_name: name,
    user_input: text.nullish(),
    reward: z.object({ title: text, cost: count }),
  }),
  'channel.charity_campaign.donate': z.object({
    user_name: name,
    charity_name: text,
    amount: z.object({ value: count, decimal_places: count.min(0).max(4), currency: text }),
  }),
}

/**
 * Returns what is shown of an event of Twitch; `id` is that of its message, which is the event's own, except of a train: Twitch tells of it with each
 * contribution, and may send that before its beginning (https://dev.twitch.tv/docs/eventsub/reference/hype-train), so its id is that of the train and
 * its level. Returns undefined for a subscription that somebody else
 * gave, because `channel.subscription.gift` announces all of one gift at once, for a raid without viewers, and for a type that we do not
 * show. Throws if the event is not as Twitch documents it.
 */
export function readTwitchEvent(type: string, event: unknown, id: string): SentShowEvent | undefined {
  const sent = toSent(type, event)
  return sent && sentShowEvent.parse({ id, ...sent })
}

function toSent(type: string, event: unknown): object | undefined {
  switch (type) {
    case 'channel.follow':
      return { kind: 'follow', name: toName(events[type].parse(event).user_name) }
    case 'channel.subscribe': {
      const { user_name, tier, is_gift } = events[type].parse(event)
      return is_gift ? undefined : { kind: 'subscription', name: toName(user_name), tier }
    }
    case 'channel.subscription.message': {
      const { user_name, tier, cumulative_months, message } = events[type].parse(event)
      const by = { kind: 'subscription', name: toName(user_name), tier, message: toMessage(message.text) }
      return { ...by, ...(cumulative_months > 0 && { quantity: cumulative_months }) }
    }
    case 'channel.subscription.gift': {
      const { user_name, tier, total, is_anonymous } = events[type].parse(event)
      return { kind: 'gift', name: toName(user_name, is_anonymous), tier, quantity: total }
    }
    case 'channel.cheer': {
      const { user_name, bits, message, is_anonymous } = events[type].parse(event)
      const by = { kind: 'cheer', name: toName(user_name, is_anonymous), quantity: bits }
      return { ...by, message: toMessage(message) }
    }
    case 'channel.raid': {
      const { from_broadcaster_user_name, viewers } = events[type].parse(event)
      return viewers > 0
        ? { kind: 'raid', name: toName(from_broadcaster_user_name), quantity: viewers }
        : undefined
    }
    case 'channel.hype_train.begin':
    case 'channel.hype_train.progress': {
      const { id, level } = events[type].parse(event)
      return { kind: 'train', id: `${id}:${level}`, quantity: level }
    }
    case 'channel.channel_points_custom_reward_redemption.add': {
      const { user_name, user_input, reward } = events[type].parse(event)
      const by = { kind: 'reward', name: toName(user_name), title: toTitle(reward.title) }
      return {
        ...by,
        message: toMessage(user_input ?? ''),
        ...(reward.cost > 0 && { quantity: reward.cost }),
      }
    }
    case 'channel.charity_campaign.donate': {
      const { user_name, charity_name, amount } = events[type].parse(event)
      const { value, decimal_places, currency: code } = amount
      return {
        kind: 'charity',
        name: toName(user_name),
        title: toTitle(charity_name),
        ...moneyOf(value / 10 ** decimal_places, code),
      }
    }
    default:
      return undefined
  }
}

const toName = (given: string | null | undefined, isAnonymous = false) =>
  nameOf(isAnonymous ? undefined : given)
const toTitle = (given: string) => shorten(given, showTextLimits.title)
const toMessage = (given: string) => shorten(given, showTextLimits.message)
