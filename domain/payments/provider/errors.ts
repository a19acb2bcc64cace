/** The ways in which a call to a payment provider fails. */

/** The provider definitely refused the call: nothing was opened, and no money moved. */
export class RefusedError extends Error {
  /** The provider's own code for the reason. */
  readonly issue: string
  constructor(issue: string) {
    super(`refused: ${issue}`)
    this.issue = issue
  }
}

/** The payee's account does not accept payments through this platform any more. */
export class PayeeGoneError extends RefusedError {}

/** The platform may not refund this payment. The payee can still refund it on the provider's own site. */
export class RefundNotPermittedError extends RefusedError {}

/** The provider did not respond, or its response was lost. Money may have moved: look the payment up before calling it failed. */
export class OutcomeUnknownError extends Error {}
