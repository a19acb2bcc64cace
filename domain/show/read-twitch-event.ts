/** Reads Twitch's events: https://dev.twitch.tv/docs/eventsub/eventsub-subscription-types/ */
import { z } from 'zod'
import { shorten } from '../../contract/chat/chat-text.ts'
import { anonymousName } from '../../contract/payments/tip.ts'
import { sentShowEvent, showTextLimits } from '../../contract/show/show-event.ts'
import type { SentShowEvent, ShowTier } from '../../contract/show/show-event.ts'

const text = z.string().max(10_000)
const name = text.nullish()
const count = z.number().int()
const anonymous = z.boolean().optional()
const tiers: Record<string, ShowTier> = { '1000': '1', '2000': '2', '3000': '3' }
/** Twitch names Prime the first tier. One that we do not know is left out. */
const tier = text.nullish().transform((value) => tiers[value ?? ''])

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
}

/**
 * Returns what is shown of an event of Twitch; `id` is that of its message. Returns undefined for a subscription that somebody else
 * gave, because `channel.subscription.gift` announces all of one gift at once, for a raid without viewers, and for a type that we do not
 * show. Throws if the event is not as Twitch documents it.
 */
export function readTwitchEvent(type: string, event: unknown, id: string): SentShowEvent | undefined {
  const sent = toSent(type, event)
  return sent && sentShowEvent.parse({ ...sent, id })
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
    default:
      return undefined
  }
}

const toName = (given: string | null | undefined, isAnonymous = false) =>
  isAnonymous || !given ? anonymousName : shorten(given, showTextLimits.name)
const toMessage = (given: string) => shorten(given, showTextLimits.message)
