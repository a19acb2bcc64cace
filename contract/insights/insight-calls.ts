/** Calls for the tips that a creator received and those that a supporter gave. People can read only their own. */
import * as z from 'zod/mini'
import { creatorCall, signedInCall } from '../call.ts'
import { goal, isoTime, tipWorth, userName } from '../entities.ts'
import { currency, minorUnits, payoutCurrency } from '../money/money.ts'
import { receiptToken } from '../payments/receipt-calls.ts'

export const insightRange = z.enum(['7', '30', '90', '365'])
export type InsightRange = z.output<typeof insightRange>

const day = z.iso.date()

/** The tips of one day in the creator's time zone: their number, and their sum in minor units without returned money. */
export const insightDay = z.object({ day, amount: minorUnits, tips: z.int() })
export type InsightDay = z.output<typeof insightDay>

export const getInsights = creatorCall.get('goals/insights', {
  summary:
    'What the signed-in creator received on each of the last days in their time zone, including today.',
  query: z.object({ days: insightRange }),
  response: z.object({
    currency: payoutCurrency,
    /** One entry for each day, oldest first, including days without tips. */
    days: z.array(insightDay),
    total: minorUnits,
    tips: z.int(),
    /** The sum of the preceding period, which has the same number of days. */
    before: minorUnits,
    allTime: minorUnits,
    /** The part of `allTime` that was imported. */
    imported: minorUnits,
  }),
})

export const getTotalEarnings = creatorCall.get('goals/total-earnings', {
  summary: 'What the signed-in creator has raised: in total, for each goal, and by general tips.',
  response: z.object({
    currency: payoutCurrency,
    total: minorUnits,
    general: minorUnits,
    imported: z._default(minorUnits, 0),
    goals: z.array(
      z.pick(goal, {
        goaluuid: true,
        title: true,
        status: true,
        currency: true,
        amount: true,
        amount_received: true,
      }),
    ),
  }),
})

/** The query of one page of a list. `cursor` is the field `next` of the previous page's response. */
const page = z.object({ cursor: z.optional(z.string().check(z.maxLength(80))) })
const next = z.nullable(z.string())

/** A tip as its creator sees it, including a private message. Anonymous tips have no name. */
export const receivedTip = z.object({
  id: z.uuid(),
  name: z.string(),
  amount: minorUnits,
  currency,
  worth: z._default(z.nullable(tipWorth), null),
  goalTitle: z.nullable(z.string()),
  message: z.nullable(z.string()),
  isPrivateMessage: z.boolean(),
  /** Whether the whole tip was refunded or lost in a dispute. */
  isReturned: z.boolean(),
  /** Whether an overlay skipped the tip's alert when it reconnected, because the creator does not want all missed alerts shown. */
  isSkipped: z.boolean(),
  /**
   * Null if the tip was never held. `held`: the tip waits for the creator to release or dismiss it, and nobody else can see it yet.
   */
  hold: z.nullable(z.enum(['held', 'released', 'dismissed'])),
  /** Whether the creator’s censor found something in the tip’s words, and therefore held it. */
  isHeldForWords: z.boolean(),
  at: isoTime,
})
export type ReceivedTip = z.output<typeof receivedTip>

export const getReceivedTips = creatorCall.get('goals/received-tips', {
  summary: 'The signed-in creator’s tips, latest first, 20 at a time.',
  query: page,
  response: z.object({ tips: z.array(receivedTip), next }),
})

export const replayAlert = creatorCall.post('goals/replay-alert', {
  summary: 'Replays the alert of one of the creator’s own tips, on the overlay only.',
  costs: 'a row that is fanned out to the own overlays',
  body: z.object({ tipId: z.uuid() }),
})

export const getChecklist = creatorCall.get('account/checklist', {
  summary: 'Which set-up steps a creator has completed.',
  response: z.object({
    payment: z.boolean(),
    goal: z.boolean(),
    alert: z.boolean(),
    chat: z.boolean(),
    /** Whether a tip has ever arrived. */
    tip: z.boolean(),
  }),
})

/** A creator in a supporter's lists. */
const creatorSummary = z.object({
  user_name: userName,
  display_name: z.string(),
  image: z.nullable(z.string()),
})

/** A tip as its supporter sees it; `receipt` is the token of its receipt's link. */
export const givenTip = z.object({
  id: z.uuid(),
  creator: creatorSummary,
  amount: minorUnits,
  currency,
  goalTitle: z.nullable(z.string()),
  /** The part of the amount that was refunded or lost in a dispute. */
  returned: minorUnits,
  receipt: receiptToken,
  at: isoTime,
})
export type GivenTip = z.output<typeof givenTip>

export const getGivenTips = signedInCall.get('account/given-tips', {
  summary: 'The tips that the signed-in account has given, latest first, 20 at a time.',
  query: page,
  response: z.object({ tips: z.array(givenTip), next }),
})

/** A creator with the number and the sum of a supporter's tips, without returned money. */
export const supportedCreator = z.extend(creatorSummary, {
  amount: minorUnits,
  currency,
  tips: z.int(),
})

export const getSupportedCreators = signedInCall.get('account/giving', {
  summary: 'The creators that the signed-in account supports, with totals, the largest first.',
  response: z.object({ creators: z.array(supportedCreator) }),
})
