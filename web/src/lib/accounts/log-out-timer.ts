import { useEffect } from 'react'
import { expireSession } from '../calls/error-rule.ts'
import { isEndingSession } from './session.ts'
import { hasSessionHint, readSessionEnd } from './session-hint.ts'

/**
 * The longest wait between checks of the session's end. Timers are limited to about 24 days and pause while a computer sleeps, so
 * the end is checked at least every hour.
 */
const maxWaitMs = 3_600_000
/**
 * The wait when the session is over but its cookie still exists: browsers may keep it for a moment, or longer if the clock is
 * wrong.
 */
const recheckMs = 2000

/**
 * Signs out when the session expires, without a call. The browser then deletes the session's cookies for all tabs; a visit in any
 * tab extends the session for all.
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
