/** Limits how long a supporter's request about a payment may take. */
import { AppError } from '../../../contract/errors.ts'
import type { ErrorCode } from '../../../contract/errors.ts'

/** In milliseconds. A supporter gets a response within this time, even if Postgres, Redis or the provider does not respond. */
const timeoutMs = 5_000
const retryAfterSeconds = 3

/**
 * Starts the time limit of a request. Returns a function that waits for one step and throws AppError with the step's code when the
 * time is over. The step itself continues, within limits of its own, so that a payment that completes later is still recorded.
 */
export function startSupporterTimeout(waitMs = timeoutMs) {
  const until = performance.now() + waitMs

  return async function within<T>(code: ErrorCode, step: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      const refuse = () => reject(new AppError(code, { retryAfter: retryAfterSeconds }))
      timer = setTimeout(refuse, Math.max(until - performance.now(), 0))
    })
    return Promise.race([step, late]).finally(() => clearTimeout(timer))
  }
}
