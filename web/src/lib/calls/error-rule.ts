import { m } from '../../../../i18n/compiled/messages.js'
import type { CallError } from './call-error.ts'
import { startRedirect, navigateTo, currentAddress, endGuarded } from '../navigation.ts'
import { clearPrivateQueries } from './query-client.ts'
import { resetStore, useStore } from '../store.ts'
import { toast } from '../toast.ts'

/** Who shows a failed call to the visitor: the global rule, the caller, or nobody (it is only logged). */
export type ErrorsTo = 'toast' | 'caller' | 'log'

/** How long 'Session expired' is shown before the log-in page opens. */
const redirectDelayMs = 1000

/**
 * Applies the specification's rule for failed calls. It logs a 403 without showing it. A 401 means that the session has expired:
 * for visitors who appear to be signed in, that takes precedence over the caller's own handling.
 */
export function applyErrorRule(error: CallError, errorsTo: ErrorsTo): void {
  if (error.status === 401 && useStore.getState().auth.isAuthenticated) {
    expireSession()
    error.isShown = true
    return
  }
  if (errorsTo === 'caller' || error.status === 401) return // a visitor who is not signed in does not see a 401
  if (errorsTo === 'log' || error.status === 403) return console.error(error.message)
  toast.error(error.message)
  error.isShown = true
}

/** Ends an expired session. Unsaved work is lost only if the visitor says so. */
export function expireSession(): void {
  endGuarded(redirectToLogIn)
}

/** Clears the state first, so that several calls that return a 401 do this only once. */
function redirectToLogIn(): void {
  const from = currentAddress()
  startRedirect()
  resetStore()
  clearPrivateQueries()
  toast.error(m.error_unauthenticated())
  setTimeout(() => navigateTo('/account', { from }), redirectDelayMs)
}
