/** The forms in which a creator's tools are told what happens. A dialect is one entry here and one in `domain/tools/dialects/`. */
import * as z from 'zod/mini'
import { toolEventType } from './tool-events.ts'
import type { ToolEventType } from './tool-events.ts'

/** `standard`: our own events, by the rules of Standard Webhooks. `ko-fi`: tips, in the form of Ko-fi's webhook. */
export const dialectName = z.enum(['standard', 'ko-fi'])
export type DialectName = z.output<typeof dialectName>

export interface DialectFacts {
  /** Which events it can tell. The others are not sent. */
  events: readonly ToolEventType[]
  /** What proves that a request is ours: a key that signs it, or a token that it contains. */
  secret: 'key' | 'token'
}

export const dialects = {
  standard: { events: toolEventType.options, secret: 'key' },
  'ko-fi': { events: ['tip.captured', 'alert.tested'], secret: 'token' },
} as const satisfies Record<DialectName, DialectFacts>
