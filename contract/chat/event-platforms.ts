import * as z from 'zod/mini'
import { showSource } from '../show/show-event.ts'
import type { ShowSource } from '../show/show-event.ts'

/** Platforms whose events we receive: subscriptions, gifts and the like. */
export const eventPlatform = z.enum(showSource.options.filter(isPlatform))
export type EventPlatform = z.output<typeof eventPlatform>

function isPlatform(source: ShowSource): source is Exclude<ShowSource, 'tool'> {
  return source !== 'tool'
}
