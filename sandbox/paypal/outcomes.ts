/** Defines the possible results of a payment after the payer has decided. */

interface Outcome {
  /** The status of the capture, when one is created. */
  status?: 'COMPLETED' | 'PENDING' | 'DECLINED'
  reason?: string
  /** The issue code with which the capture call fails. */
  issue?: string
}

/** The outcomes, by the name in the approval page and in `control/approve`. */
export const outcomes = {
  pay: { status: 'COMPLETED' },
  pending: { status: 'PENDING', reason: 'ECHECK' },
  review: { status: 'PENDING', reason: 'PENDING_REVIEW' },
  'capture-declined': { status: 'DECLINED', reason: 'DECLINED_BY_RISK_FRAUD_FILTERS' },
  declined: { issue: 'INSTRUMENT_DECLINED' },
  'declined-once': { issue: 'INSTRUMENT_DECLINED' },
  'payer-cannot-pay': { issue: 'PAYER_CANNOT_PAY' },
  refused: { issue: 'TRANSACTION_REFUSED' },
  'payee-blocked': { issue: 'PAYEE_BLOCKED_TRANSACTION' },
  'payee-no-cards': { issue: 'PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING' },
  compliance: { issue: 'COMPLIANCE_VIOLATION' },
  'too-many-attempts': { issue: 'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED' },
} satisfies Record<string, Outcome>

export type OutcomeName = keyof typeof outcomes

/** The names of all outcomes, for schemas. */
export const outcomeNames = Object.keys(outcomes) as [OutcomeName, ...OutcomeName[]]

/** Returns the effect of an outcome on the capture. */
export const getOutcome = (name: OutcomeName): Outcome => outcomes[name]
