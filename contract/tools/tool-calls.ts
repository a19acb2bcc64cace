/** Calls for creators' tools, with small responses without nesting, so that a Stream Deck key can show one field. */
import * as z from 'zod/mini'
import { creatorCall } from '../call.ts'
import { goalStatus, isoTime } from '../entities.ts'
import { minorUnits, payoutCurrency } from '../money/money.ts'
import { sampleKind } from '../alerts/sample-alerts.ts'
import { alertSeq } from '../alerts/alert-seq.ts'
import { maxToolEvents, tipFeedEvent, toolTip } from './tool-events.ts'

const toolGoal = z.object({
  id: z.uuid(),
  title: z.string(),
  status: goalStatus,
  currency: payoutCurrency,
  amount: minorUnits,
  amountReceived: minorUnits,
  /** Rounded down. More than 100 if the goal has received more than its target. */
  percent: z.int(),
  /** Both amounts with their currency, in the creator's language. */
  text: z.string(),
  endsAt: z.nullable(isoTime),
})
export type ToolGoal = z.output<typeof toolGoal>

export const listToolGoals = creatorCall.get('tools/goals', {
  summary: 'Your goals in your order, without archived ones.',
  costs: 'up to 100 rows by index',
  scope: 'goals:read',
  response: z.object({ goals: z.array(toolGoal) }),
})

export const getToolGoal = creatorCall.get('tools/goal', {
  summary: 'One goal: the one with this id, or your first active one. 404 if you have no such goal.',
  costs: 'up to 100 rows by index',
  scope: 'goals:read',
  query: z.object({ id: z.optional(z.uuid()) }),
  response: toolGoal,
})

export const listToolTips = creatorCall.get('tools/tips', {
  summary:
    'Tips in the order in which they were shown: those after a cursor, or without one the latest. Read on with the new cursor while `hasMore`. The cursor is the feed’s.',
  costs: 'up to 100 rows by index',
  scope: 'tips:read',
  query: z.object({
    after: z.optional(z.coerce.number().check(z.int(), z.nonnegative())),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxToolEvents))),
  }),
  response: z.object({ tips: z.array(tipFeedEvent), cursor: alertSeq, hasMore: z.boolean() }),
})

export const getLatestToolTip = creatorCall.get('tools/latest-tip', {
  summary: 'The latest tip that was shown. 404 if no tip is among the last hundred alerts.',
  costs: 'up to 100 rows by index',
  scope: 'tips:read',
  response: z.extend(toolTip, { id: z.uuid(), timestamp: isoTime }),
})

export const getToolBoard = creatorCall.get('tools/board', {
  summary:
    'Your top supporters of the week or the month (both in UTC) or of all time, with what they gave in your currency.',
  costs: 'up to 100 rows by index',
  scope: 'board:read',
  query: z.object({
    period: z.optional(z.enum(['week', 'month', 'all'])),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50))),
  }),
  response: z.object({
    supporters: z.array(
      z.object({ place: z.int(), name: z.string(), amount: minorUnits, amountText: z.string() }),
    ),
  }),
})

export const sendToolTestAlert = creatorCall.post('tools/test-alert', {
  summary:
    'Shows the alert of a sample tip on your stream, and sends it to your feeds and webhooks as `alert.tested`.',
  costs: 'an event and its alert',
  scope: 'alerts:test',
  body: z.object({ kind: z.optional(sampleKind) }),
})
