/** Builds Twitch's error bodies. */
import { ApiError } from '../faults.ts'

const names = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
}

/** Returns the error response to an API call. */
export function refusal(status: keyof typeof names, message: string): ApiError {
  return new ApiError(status, { error: names[status], status, message })
}
