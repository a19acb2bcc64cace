/** PayPal's error bodies: name, message, debug_id and details with an issue each. */
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

interface ErrorBody {
  name: string
  message: string
  details?: ErrorDetail[]
  links?: Link[]
}

/** A refusal that is answered with this status and body. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody | Record<string, unknown>

  constructor(status: number, body: ErrorBody | Record<string, unknown>) {
    super(`PayPal stand-in answers ${status}`)
    this.status = status
    this.body = body
  }
}

/** 400: the request does not have the shape that the schema asks for. */
export function badRequest(details: ErrorDetail[]): ApiError {
  const message = 'Request is not well-formed, syntactically incorrect, or violates schema.'
  return new ApiError(400, { name: 'INVALID_REQUEST', message, details: details.map(describe) })
}

/** 422: well-formed, but against a rule of the business. */
export function unprocessable(details: string | ErrorDetail[], links: Link[] = []): ApiError {
  const list = typeof details === 'string' ? [{ issue: details }] : details
  const message =
    'The requested action could not be performed, semantically incorrect, or failed business validation.'
  return new ApiError(422, {
    name: 'UNPROCESSABLE_ENTITY',
    message,
    details: list.map(describe),
    links: [...aboutIssue(list[0]?.issue), ...links],
  })
}

/** 403: known caller, not allowed. */
export function forbidden(issue: string): ApiError {
  const message = 'Authorization failed due to insufficient permissions.'
  return new ApiError(403, {
    name: 'NOT_AUTHORIZED',
    message,
    details: [describe({ issue })],
    links: aboutIssue(issue),
  })
}

/** 404: no such thing, or not for this caller to know of. */
export function notFound(): ApiError {
  const issue = 'INVALID_RESOURCE_ID'
  return new ApiError(404, {
    name: 'RESOURCE_NOT_FOUND',
    message: 'The specified resource does not exist.',
    details: [describe({ issue, location: 'path' })],
    links: aboutIssue(issue),
  })
}

/** 409: the same request id is being worked on. */
export function inProgress(): ApiError {
  return new ApiError(409, {
    name: 'RESOURCE_CONFLICT',
    message: 'The server has detected a conflict while processing this request.',
    details: [describe({ issue: 'PREVIOUS_REQUEST_IN_PROGRESS' })],
  })
}

/** 415: the body is not announced as JSON. */
export function unsupportedMediaType(): ApiError {
  return new ApiError(415, {
    name: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'The server does not support the request payload’s media type.',
  })
}

/** 401 without a usable Authorization header. */
export function notAuthenticated(): ApiError {
  return new ApiError(401, {
    name: 'AUTHENTICATION_FAILURE',
    message:
      'Authentication failed due to invalid authentication credentials or a missing Authorization header.',
    links: [{ href: 'https://developer.paypal.com/docs/api/overview/#error', rel: 'information_link' }],
  })
}

/** The other, shorter form that PayPal's identity service answers with. */
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
