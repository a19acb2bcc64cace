/** Bounds how long a supporter waits for us. */
import { AppError } from '../../../contract/errors.ts'
import type { ErrorCode } from '../../../contract/errors.ts'

/** No supporter waits longer for one sentence, whatever does not respond. */
const timeoutMs = 5_000
const retryAfterSeconds = 3

/**
 * Starts a supporter's wait. Returns a function that waits for one step of it and throws AppError with the code of that step when the
 * time is over. The step itself goes on, within its own limits: money that moves meanwhile is recorded at once.
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
