/** The two failures that a worker answers by something else than trying again. */
import type { ChatProblem } from './chat/problems.ts'

/** Wait: costs no attempt. `job` holds back this job alone, `queue` everything on its queue, in all processes. */
export class SlowDownError extends Error {
  readonly milliseconds: number
  readonly scope: 'job' | 'queue'
  readonly reason: ChatProblem | 'busy'

  constructor(milliseconds: number, scope: 'job' | 'queue' = 'job', reason: ChatProblem | 'busy' = 'busy') {
    super(`slow down: ${reason}`)
    this.name = 'SlowDownError'
    this.milliseconds = Math.max(Math.ceil(milliseconds), 1)
    this.scope = scope
    this.reason = reason
  }
}

/** Stop: no later attempt can succeed. The reason is kept on the delivery. */
export class GiveUpError extends Error {
  readonly reason: GiveUpReason

  constructor(reason: GiveUpReason) {
    super(`gave up: ${reason}`)
    this.name = 'GiveUpError'
    this.reason = reason
  }
}

/** Why a delivery ended without success: a chat's problem, a chat disconnected meanwhile, the mail server's final no. */
export type GiveUpReason = ChatProblem | 'disconnected' | 'mailRefused' | ExportReason
/** Why an export was left: it was over before, or it had failed too often. */
type ExportReason = 'exportOver' | 'exportFailed'
