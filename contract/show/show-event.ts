/**
 * Show events: what viewers give or do that is not a tip. They have an alert of their own in the sequence of tips (docs/show-events.md). What
 * they count is never money: it is in no total, goal, board or ledger.
 */
import * as z from 'zod/mini'
import { currency } from '../money/money.ts'
import { shownName } from '../shown-name.ts'
import { plainText } from '../text.ts'

/**
 * `train`: a Hype Train reached a level. `reward`: somebody redeemed one with the channel's points. `charity`: a donation to the charity that
 * the channel collects for. `superchat`: a Super Chat or Super Sticker, which YouTube pays out. `other` is whatever a tool names by a title:
 * an order of a shop, the result of a wheel.
 */
export const showKind = z.enum([
  'follow',
  'subscription',
  'gift',
  'cheer',
  'raid',
  'train',
  'reward',
  'charity',
  'superchat',
  'other',
])
export type ShowKind = z.output<typeof showKind>

/** The kinds that count something: subscriptions given, bits, viewers, levels, points. Only these have a minimum. */
export const countedShowKinds = [
  'gift',
  'cheer',
  'raid',
  'train',
  'reward',
] as const satisfies readonly ShowKind[]

/** The kinds that are off until a creator wants them, because most channels have none of them. */
export const chosenShowKinds = ['train', 'reward', 'charity'] as const satisfies readonly ShowKind[]

/** Where an event comes from: a tool with an API token of the creator's, or a platform itself. */
export const showSource = z.enum(['tool', 'twitch', 'youtube'])
export type ShowSource = z.output<typeof showSource>

/**
 * What a subscription costs its giver at the platform, from the first tier to the third. Twitch's events name Prime the first tier:
 * https://dev.twitch.tv/docs/eventsub/eventsub-reference/#subscribe-event
 */
export const showTier = z.enum(['1', '2', '3', 'prime'])
export type ShowTier = z.output<typeof showTier>

/** Names and messages are as long as those of tips. */
export const showTextLimits = { name: 50, message: 500, title: 80, unit: 20 } as const

/** How many of a unit: months, subscriptions, bits, viewers, levels, points, a currency's minor units, or what `unit` says. */
export const showQuantity = z.int().check(z.minimum(1), z.maximum(1_000_000_000))

const filled = z.minLength(1)
const name = shownName(showTextLimits.name)
const message = z.optional(plainText(showTextLimits.message))
const words = { name: name.check(filled), message }
/** The source's own id of the event. Of the same source an event with the same id is shown once. */
const id = { id: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/))) }

/** Absent: not known, and counted as the first. */
const tier = { tier: z.optional(showTier) }

/** What is redeemed, who collects, or what another event is. */
export const showTitle = shownName(showTextLimits.title).check(filled)
const title = { title: showTitle }

const amount = { quantity: z.optional(showQuantity), unit: z.optional(currency) }
const isWholeAmount = z.refine<{ quantity?: number | undefined; unit?: string | undefined }>(
  ({ quantity, unit }) => (quantity === undefined) === (unit === undefined),
  { error: 'quantity and unit belong together', path: ['unit'] },
)

/** An event as a tool sends it. */
export const sentShowEvent = z.discriminatedUnion('kind', [
  z.object({ ...id, kind: z.literal('follow'), ...words }),
  /** `quantity`: for how many months. */
  z.object({ ...id, kind: z.literal('subscription'), ...words, ...tier, quantity: z.optional(showQuantity) }),
  z.object({ ...id, kind: z.literal('gift'), ...words, ...tier, quantity: showQuantity }),
  z.object({ ...id, kind: z.enum(['cheer', 'raid']), ...words, quantity: showQuantity }),
  /** `quantity`: the level. */
  z.object({ ...id, kind: z.literal('train'), quantity: showQuantity }),
  /** `title`: what was redeemed. `quantity`: for how many points. */
  z.object({ ...id, kind: z.literal('reward'), ...words, ...title, quantity: z.optional(showQuantity) }),
  /** `title`: the charity. `quantity`: how much it got, in minor units of the currency `unit`; both are there or neither. */
  z.object({ ...id, kind: z.literal('charity'), ...words, ...title, ...amount }).check(isWholeAmount),
  /** `quantity`: how much it was, in minor units of the currency `unit`; both are there or neither. */
  z.object({ ...id, kind: z.literal('superchat'), ...words, ...amount }).check(isWholeAmount),
  z.object({
    ...id,
    kind: z.literal('other'),
    ...title,
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
  /** What was redeemed, the charity, or what an `other` is. */
  title: z.nullable(z.string()),
  quantity: z.nullable(z.int()),
  /** The unit of an `other`, or the currency of a Super Chat or of charity, whose minor units `quantity` counts; each other kind has its own. */
  unit: z.nullable(z.string()),
  /** Of subscriptions, if it is known. */
  tier: z.optional(showTier),
  /** How many events of a burst it is, with what they count together; absent: one. */
  count: z.optional(z.int()),
})
export type ShownEvent = z.output<typeof shownEvent>
