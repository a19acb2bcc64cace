/** The two failures after which a worker does something else than count an attempt and try again. */
import type { ChatProblem } from './chat/problems.ts'

/**
 * Thrown to wait; it costs no attempt. `delivery` delays only this delivery, `destination` everything that this process sends
 * there.
 */
export class SlowDownError extends Error {
  readonly milliseconds: number
  readonly scope: 'delivery' | 'destination'
  readonly reason: ChatProblem | 'busy'

  constructor(
    milliseconds: number,
    scope: 'delivery' | 'destination' = 'delivery',
    reason: ChatProblem | 'busy' = 'busy',
  ) {
    super(`slow down: ${reason}`)
    this.name = 'SlowDownError'
    this.milliseconds = Math.max(Math.ceil(milliseconds), 1)
    this.scope = scope
    this.reason = reason
  }
}

/** Thrown to stop, because no later attempt can succeed. The reason is stored with the delivery. */
export class GiveUpError extends Error {
  readonly reason: GiveUpReason

  constructor(reason: GiveUpReason) {
    super(`gave up: ${reason}`)
    this.name = 'GiveUpError'
    this.reason = reason
  }
}

/** Why something ended without success: a problem of the chat, a chat that was disconnected, a mail that the server refused. */
export type GiveUpReason = ChatProblem | 'disconnected' | 'mailRefused' | ExportReason
/** Why an export ended without a file: it had already ended, or it failed too often. */
type ExportReason = 'exportOver' | 'exportFailed'
