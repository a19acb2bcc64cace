/** YouTube's errors, in the shape that googleapis passes on. */

const statusNames: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
}

/** A refusal: thrown in a call, sent by the door. */
export class ApiError extends Error {
  readonly code: number
  readonly reason: string
  readonly domain: string
  readonly location: { location: string; locationType: string } | undefined

  constructor(
    code: number,
    reason: string,
    message: string,
    where: { domain?: string; location?: string; locationType?: string } = {},
  ) {
    super(message)
    this.code = code
    this.reason = reason
    this.domain = where.domain ?? 'global'
    this.location =
      where.location === undefined
        ? undefined
        : { location: where.location, locationType: where.locationType ?? 'parameter' }
  }

  /** The JSON body. */
  get body() {
    const { code, message, domain, reason, location } = this
    const status = statusNames[code]
    return {
      error: { code, message, errors: [{ message, domain, reason, ...location }], ...(status && { status }) },
    }
  }
}

/** The token is missing, unknown or has run out. */
export function authError(): ApiError {
  const message = 'Request had invalid authentication credentials. Expected OAuth 2 access token.'
  return new ApiError(401, 'authError', message, { location: 'Authorization', locationType: 'header' })
}

/** The token may not do this. */
export function scopeError(): ApiError {
  return new ApiError(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.')
}

/** The day's units are spent. */
export function quotaError(): ApiError {
  const message =
    'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.'
  return new ApiError(403, 'quotaExceeded', message, { domain: 'youtube.quota' })
}

/** A parameter without which the call means nothing. */
export function missingParameter(message: string, location = ''): ApiError {
  return new ApiError(400, 'missingRequiredParameter', message, { domain: 'youtube.parameter', location })
}

const chatErrors = {
  forbidden: [403, 'You do not have the permissions required to create the specified message.'],
  liveChatDisabled: [403, 'Live chat is not enabled for the specified broadcast.'],
  liveChatEnded: [403, 'The specified live chat is no longer live.'],
  rateLimitExceeded: [403, 'The request was sent too quickly after the previous request.'],
  liveChatNotFound: [404, 'The live chat that you are trying to retrieve cannot be found.'],
  messageTextInvalid: [400, 'The message text is not valid.'],
  typeRequired: [400, 'The message type is required.'],
  liveChatIdRequired: [400, 'The live chat id is required.'],
} as const

export type ChatReason = keyof typeof chatErrors

/** Why a message did not get into the chat. */
export function chatError(reason: ChatReason): ApiError {
  const [code, message] = chatErrors[reason]
  return new ApiError(code, reason, message, {
    domain: reason === 'forbidden' ? 'global' : 'youtube.liveChat',
  })
}
