/** Defines two errors that a worker treats specially. After any other error a worker counts a failed attempt and retries. */
import type { ChatProblem } from './chat/problems.ts'

/**
 * Thrown when the work has to wait; this does not count as an attempt. With `delivery` only this delivery waits, with
 * `destination` everything that this process sends there.
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

/** Thrown when no later attempt can succeed, so that none is made. The reason is stored with the delivery. */
export class GiveUpError extends Error {
  readonly reason: GiveUpReason

  constructor(reason: GiveUpReason) {
    super(`gave up: ${reason}`)
    this.name = 'GiveUpError'
    this.reason = reason
  }
}

/**
 * Why a delivery or job ended without success: a problem of the chat, a disconnected chat, an email that the mail server refused,
 * what became of a tip at a service that has its own list (domain/tools/judge-response.ts), or a reason of exports and imports.
 */
export type GiveUpReason =
  | ChatProblem
  | 'disconnected'
  | 'mailRefused'
  | 'answerLost'
  | 'tokenRefused'
  | 'tipRefused'
  | SpeechReason
  | ExportReason
  | 'importFailed'
/** Why a message was not spoken: the characters of the month are used up, or the provider will never take it. */
type SpeechReason = 'speechCap' | 'speechRefused'
/** Why an export ended without a file: it had already ended, or it failed too often. */
type ExportReason = 'exportOver' | 'exportFailed'
