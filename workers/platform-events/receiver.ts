/** What receives the events of one creator's channel on a platform. */
import type { Platform } from '../../contract/chat/platforms.ts'
import type { EventsEndReason } from '../../contract/chat/platform-events-calls.ts'
import type { HeldReceiver } from '../../db/queries/show/event-receivers.ts'
import { GrantRevokedError } from '../../domain/chat/oauth-tokens.ts'
import type { WorkerContext } from '../context.ts'
import type { EventStore } from './store.ts'

export interface Receiver {
  /** Ends the connection. With `release`, another process may receive at once. */
  close(release: boolean): Promise<void>
}

/** How a platform's events are received. */
export interface EventSource {
  platform: Platform
  /** Starts receiving a creator's events. */
  open(held: HeldReceiver, store: EventStore): Receiver
}

/** Returns how this installation receives a platform's events; undefined if it does not have the platform. */
export type OpenEventSource = (ctx: WorkerContext) => EventSource | undefined

/** Thrown when only the creator can switch the events on again. */
export class EndedError extends Error {
  readonly reason: EventsEndReason

  constructor(reason: EventsEndReason) {
    super(`the events have ended: ${reason}`)
    this.reason = reason
  }
}

/** Returns why an error ends the events; undefined if they are tried again. */
export function toEndReason(error: unknown): EventsEndReason | undefined {
  if (error instanceof GrantRevokedError) return 'revoked'
  return error instanceof EndedError ? error.reason : undefined
}
