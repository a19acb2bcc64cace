/** The kinds of sample tips that a creator can send to try the alert box. */
import * as z from 'zod/mini'

export const sampleKind = z.enum([
  'message',
  'long-name',
  'emoji',
  'right-to-left',
  'anonymous',
  'private',
  'goal-funded',
  'refunded',
])
export type SampleKind = z.output<typeof sampleKind>
