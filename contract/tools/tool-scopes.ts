/** What an API token may be allowed to do. A call of `contract/` is open to tools only if it names one of these scopes. */
import * as z from 'zod/mini'

export const toolScope = z.enum([
  'goals:read',
  'tips:read',
  'board:read',
  'panel:read',
  'timers:read',
  'panel:act',
  'timers:act',
  'alerts:test',
  'events:send',
])
export type ToolScope = z.output<typeof toolScope>

/** The possible lives of a new token, in days. */
export const tokenLifetimes = [7, 30, 90, 365] as const
/** The maximum number of tokens of an account. */
export const maxApiTokens = 20
