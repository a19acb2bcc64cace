/** Builds PayPal's error bodies: name, message, debug_id and details, each with an issue. */
import { ApiError } from '../faults.ts'
import { issues } from './issues.ts'

/** One entry of `details` in an error. */
export interface ErrorDetail {
  issue: string
  description?: string
  field?: string
  value?: string
  location?: string
}

interface Link {
  href: string
  rel: string
  method?: string
}

function error(
  status: number,
  name: string,
  message: string,
  details?: ErrorDetail[],
  links?: Link[],
): ApiError {
  return new ApiError(status, { name, message, details: details?.map(describe), links })
}

/** Returns the 400 for a request that does not match the schema. */
export function badRequest(details: ErrorDetail[]): ApiError {
  const message = 'Request is not well-formed, syntactically incorrect, or violates schema.'
  return error(400, 'INVALID_REQUEST', message, details)
}

/** Returns the 400 for a search that finds more than PayPal lists. */
export function tooMany(): ApiError {
  const message =
    'Result set size is greater than the maximum limit. Change the filter criteria and try again.'
  return error(400, 'RESULTSET_TOO_LARGE', message, [])
}

/** Returns the 422 for a well-formed request that breaks a business rule. */
export function unprocessable(details: string | ErrorDetail[], links: Link[] = []): ApiError {
  const list = typeof details === 'string' ? [{ issue: details }] : details
  const message =
    'The requested action could not be performed, semantically incorrect, or failed business validation.'
  return error(422, 'UNPROCESSABLE_ENTITY', message, list, [...aboutIssue(list[0]?.issue), ...links])
}

/** Returns the 403 for an authenticated caller without permission. */
export function forbidden(issue: string): ApiError {
  const message = 'Authorization failed due to insufficient permissions.'
  return error(403, 'NOT_AUTHORIZED', message, [{ issue }], aboutIssue(issue))
}

/** Returns the 404 for a resource that does not exist or that the caller may not see. */
export function notFound(): ApiError {
  const issue = 'INVALID_RESOURCE_ID'
  const message = 'The specified resource does not exist.'
  return error(404, 'RESOURCE_NOT_FOUND', message, [{ issue, location: 'path' }], aboutIssue(issue))
}

/** Returns the 409 while a call with the same request id is still running. */
export function inProgress(): ApiError {
  const message = 'The server has detected a conflict while processing this request.'
  return error(409, 'RESOURCE_CONFLICT', message, [{ issue: 'PREVIOUS_REQUEST_IN_PROGRESS' }])
}

/** Returns the 415 for a content type that is not JSON. */
export function unsupportedMediaType(): ApiError {
  const message = 'The server does not support the request payload’s media type.'
  return error(415, 'UNSUPPORTED_MEDIA_TYPE', message)
}

/** Returns the 401 for a call without a usable Authorization header. */
export function notAuthenticated(): ApiError {
  const message =
    'Authentication failed due to invalid authentication credentials or a missing Authorization header.'
  const href = 'https://developer.paypal.com/docs/api/overview/#error'
  return error(401, 'AUTHENTICATION_FAILURE', message, undefined, [{ href, rel: 'information_link' }])
}

/** Returns an error of PayPal's identity service, whose body is shorter. */
export function oauthError(status: number, error: string, error_description: string): ApiError {
  return new ApiError(status, { error, error_description })
}

/**
 * Returns the 400 for a webhook beyond those that an app may have.
 * https://developer.paypal.com/api/webhooks/v1/errors/webhook_url_already_exists, …/webhook_number_limit_exceeded
 */
export function webhookRefused(isSameUrl: boolean): ApiError {
  const [name, message]: [string, string] = isSameUrl
    ? ['WEBHOOK_URL_ALREADY_EXISTS', 'Webhook URL already exists.']
    : ['WEBHOOK_NUMBER_LIMIT_EXCEEDED', 'The webhook’s number limit has exceeded.']
  return error(400, name, message, [])
}

function describe(detail: ErrorDetail): ErrorDetail {
  return { ...detail, description: detail.description ?? issues[detail.issue] ?? detail.issue }
}

function aboutIssue(issue = ''): Link[] {
  const href = `https://developer.paypal.com/docs/api/orders/v2/#error-${issue}`
  return [{ href, rel: 'information_link', method: 'GET' }]
}
