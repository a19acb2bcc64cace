/** PayPal's error bodies: name, message, debug_id and details, each with an issue. */
import { ApiError } from '../faults.ts'
import { issues } from './issues.ts'

/** One entry of `details`. */
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

/** 400: the request does not fit the schema. */
export function badRequest(details: ErrorDetail[]): ApiError {
  const message = 'Request is not well-formed, syntactically incorrect, or violates schema.'
  return error(400, 'INVALID_REQUEST', message, details)
}

/** 422: the request is well-formed and breaks a business rule. */
export function unprocessable(details: string | ErrorDetail[], links: Link[] = []): ApiError {
  const list = typeof details === 'string' ? [{ issue: details }] : details
  const message =
    'The requested action could not be performed, semantically incorrect, or failed business validation.'
  return error(422, 'UNPROCESSABLE_ENTITY', message, list, [...aboutIssue(list[0]?.issue), ...links])
}

/** 403: the caller is known and lacks the permission. */
export function forbidden(issue: string): ApiError {
  const message = 'Authorization failed due to insufficient permissions.'
  return error(403, 'NOT_AUTHORIZED', message, [{ issue }], aboutIssue(issue))
}

/** 404: the resource does not exist, or the caller may not see it. */
export function notFound(): ApiError {
  const issue = 'INVALID_RESOURCE_ID'
  const message = 'The specified resource does not exist.'
  return error(404, 'RESOURCE_NOT_FOUND', message, [{ issue, location: 'path' }], aboutIssue(issue))
}

/** 409: a call with the same request id is still running. */
export function inProgress(): ApiError {
  const message = 'The server has detected a conflict while processing this request.'
  return error(409, 'RESOURCE_CONFLICT', message, [{ issue: 'PREVIOUS_REQUEST_IN_PROGRESS' }])
}

/** 415: the content type is not JSON. */
export function unsupportedMediaType(): ApiError {
  const message = 'The server does not support the request payload’s media type.'
  return error(415, 'UNSUPPORTED_MEDIA_TYPE', message)
}

/** 401: there is no usable Authorization header. */
export function notAuthenticated(): ApiError {
  const message =
    'Authentication failed due to invalid authentication credentials or a missing Authorization header.'
  const href = 'https://developer.paypal.com/docs/api/overview/#error'
  return error(401, 'AUTHENTICATION_FAILURE', message, undefined, [{ href, rel: 'information_link' }])
}

/** The shorter error body of PayPal's identity service. */
export function oauthError(status: number, error: string, error_description: string): ApiError {
  return new ApiError(status, { error, error_description })
}

function describe(detail: ErrorDetail): ErrorDetail {
  return { ...detail, description: detail.description ?? issues[detail.issue] ?? detail.issue }
}

function aboutIssue(issue = ''): Link[] {
  const href = `https://developer.paypal.com/docs/api/orders/v2/#error-${issue}`
  return [{ href, rel: 'information_link', method: 'GET' }]
}
