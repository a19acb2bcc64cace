/** What a dialect does with an event, besides what `contract/tools/dialects.ts` says about it. */
import type { ToolEvent, ToolTip } from '../../../contract/tools/tool-events.ts'
import type { Config } from '../../config/config.ts'

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

/** The addresses of the services that have an API for tips. */
export type TipApiUrls = Config['tipApiUrls']

export interface Dialect {
  toRequest: (post: EventToPost) => DialectRequest
  /** The address at a service with an API for tips; undefined where the creator enters the address. */
  service?: {
    addressOf: (urls: TipApiUrls, channel: string) => string
    /** Matches the id of a channel, where one is entered. */
    channelPattern?: RegExp
  }
}

/** Returns the tip of an event. Dialects that can tell tips alone get no other event (`contract/tools/dialects.ts`). */
export function tipOf({ type, data }: ToolEvent): ToolTip {
  if ('showEventId' in data) throw new Error(`a dialect of tips got ${type}`)
  return data
}
