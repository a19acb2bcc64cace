import { useEffect } from 'react'
import { expireSession } from './error-rule.ts'
import { isEndingSession } from './session.ts'
import { hasSessionHint, readSessionEnd } from './session-hint.ts'

/** No browser can wait for a month, and a computer that slept has waited for less than it seems. */
const maxWaitMs = 3_600_000
/** The browser keeps the cookie a little longer than it says; by a clock that is wrong, a lot longer. */
const recheckMs = 2000

/**
 * Signs out when the session has reached its end, without a word from the server. The browser drops both cookies then, at
 * once for all its tabs; a visit in any of them has moved the end of all.
 */
export function useLogOutTimer(isSignedIn: boolean): void {
  useEffect(() => (isSignedIn ? watchSession() : undefined), [isSignedIn])
}

function watchSession(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  function check(): void {
    if (hasSessionHint() || isEndingSession()) return wait()
    stop()
    expireSession()
  }

  function wait(): void {
    clearTimeout(timer)
    const remainingMs = readSessionEnd() - Date.now()
    timer = setTimeout(check, remainingMs > 0 ? Math.min(remainingMs, maxWaitMs) : recheckMs)
  }

  function stop(): void {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', check)
  }

  wait()
  document.addEventListener('visibilitychange', check)
  return stop
}
