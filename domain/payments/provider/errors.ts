/** The ways in which a call to a payment provider fails. */

/** Thrown when the provider definitely refused the call: nothing was opened, and no money moved. */
export class RefusedError extends Error {
  /** The provider's own code for the reason of the refusal. */
  readonly issue: string
  constructor(issue: string) {
    super(`refused: ${issue}`)
    this.issue = issue
  }
}

/** Thrown when the payee's account no longer accepts payments through this platform. */
export class PayeeGoneError extends RefusedError {}

/** Thrown when the platform may not refund a payment. The payee can still refund it on the provider's own site. */
export class RefundNotPermittedError extends RefusedError {}

/** Thrown when the platform has no access to the payee's account any more. */
export class AccessLostError extends RefundNotPermittedError {}

/** Thrown when the platform may not respond to a dispute. The payee can still respond on the provider's own site. */
export class ResponseNotPermittedError extends RefusedError {}

/** Thrown when the payee has not let the platform list the transactions of the account. */
export class ListingNotPermittedError extends RefusedError {}

/**
 * Thrown when the provider gave no definite response. Money may have moved, so look the payment up before you treat it as failed.
 */
export class OutcomeUnknownError extends Error {}
