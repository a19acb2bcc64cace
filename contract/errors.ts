/**
 * All failures that a caller may see, each with its HTTP status. The text for people is the message `error_<code>` of the
 * catalogue.
 */
import * as z from 'zod/mini'
import { confirmationNeeds } from './accounts/confirmation.ts'
import type { ConfirmationNeeds } from './accounts/confirmation.ts'
import type { CheckTexts, Money, None, Text } from './error-text.ts'
import { paidBefore } from './payments/paid-before.ts'
import type { PaidBefore } from './payments/paid-before.ts'
import { proofChallenge } from './proof.ts'
import type { ProofChallenge } from './proof.ts'

const statuses = {
  invalid_input: 400,
  invalid_amount: 400,
  wrong_credentials: 400,
  wrong_password: 400,
  code_required: 400,
  wrong_code: 400,
  passkey_refused: 400,
  passkey_unknown: 400,
  unauthenticated: 401,
  token_refused: 401,
  forbidden: 403,
  confirmation_required: 403,
  second_factor_required: 403,
  cross_site: 403,
  scope_missing: 403,
  sign_up_closed: 403,
  not_found: 404,
  sign_up_unfinished: 409,
  email_taken: 409,
  name_taken: 409,
  two_factor_on: 409,
  passkeys_full: 409,
  tokens_full: 409,
  endpoints_full: 409,
  write_running: 409,
  imports_full: 409,
  import_running: 409,
  import_nothing: 409,
  currency_fixed: 409,
  goal_changed: 409,
  goal_closed: 409,
  timer_changed: 409,
  panel_changed: 409,
  moderators_full: 409,
  sounds_full: 409,
  scene_changed: 409,
  style_changed: 409,
  picture_used: 409,
  pictures_full: 409,
  currency_unavailable: 409,
  refund_unavailable: 409,
  dispute_closed: 409,
  dispute_answered: 409,
  dispute_early: 409,
  dispute_late: 409,
  evidence_changed: 409,
  adjustment_changed: 409,
  adjustment_open: 409,
  adjustment_own: 409,
  settlement_begun: 409,
  payment_method_missing: 409,
  payee_unavailable: 409,
  already_paid: 409,
  payment_not_approved: 409,
  payment_closed: 409,
  self_tip: 409,
  google_expired: 410,
  passkey_expired: 410,
  sign_up_expired: 410,
  link_expired: 410,
  code_expired: 410,
  too_large: 413,
  picture_refused: 415,
  document_refused: 415,
  sound_refused: 415,
  import_refused: 415,
  push_refused: 422,
  write_differs: 422,
  instrument_declined: 422,
  payment_refused: 422,
  refund_refused: 422,
  refund_elsewhere: 422,
  dispute_refused: 422,
  dispute_elsewhere: 422,
  proof_required: 428,
  scripts_required: 428,
  rate_limited: 429,
  internal: 500,
  payment_provider: 502,
  discord_refused: 422,
  discord_unavailable: 502,
  google_unavailable: 502,
  mail_unavailable: 503,
  unavailable: 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof statuses

export const errorCodes = Object.keys(statuses) as [ErrorCode, ...ErrorCode[]]

/** The texts of errors: one for each code, more specific texts, and texts about one field of the request. */
export interface ErrorTexts extends CheckTexts, Record<`error_${ErrorCode}`, None> {
  error_currency_payment_open: None
  error_discord_off: None
  error_discord_webhook_unknown: None
  error_document_active: None
  error_animation_large: None
  error_document_failed: None
  error_document_large: { megabytes: number }
  error_document_locked: None
  error_document_pages: { count: number }
  error_document_unreadable: None
  error_file_missing: None
  error_files_busy: None
  error_goals_full: { count: number }
  error_goals_spent: { count: number }
  error_timers_full: { count: number }
  error_currency_imported: None
  error_import_columns: { count: number }
  error_import_empty: None
  error_import_encoding: None
  error_import_header: None
  error_import_large: { megabytes: number }
  error_import_lines: { count: number }
  error_import_quote: { line: number }
  error_import_spreadsheet: None
  error_input_shape: None
  error_names_held: { count: number }
  error_paypal_off: None
  error_alert_picture_refused: None
  error_video_codec: None
  error_video_large: { seconds: number; pixels: number }
  error_picture_damaged: None
  error_picture_failed: None
  error_picture_large: { megabytes: number }
  error_picture_pixels: None
  error_scope: { scope: string }
  error_sound_channels: None
  error_sound_codec: None
  error_sound_damaged: None
  error_sound_foreign: None
  error_sound_large: { kilobytes: number }
  error_sound_long: { seconds: number }
  error_speech_failed: None
  error_speech_off: None
  error_stripe_off: None
  error_solo_name: None
  error_tags_creators_only: None
  error_test_alert_own: None
  error_wait_hours: { count: number }
  error_wait_minutes: { count: number }
  error_wait_seconds: { count: number }
  invalid_blocked_name: None
  invalid_blocked_names_full: { count: number }
  invalid_blocked_words_full: { count: number }
  invalid_day_past: None
  invalid_channel_id: None
  invalid_discord_address: None
  invalid_evidence_words: None
  invalid_goal_below_received: { amount: Money }
  invalid_goal_ended: None
  invalid_import_rate: None
  invalid_password_weak: None
  invalid_refund_amount: None
  invalid_time_zone: None
  invalid_service_token: None
  invalid_tip_below_minimum: { amount: Money }
  invalid_webhook_address: None
}

export type ErrorText = Text<ErrorTexts>

/** The body of every error response. Calls for chatbot settings repeat the text as `error`. */
export const errorBody = z.object({
  ErrorMessage: z.string(),
  code: z.enum(errorCodes),
  fields: z.optional(z.record(z.string(), z.string())),
  error: z.optional(z.string()),
  /** Seconds to wait before the next attempt. The header Retry-After has the same number. */
  retryAfter: z.optional(z.int()),
  /** A challenge whose solution has to be sent with the next attempt. */
  challenge: z.optional(proofChallenge),
  /** How this session can be confirmed. After that, the same request can be sent again. */
  confirmation: z.optional(confirmationNeeds),
  /** With `already_paid`: the payment that the tip has. */
  paid: z.optional(paidBefore),
})
export type ErrorBody = z.output<typeof errorBody>

export interface ErrorDetails {
  /** The text to show if it is more specific than the code's own text. */
  text?: ErrorText
  /** The text of what is wrong, by field of the request. */
  fields?: Record<string, ErrorText>
  /** Seconds to wait before the next attempt. */
  retryAfter?: number
  /** A challenge whose solution has to be sent with the next attempt. */
  challenge?: ProofChallenge
  /** How this session can be confirmed. After that, the same request can be sent again. */
  confirmation?: ConfirmationNeeds
  /** With `already_paid`: the payment that the tip has. */
  paid?: PaidBefore
}

/** A failure that the caller may see. Anything else that is thrown is a bug and becomes `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly text: ErrorText
  readonly details: ErrorDetails

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    const text = details.text ?? (`error_${code}` as const)
    super(typeof text === 'string' ? text : text.key)
    this.name = 'AppError'
    this.code = code
    this.status = statuses[code]
    this.text = text
    this.details = details
  }
}
