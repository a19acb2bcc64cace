/** Reads Twitch's events: https://dev.twitch.tv/docs/eventsub/eventsub-subscription-types/ */
import { z } from 'zod'
import { anonymousName } from '../../contract/payments/tip.ts'
import { sentShowEvent, showTextLimits } from '../../contract/show/show-event.ts'
import type { SentShowEvent } from '../../contract/show/show-event.ts'

const text = z.string().max(10_000)
const name = text.nullish()
const count = z.number().int()
const anonymous = z.boolean().optional()

const events = {
  'channel.follow': z.object({ user_name: name }),
  'channel.subscribe': z.object({ user_name: name, is_gift: z.boolean() }),
  'channel.subscription.message': z.object({
    user_name: name,
    cumulative_months: count,
    message: z.object({ text }),
  }),
  'channel.subscription.gift': z.object({ user_name: name, total: count, is_anonymous: anonymous }),
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
      const { user_name, is_gift } = events[type].parse(event)
      return is_gift ? undefined : { kind: 'subscription', name: toName(user_name) }
    }
    case 'channel.subscription.message': {
      const { user_name, cumulative_months, message } = events[type].parse(event)
      const by = { kind: 'subscription', name: toName(user_name), message: toMessage(message.text) }
      return { ...by, ...(cumulative_months > 0 && { quantity: cumulative_months }) }
    }
    case 'channel.subscription.gift': {
      const { user_name, total, is_anonymous } = events[type].parse(event)
      return { kind: 'gift', name: toName(user_name, is_anonymous), quantity: total }
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
  isAnonymous || !given ? anonymousName : given.slice(0, showTextLimits.name)
const toMessage = (given: string) => given.slice(0, showTextLimits.message)
