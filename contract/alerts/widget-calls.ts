/** Calls about the widgets on a creator's stream. */
import * as z from 'zod/mini'
import { creatorCall } from '../call.ts'
import { isoTime } from '../entities.ts'
import { minorUnits, payoutCurrency } from '../money/money.ts'

const streamTotal = z.object({
  currency: payoutCurrency,
  /** What the widget shows as the total of this stream. */
  amount: minorUnits,
  /** When it began to count; null: with the first tip. */
  startedAt: z.nullable(isoTime),
})
export type StreamTotal = z.output<typeof streamTotal>

export const getStreamTotal = creatorCall.get('goals/stream-total', {
  summary: 'The total of this stream, which a widget shows.',
  response: streamTotal,
})

export const startStreamTotal = creatorCall.post('goals/start-stream-total', {
  summary:
    'Begins a stream: its total counts from zero, and so do the goals that start anew with each stream. Tips and statement stay as they are.',
  costs: 'a row, and two for each goal that starts anew with each stream',
  scope: 'panel:act',
  response: streamTotal,
})
