/** What a dialect does with an event, besides what `contract/tools/dialects.ts` says about it. */
import type { ToolEvent } from '../../../contract/tools/tool-events.ts'

/** An event on its way to an endpoint. */
export interface EventToPost {
  event: ToolEvent
  /** The address of the creator's public page. */
  pageUrl: string
  /** The endpoint's secret, and while it is valid the former one. */
  secrets: readonly [string, ...string[]]
  /** When the attempt begins. */
  at: Date
}

/** A request without its address. */
export interface DialectRequest {
  headers: Readonly<Record<string, string>>
  body: string
}

export interface Dialect {
  toRequest: (post: EventToPost) => DialectRequest
}
