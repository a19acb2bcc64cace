/** Builds YouTube's error bodies. */
import { ApiError } from '../faults.ts'

const statusNames: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
}

interface Place {
  domain?: string
  location?: string
  locationType?: string
}

/** Returns an error with a reason; `place` is the error's domain and the parameter that is wrong. */
export function apiError(code: number, reason: string, message: string, place: Place = {}): ApiError {
  const { domain = 'global', location, locationType = 'parameter' } = place
  const error = { message, domain, reason, ...(location !== undefined && { location, locationType }) }
  const status = statusNames[code]
  return new ApiError(code, { error: { code, message, errors: [error], ...(status && { status }) } })
}

/** Returns the 401 for a token that is missing, unknown or expired. */
export function authError(): ApiError {
  const message = 'Request had invalid authentication credentials. Expected OAuth 2 access token.'
  return apiError(401, 'authError', message, { location: 'Authorization', locationType: 'header' })
}

/** Returns the 403 for a token that lacks the scope. */
export function scopeError(): ApiError {
  return apiError(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.')
}

/** Returns the 403 for a daily quota that is used up. */
export function quotaError(): ApiError {
  const message =
    'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.'
  return apiError(403, 'quotaExceeded', message, { domain: 'youtube.quota' })
}

/**
 * Returns the 429 of Google's common infrastructure, for a project that makes too many requests a minute. It has no `errors`, only
 * `details`: google.aip.dev/193.
 */
export function tooManyRequestsError(): ApiError {
  const message = "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute'."
  const reason = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'RATE_LIMIT_EXCEEDED' }
  const details = [{ ...reason, domain: 'googleapis.com' }]
  return new ApiError(429, { error: { code: 429, message, status: 'RESOURCE_EXHAUSTED', details } })
}

/** Returns the 400 for a required parameter that is missing. */
export function missingParameter(message: string, location = ''): ApiError {
  return apiError(400, 'missingRequiredParameter', message, { domain: 'youtube.parameter', location })
}

/** Returns an error of the authorization service. */
export function oauthError(status: 400 | 401, error: string, error_description: string): ApiError {
  return new ApiError(status, { error, error_description })
}

const chatErrors = {
  forbidden: [403, 'You do not have the permissions required to create the specified message.'],
  liveChatDisabled: [403, 'Live chat is not enabled for the specified broadcast.'],
  liveChatEnded: [403, 'The specified live chat is no longer live.'],
  rateLimitExceeded: [403, 'The request was sent too quickly after the previous request.'],
  userRequestsExceedRateLimit: [403, 'The user has sent too many requests in a given timeframe.'],
  liveStreamingNotEnabled: [403, 'The user is not enabled for live streaming.'],
  liveChatNotFound: [404, 'The live chat that you are trying to retrieve cannot be found.'],
  messageTextInvalid: [400, 'The message text is not valid.'],
  typeRequired: [400, 'The message type is required.'],
  liveChatIdRequired: [400, 'The live chat id is required.'],
} as const

export type ChatReason = keyof typeof chatErrors

/** Returns the error for a chat message that was refused, by its reason. */
export function chatError(reason: ChatReason): ApiError {
  const [code, message] = chatErrors[reason]
  return apiError(code, reason, message, {
    domain: reason === 'forbidden' ? 'global' : 'youtube.liveChat',
  })
}
