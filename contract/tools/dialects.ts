/** The forms in which a creator's tools are told what happens. A dialect is one entry here and one in `domain/tools/dialects/`. */
import * as z from 'zod/mini'
import { toolEventType } from './tool-events.ts'
import type { ToolEventType } from './tool-events.ts'

/**
 * `standard`: our own events, by the rules of Standard Webhooks. `ko-fi`: tips, in the form of Ko-fi's webhook. `streamlabs` and
 * `streamelements`: tips, entered in the creator's list there by the API.
 */
export const dialectName = z.enum(['standard', 'ko-fi', 'streamlabs', 'streamelements'])
export type DialectName = z.output<typeof dialectName>

/** What a creator enters to add an endpoint: its address, a token of their own, or the id of their channel. */
export type DialectField = 'url' | 'token' | 'channel'

export interface DialectFacts {
  /** Which events it can tell. The others are not sent. */
  events: readonly ToolEventType[]
  /**
   * What proves that a request is ours: a key that signs it, or a token that it contains. `theirs`: the creator's token at the service,
   * which is never shown again.
   */
  secret: 'key' | 'token' | 'theirs'
  fields: readonly DialectField[]
}

export const dialects: Readonly<Record<DialectName, DialectFacts>> = {
  standard: { events: toolEventType.options, secret: 'key', fields: ['url'] },
  'ko-fi': { events: ['tip.captured', 'alert.tested'], secret: 'token', fields: ['url'] },
  streamlabs: { events: ['tip.captured'], secret: 'theirs', fields: ['token'] },
  streamelements: { events: ['tip.captured'], secret: 'theirs', fields: ['channel', 'token'] },
}

/** The dialects of services that enter an event twice if they get it twice. */
export const onceDialects = dialectName.options.filter((name) => dialects[name].secret === 'theirs')
