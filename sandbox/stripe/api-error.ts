/** Stripe's error bodies. https://docs.stripe.com/error-codes */

export type ErrorType =
  | 'api_error'
  | 'card_error'
  | 'idempotency_error'
  | 'invalid_request_error'
  | 'rate_limit_error'

interface Details {
  type: ErrorType
  message: string
  code?: string
  param?: string
}

/** A refusal that is answered with this status and body. */
export class ApiError extends Error {
  readonly status: number
  readonly details: Details

  constructor(status: number, details: Details) {
    super(`Stripe stand-in answers ${status}`)
    this.status = status
    this.details = details
  }
}

/** 400: a parameter is missing, unknown or wrong. */
export function invalid(message: string, param?: string, code?: string): ApiError {
  return new ApiError(400, {
    type: 'invalid_request_error',
    message,
    ...(param ? { param } : {}),
    ...(code ? { code } : {}),
  })
}

/** 404: no such thing on this account. */
export function missing(what: string, id: string, param = 'id'): ApiError {
  const message = `No such ${what}: '${id}'`
  return new ApiError(404, { type: 'invalid_request_error', code: 'resource_missing', message, param })
}

/** 401: not our key. */
export function unauthenticated(): ApiError {
  return new ApiError(401, {
    type: 'invalid_request_error',
    message: 'Invalid API Key provided: sk_test_****',
  })
}

/** 403: the account named is none of the platform's. */
export function accountInvalid(account: string): ApiError {
  return new ApiError(403, {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message: `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
  })
}

/** 400: an idempotency key with other parameters than the first time. */
export function idempotencyMisuse(key: string): ApiError {
  return new ApiError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

/** 409: the same key is being worked on. */
export function inProgress(key: string): ApiError {
  return new ApiError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (${key}).`,
  })
}

/** 429. */
export function rateLimited(): ApiError {
  return new ApiError(429, {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message: 'Request rate limit exceeded.',
  })
}

/** 5xx. */
export function serverError(status: 500 | 503): ApiError {
  return new ApiError(status, { type: 'api_error', message: 'An unknown error occurred' })
}
