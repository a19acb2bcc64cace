/** What people look back on: a creator on what came in, a supporter on what was given. Each sees the own alone. */
import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { goal, isoTime, userName } from './entities.ts'
import { minorUnits, payoutCurrency } from './money.ts'
import { receiptToken } from './receipt-calls.ts'

export const insightRange = z.enum(['7', '30', '90', '365'])
export type InsightRange = z.output<typeof insightRange>

const day = z.iso.date()

/** One day (UTC): what came in and has not gone back, and how many tips that is. */
export const insightDay = z.object({ day, amount: minorUnits, tips: z.int() })
export type InsightDay = z.output<typeof insightDay>

export const getInsights = defineCall({
  method: 'GET',
  path: 'goals/insights',
  access: 'creator',
  summary: 'What came in for the signed-in creator on each of the last days, today included.',
  query: z.object({ days: insightRange }),
  response: z.object({
    currency: payoutCurrency,
    /** Oldest first, without a gap. */
    days: z.array(insightDay),
    total: minorUnits,
    tips: z.int(),
    /** What came in over as many days before. */
    before: minorUnits,
    allTime: minorUnits,
  }),
})

export const getTotalEarnings = defineCall({
  method: 'GET',
  path: 'goals/total-earnings',
  access: 'creator',
  summary: 'What the signed-in creator has raised: in total, toward each goal, and by general tips.',
  response: z.object({
    currency: payoutCurrency,
    total: minorUnits,
    general: minorUnits,
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

/** Where a list goes on: what the answer before gave as `next`. */
const page = z.object({ cursor: z.optional(z.string().check(z.maxLength(80))) })
const next = z.nullable(z.string())

/** A tip as its creator sees it: the name is hidden when it is anonymous, the message is the creator's own to read. */
export const receivedTip = z.object({
  id: z.uuid(),
  name: z.string(),
  amount: minorUnits,
  currency: payoutCurrency,
  goalTitle: z.nullable(z.string()),
  message: z.nullable(z.string()),
  isPrivateMessage: z.boolean(),
  /** All of it has gone back. */
  isReturned: z.boolean(),
  /** `held`: it waits to be released or dismissed, and nobody else has seen it. Null: it was shown at once. */
  hold: z.nullable(z.enum(['held', 'released', 'dismissed'])),
  at: isoTime,
})
export type ReceivedTip = z.output<typeof receivedTip>

export const getReceivedTips = defineCall({
  method: 'GET',
  path: 'goals/received-tips',
  access: 'creator',
  summary: 'The signed-in creator’s tips, latest first, 20 at a time.',
  query: page,
  response: z.object({ tips: z.array(receivedTip), next }),
})

export const replayAlert = defineCall({
  method: 'POST',
  path: 'goals/replay-alert',
  access: 'creator',
  summary: 'Shows the alert of one of the creator’s own tips once more, on the overlay and nowhere else.',
  body: z.object({ tipId: z.uuid() }),
  response: z.object({}),
})

export const getChecklist = defineCall({
  method: 'GET',
  path: 'account/checklist',
  access: 'creator',
  summary: 'What a new creator has done already.',
  response: z.object({ payment: z.boolean(), goal: z.boolean(), alert: z.boolean(), chat: z.boolean() }),
})

/** A creator as a supporter meets them again. */
const creatorSummary = z.object({
  user_name: userName,
  display_name: z.string(),
  image: z.nullable(z.string()),
})

/** A tip as its giver sees it; `receipt` is what the link to its receipt carries. */
export const givenTip = z.object({
  id: z.uuid(),
  creator: creatorSummary,
  amount: minorUnits,
  currency: payoutCurrency,
  goalTitle: z.nullable(z.string()),
  /** So much of it has gone back. */
  returned: minorUnits,
  receipt: receiptToken,
  at: isoTime,
})
export type GivenTip = z.output<typeof givenTip>

export const getGivenTips = defineCall({
  method: 'GET',
  path: 'account/given-tips',
  access: 'signed-in',
  summary: 'The tips that the signed-in account gave, latest first, 20 at a time.',
  query: page,
  response: z.object({ tips: z.array(givenTip), next }),
})

/** A creator with what one supporter gave, without what went back. */
export const supportedCreator = z.extend(creatorSummary, {
  amount: minorUnits,
  currency: payoutCurrency,
  tips: z.int(),
})
export type SupportedCreator = z.output<typeof supportedCreator>

export const getGiving = defineCall({
  method: 'GET',
  path: 'account/giving',
  access: 'signed-in',
  summary: 'Whom the signed-in account supports and with how much, the most first.',
  response: z.object({ creators: z.array(supportedCreator) }),
})
