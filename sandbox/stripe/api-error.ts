/** Builds Stripe's error bodies. https://docs.stripe.com/error-codes */
import { ApiError } from '../faults.ts'

interface Details {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error' | 'rate_limit_error'
  message: string
  code?: string
  param?: string
}

function apiError(status: number, error: Details): ApiError {
  return new ApiError(status, { error })
}

/** Returns the 400 for a parameter that is missing, unknown or wrong. */
export function invalid(message: string, param?: string, code?: string): ApiError {
  return apiError(400, { type: 'invalid_request_error', message, param, code })
}

/** Returns the 404 for an id that the account does not have. */
export function missing(what: string, id: string, param = 'id'): ApiError {
  const message = `No such ${what}: '${id}'`
  return apiError(404, { type: 'invalid_request_error', code: 'resource_missing', message, param })
}

/** Returns the 401 for a wrong key. */
export function unauthenticated(): ApiError {
  const message = 'Invalid API Key provided: sk_test_****'
  return apiError(401, { type: 'invalid_request_error', message })
}

/** Returns the 403 for an account that is not connected to the platform. */
export function accountInvalid(account: string): ApiError {
  return apiError(403, {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message: `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
  })
}

/** Returns the 400 for an idempotency key that was used before with other parameters. */
export function idempotencyMisuse(key: string): ApiError {
  return apiError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

/** Returns the 409 while a call with the same idempotency key is still running. */
export function inProgress(key: string): ApiError {
  return apiError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (${key}).`,
  })
}

/** Returns the 429 for too many requests. */
export function rateLimited(): ApiError {
  const message = 'Request rate limit exceeded.'
  return apiError(429, { type: 'invalid_request_error', code: 'rate_limit', message })
}

/** Returns Stripe's 500 or 503. */
export function serverError(status: 500 | 503): ApiError {
  return apiError(status, { type: 'api_error', message: 'An unknown error occurred' })
}
