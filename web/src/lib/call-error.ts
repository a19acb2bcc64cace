import type { $ZodIssue } from 'zod/v4/core'
import type { ProofChallenge } from '../../../contract/proof.ts'

/** Where a call failed: our own check of the input, the server's answer, or no answer at all. */
export type FailureKind = 'input' | 'response' | 'network'

export interface Failure {
  kind: FailureKind
  message: string
  status?: number
  code?: string
  fields?: Record<string, string>
  issues?: readonly $ZodIssue[]
  challenge?: ProofChallenge
}

/** A call that failed. `isShown` says that the visitor has been told already, so that nobody tells them twice. */
export class CallError extends Error {
  readonly kind: FailureKind
  readonly status: number | undefined
  readonly code: string | undefined
  readonly fields: Record<string, string>
  /** What the contract's schemas found wrong with the input. */
  readonly issues: readonly $ZodIssue[]
  /** To be solved and sent along with the next try. */
  readonly challenge: ProofChallenge | undefined
  isShown = false

  constructor({ kind, message, status, code, fields = {}, issues = [], challenge }: Failure) {
    super(message)
    this.name = 'CallError'
    this.kind = kind
    this.status = status
    this.code = code
    this.fields = fields
    this.issues = issues
    this.challenge = challenge
  }
}

/** Whether an error is a call's failure with this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof CallError && error.code === code
}
