/** The closed list of failures a caller may meet, each with its status and its plain text. */
import * as z from 'zod/mini'
import { proofChallenge } from './proof.ts'
import type { ProofChallenge } from './proof.ts'

const catalogue = {
  invalid_input: [400, 'Please check the marked fields.'],
  invalid_amount: [400, 'Please enter a valid amount.'],
  wrong_credentials: [400, 'That e-mail and password do not match.'],
  wrong_password: [400, 'That is not your password.'],
  code_required: [400, 'Please enter the code from your authenticator app.'],
  wrong_code: [400, 'That code is not right.'],
  unauthenticated: [401, 'Session expired. Redirecting to login.'],
  forbidden: [403, 'You do not have access to this.'],
  cross_site: [403, 'This request came from another site and was refused.'],
  not_found: [404, 'We could not find that.'],
  sign_up_unfinished: [409, 'Please finish the steps before this one.'],
  email_taken: [409, 'That e-mail address has an account already. Please log in.'],
  name_taken: [409, 'That name is taken.'],
  two_factor_on: [409, 'Two-factor is on already.'],
  currency_fixed: [409, 'Your currency is fixed, because money has come in.'],
  goal_changed: [409, 'This goal has changed meanwhile. Please look again.'],
  goal_closed: [409, 'This goal is no longer taking tips.'],
  refund_unavailable: [
    409,
    'Nothing of this tip can be given back now: it has gone back, is disputed, or is being refunded.',
  ],
  payment_method_missing: [409, 'This creator has not set up a payment method.'],
  self_tip: [409, 'You cannot tip yourself.'],
  google_expired: [410, 'Your sign-in with Google has run out. Please begin again.'],
  sign_up_expired: [410, 'Your sign-up has run out. Please begin again.'],
  link_expired: [410, 'That link has run out or was used already. Please ask for a new one.'],
  code_expired: [410, 'That code has run out. Please ask for a new one.'],
  too_large: [413, 'That is too large.'],
  picture_refused: [415, 'Please use a JPEG, PNG, WebP or GIF picture.'],
  push_refused: [422, 'This site cannot reach the push service of your browser.'],
  instrument_declined: [422, 'That payment method was declined. Please try another.'],
  payment_refused: [422, 'The payment was not accepted. You have not been charged.'],
  refund_refused: [422, 'The payment provider refused this refund. Nothing has been given back.'],
  refund_elsewhere: [
    422,
    'The payment provider does not let us give this back for you. Refund it on the provider’s own site: it comes into your books by itself.',
  ],
  proof_required: [428, 'Please let your browser show first that it is no machine, and try again.'],
  rate_limited: [429, 'Too many tries. Please wait a moment.'],
  internal: [500, 'An unexpected error occurred.'],
  payment_provider: [502, 'The payment provider did not answer. Please try again.'],
  discord_refused: [422, 'Discord did not take the message. Please check the channel’s permissions.'],
  discord_unavailable: [502, 'Discord did not answer. Please try again.'],
  google_unavailable: [502, 'Google did not answer. Please try again.'],
  mail_unavailable: [503, 'This site cannot send e-mail at the moment. Please try again later.'],
  unavailable: [503, 'Brimful is not available right now.'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof catalogue

export const errorCodes = Object.keys(catalogue) as [ErrorCode, ...ErrorCode[]]

/** The body of every answer that is not a success; chatbot settings carry the same text as `error` too. */
export const errorBody = z.object({
  ErrorMessage: z.string(),
  code: z.enum(errorCodes),
  fields: z.optional(z.record(z.string(), z.string())),
  error: z.optional(z.string()),
  /** In so many seconds it may be tried again; the header Retry-After says the same. */
  retryAfter: z.optional(z.int()),
  /** To be solved and sent along with the next try. */
  challenge: z.optional(proofChallenge),
})
export type ErrorBody = z.output<typeof errorBody>

/** What to do before the next try. */
export interface NextTry {
  /** Wait for so many seconds. */
  retryAfter?: number
  /** Solve this and send it along. */
  challenge?: ProofChallenge
}

/** A failure that the caller may be told; anything else thrown is a bug and becomes `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields: Record<string, string> | undefined
  readonly next: NextTry

  constructor(
    code: ErrorCode,
    message: string = catalogue[code][1],
    fields?: Record<string, string>,
    next: NextTry = {},
  ) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.status = catalogue[code][0]
    this.fields = fields
    this.next = next
  }
}
