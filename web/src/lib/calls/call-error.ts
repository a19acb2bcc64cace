import type { $ZodIssue } from 'zod/v4/core'
import type { ConfirmationNeeds } from '../../../../contract/accounts/confirmation.ts'
import type { PaidBefore } from '../../../../contract/payments/paid-before.ts'
import type { ProofChallenge } from '../../../../contract/proof.ts'

export interface Failure {
  /**
   * Where a call failed: in our own validation, in the server's response, in the network, or on a device that takes part in it,
   * such as one with passkeys.
   */
  kind: 'input' | 'response' | 'network' | 'device'
  message: string
  status?: number
  code?: string
  fields?: Record<string, string>
  issues?: readonly $ZodIssue[]
  challenge?: ProofChallenge
  confirmation?: ConfirmationNeeds
  paid?: PaidBefore
}

/** A failed call. `isShown` means that the visitor has already seen the failure, so that it is not shown twice. */
export class CallError extends Error {
  readonly kind: Failure['kind']
  readonly status: number | undefined
  readonly code: string | undefined
  readonly fields: Record<string, string>
  /** The issues that the contract's schemas found in the input. */
  readonly issues: readonly $ZodIssue[]
  /** The challenge that must be solved for the next attempt. */
  readonly challenge: ProofChallenge | undefined
  /** How the session can be confirmed, which must happen before the call is made again. */
  readonly confirmation: ConfirmationNeeds | undefined
  /** The payment that the tip has already. */
  readonly paid: PaidBefore | undefined
  isShown = false

  constructor({ kind, message, status, code, fields = {}, issues = [], ...next }: Failure) {
    super(message)
    this.name = 'CallError'
    this.kind = kind
    this.status = status
    this.code = code
    this.fields = fields
    this.issues = issues
    this.challenge = next.challenge
    this.confirmation = next.confirmation
    this.paid = next.paid
  }
}

/** Returns whether an error is a failed call with this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof CallError && error.code === code
}
