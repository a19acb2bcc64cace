/** Decides how we react to Google's errors: developers.google.com/youtube/v3/live/docs/errors. */
import { millisecondsToPacificMidnight } from '../../../domain/chat/platforms/youtube/midnight.ts'
import { GiveUpError, SlowDownError } from '../../errors.ts'

/** The part of a failed call that states the reason. */
export interface GoogleFailure {
  code?: string | number
  cause?: { name?: string; code?: string }
  response?: { status?: number; data?: { error?: { errors?: { reason?: string }[] } } }
}

const busyMs = 15_000

/** The most of a refusal's body that is read. */
const maxRefusalBytes = 64 * 1024

/** Returns the failure of a streamed call in the form of the others: the library does not read the body of a stream that it refuses. */
export async function toStreamFailure(
  status: number,
  body: AsyncIterable<Uint8Array>,
): Promise<Error & Pick<GoogleFailure, 'response'>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > maxRefusalBytes) break
  }
  const response = { status, data: parseJson(Buffer.concat(chunks).toString('utf8')) }
  return Object.assign(new Error(`youtube answered ${status}`), { response })
}

function parseJson(text: string): NonNullable<GoogleFailure['response']>['data'] & object {
  try {
    return (JSON.parse(text) ?? {}) as object
  } catch {
    return {}
  }
}

/** Returns Google's reason for a failed call; undefined when the response is not in Google's usual form. */
export function reasonOf(error: unknown): string | undefined {
  return (error as GoogleFailure).response?.data?.error?.errors?.[0]?.reason
}

/** Returns whether Google refused the access token. */
export function isTokenRefused(error: unknown): boolean {
  return (error as GoogleFailure).response?.status === 401
}

/** Returns whether the live chat has ended or does not exist. */
export function isChatGone(error: unknown): boolean {
  return ['liveChatEnded', 'liveChatNotFound'].includes(reasonOf(error) ?? '')
}

/** Converts a failed call to an error for the dispatcher. */
export function toFailure(error: unknown, now = new Date()): Error {
  if (error instanceof GiveUpError || error instanceof SlowDownError) return error
  const reason = reasonOf(error)
  switch (reason) {
    case 'quotaExceeded':
    case 'dailyLimitExceeded':
      return new SlowDownError(millisecondsToPacificMidnight(now), 'destination', 'quotaExceeded')
    // The limit of an account in a chat, or of a creator's own account, which other creators' chats do not share.
    case 'rateLimitExceeded':
    case 'userRateLimitExceeded':
    case 'userRequestsExceedRateLimit':
      return new SlowDownError(busyMs)
    case 'liveChatEnded':
      return new GiveUpError('chatEnded')
    case 'liveChatNotFound':
    case 'liveStreamingNotEnabled':
    case 'livePermissionBlocked':
      return new GiveUpError('notLive')
    case 'liveChatDisabled':
      return new GiveUpError('chatDisabled')
    case 'forbidden':
    case 'insufficientPermissions':
    case 'insufficientLivePermissions':
    case 'youtubeSignupRequired':
      return new GiveUpError('noPermission')
    case 'messageTextInvalid':
    case 'messageTextRequired':
      return new GiveUpError('rejected')
    case undefined:
    default:
      return isTooManyRequests(error) ? new SlowDownError(busyMs, 'destination') : plain(error)
  }
}

/** Returns whether Google's infrastructure refused a call for the project's rate, which it does without a reason of YouTube's. */
function isTooManyRequests(error: unknown): boolean {
  return (error as GoogleFailure).response?.status === 429
}

/** Returns a new error, because the library's contains the whole request with its access token. */
function plain(error: unknown): Error {
  const { response, code } = error as GoogleFailure
  return new Error(`youtube: ${reasonOf(error) ?? response?.status ?? code ?? 'no answer'}`)
}

/** Codes of errors that happen before any byte is sent. */
const notSent = new Set<unknown>(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])

/**
 * Returns whether the outcome of a call is unknown: it was sent and got no response (the library aborts calls that take too
 * long), or Google failed during the call. Only 503 means that the call did not begin (RFC 9110, 15.6.4).
 */
export function isUnknown(error: unknown): boolean {
  const { code, cause, response } = error as GoogleFailure
  if (response === undefined) return !notSent.has(code) && !notSent.has(cause?.code)
  return (response.status ?? 0) >= 500 && response.status !== 503
}
