/** Events as creators' tools get them: in the feed, in webhooks, and as the response to calls. They have public data only. */
import * as z from 'zod/mini'
import { isoTime } from '../entities.ts'
import { currency, minorUnits, payoutCurrency } from '../money/money.ts'
import { alertSeq } from '../alerts/alert-seq.ts'
import { shownEvent } from '../show/show-event.ts'

/**
 * `tip.captured`: a tip was paid, or one that was held is shown now. `goal.funded`: a tip reached its goal's target. `goal.milestone`: a
 * tip brought its goal to a quarter, half or three quarters, or to where one more tip of its size reaches the target. `alert.tested`: the
 * creator tries the alert, and nobody has paid. `alert.replayed`: the creator shows the alert of an earlier tip again.
 */
const tipEventTypes = [
  'tip.captured',
  'goal.funded',
  'goal.milestone',
  'alert.tested',
  'alert.replayed',
] as const
/** `show.received`: a viewer gave or did something that is not a tip. `show.replayed`: the creator shows its alert again. */
const showEventTypes = ['show.received', 'show.replayed'] as const
export const toolEventType = z.enum([...tipEventTypes, ...showEventTypes])
export type ToolEventType = z.output<typeof toolEventType>

/** A tip as everybody may see it, without nesting. Amounts are in minor units; texts are in the creator's language. */
export const toolTip = z.object({
  /** The id of the tip, the same in all its events; null for a test. */
  tipId: z.nullable(z.uuid()),
  name: z.string(),
  /** Null if there is none, or if it is private. */
  message: z.nullable(z.string()),
  amount: minorUnits,
  currency,
  /** The amount with its currency, as the alert shows it. */
  amountText: z.string(),
  /** What the tip counts in goals and boards, in the currency that the creator is paid in. */
  worth: minorUnits,
  worthCurrency: z.union([payoutCurrency, currency]),
  goalTitle: z.nullable(z.string()),
  /** The goal's target, and what it had received with this tip. */
  goalAmount: z.nullable(minorUnits),
  goalAmountReceived: z.nullable(minorUnits),
})
export type ToolTip = z.output<typeof toolTip>

/** A show event as everybody may see it, without nesting. It has no amount of money. */
export const toolShow = z.extend(shownEvent, {
  /** The same in all events about it. */
  showEventId: z.uuid(),
  /** Null if it names nobody. */
  name: z.nullable(z.string()),
  message: z.nullable(z.string()),
})
export type ToolShow = z.output<typeof toolShow>

const ofEveryEvent = {
  /** The same in the feed, in every attempt of a webhook and at every endpoint. */
  id: z.uuid(),
  timestamp: isoTime,
}

const ofTip = { ...ofEveryEvent, type: z.enum(tipEventTypes), data: toolTip }
const ofShow = { ...ofEveryEvent, type: z.enum(showEventTypes), data: toolShow }
export const toolEvent = z.discriminatedUnion('type', [z.object(ofTip), z.object(ofShow)])
export type ToolEvent = z.output<typeof toolEvent>
export type ToolTipEvent = Extract<ToolEvent, { data: ToolTip }>

/** Its place in the feed. The next events are those after this cursor. */
const place = { cursor: alertSeq }
/** An event about a tip, with its place in the feed. */
export const tipFeedEvent = z.object({ ...ofTip, ...place })
export type TipFeedEvent = z.output<typeof tipFeedEvent>
/** An event with its place in the feed. */
export const feedEvent = z.discriminatedUnion('type', [tipFeedEvent, z.object({ ...ofShow, ...place })])
export type FeedEvent = z.output<typeof feedEvent>

/** The maximum number of events in one response of a call. */
export const maxToolEvents = 100
