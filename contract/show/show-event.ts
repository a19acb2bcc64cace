/**
 * Show events: what viewers give or do that is not a tip. They have an alert of their own in the sequence of tips (docs/show-events.md). What
 * they count is never money: it is in no total, goal, board or ledger.
 */
import * as z from 'zod/mini'
import { shownName } from '../shown-name.ts'
import { plainText } from '../text.ts'

/** `other` is whatever a tool names by a title: an order of a shop, the result of a wheel. */
export const showKind = z.enum(['follow', 'subscription', 'gift', 'cheer', 'raid', 'other'])
export type ShowKind = z.output<typeof showKind>

/** The kinds that always count something: subscriptions given, bits, viewers. Only these have a minimum. */
export const countedShowKinds = ['gift', 'cheer', 'raid'] as const satisfies readonly ShowKind[]

/** Where an event comes from: a tool with an API token of the creator's, or Twitch itself. */
export const showSource = z.enum(['tool', 'twitch'])
export type ShowSource = z.output<typeof showSource>

/**
 * What a subscription costs its giver at the platform, from the first tier to the third. Twitch's events name Prime the first tier:
 * https://dev.twitch.tv/docs/eventsub/eventsub-reference/#subscribe-event
 */
export const showTier = z.enum(['1', '2', '3', 'prime'])
export type ShowTier = z.output<typeof showTier>

/** Names and messages are as long as those of tips. */
export const showTextLimits = { name: 50, message: 500, title: 80, unit: 20 } as const

/** How many of a unit: months, subscriptions, bits, viewers, or what `unit` says. */
export const showQuantity = z.int().check(z.minimum(1), z.maximum(1_000_000_000))

const filled = z.minLength(1)
const name = shownName(showTextLimits.name)
const message = z.optional(plainText(showTextLimits.message))
const words = { name: name.check(filled), message }
/** The source's own id of the event. Of the same source an event with the same id is shown once. */
const id = { id: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/))) }

/** Absent: not known, and counted as the first. */
const tier = { tier: z.optional(showTier) }

/** An event as a tool sends it. */
export const sentShowEvent = z.discriminatedUnion('kind', [
  z.object({ ...id, kind: z.literal('follow'), ...words }),
  /** `quantity`: for how many months. */
  z.object({ ...id, kind: z.literal('subscription'), ...words, ...tier, quantity: z.optional(showQuantity) }),
  z.object({ ...id, kind: z.literal('gift'), ...words, ...tier, quantity: showQuantity }),
  z.object({ ...id, kind: z.enum(['cheer', 'raid']), ...words, quantity: showQuantity }),
  z.object({
    ...id,
    kind: z.literal('other'),
    title: shownName(showTextLimits.title).check(filled),
    name: z.optional(name),
    message,
    quantity: z.optional(showQuantity),
    unit: z.optional(shownName(showTextLimits.unit)),
  }),
])
export type SentShowEvent = z.output<typeof sentShowEvent>

/** What everybody may see of an event, without its name and message. */
export const shownEvent = z.object({
  kind: showKind,
  source: showSource,
  /** Only for `other`. */
  title: z.nullable(z.string()),
  quantity: z.nullable(z.int()),
  /** The unit of an `other`; each other kind has its own. */
  unit: z.nullable(z.string()),
  /** Of subscriptions, if it is known. */
  tier: z.optional(showTier),
  /** How many events of a burst it is, with what they count together; absent: one. */
  count: z.optional(z.int()),
})
export type ShownEvent = z.output<typeof shownEvent>
