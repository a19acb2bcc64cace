/** The messages of the feed, a plain WebSocket that creators' tools use to follow events (docs/api.md). */
import * as z from 'zod/mini'
import { errorCodes } from '../errors.ts'
import { alertSeq } from '../alerts/alert-seq.ts'

/** The path of the feed below `/api/v1/`. */
export const feedPath = 'feed'

/**
 * The first message of a tool that sends no `Authorization` header, such as a page in a browser. Without a cursor the tool gets what
 * happens from now on.
 */
export const feedHello = z.object({
  type: z.literal('hello'),
  token: z.string().check(z.maxLength(100)),
  cursor: z.optional(alertSeq),
})

/** The token is admitted. The events after this cursor follow. */
export const feedReady = z.object({ type: z.literal('ready'), cursor: alertSeq })
/** The tool was away for so long that this many events are left out here; `tools/tips` still lists the tips among them. */
export const feedSkipped = z.object({ type: z.literal('skipped'), count: z.int(), cursor: alertSeq })
/** Why the server closes the feed. */
export const feedError = z.object({ type: z.literal('error'), code: z.enum(errorCodes) })

/** The codes that the server closes a feed with. After a code below 4000, and after 4408, a tool comes back with its cursor. */
export const feedCloses = {
  restart: 1012,
  invalid: 4400,
  refused: 4401,
  scope: 4403,
  slow: 4408,
  limit: 4429,
} as const

/** The largest number of missed events that a feed sends. */
export const maxMissedEvents = 5_000
