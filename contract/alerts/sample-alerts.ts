/** The kinds of sample tips with which a creator can try the alert box. */
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
