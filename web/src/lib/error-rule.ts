import { m } from '../../../i18n/compiled/messages.js'
import type { CallError } from './call-error.ts'
import { startRedirect, navigateTo, currentAddress } from './navigation.ts'
import { clearPrivateQueries } from './query-client.ts'
import { resetStore, useStore } from './store.ts'
import { toast } from './toast.ts'

/** Who shows a failed call to the visitor: the global rule, the caller, or nobody (it is only logged). */
export type ErrorsTo = 'toast' | 'caller' | 'log'

/** How long 'Session expired' is shown before the log-in page opens. */
const redirectDelayMs = 1000

/**
 * The specification's rule for failed calls. An expired session takes precedence over the caller's own handling, but
 * only for visitors who appear to be signed in. The rule logs a 403 and does not show it.
 */
export function applyErrorRule(error: CallError, errorsTo: ErrorsTo): void {
  if (error.status === 401 && useStore.getState().auth.isAuthenticated) {
    expireSession()
    error.isShown = true
    return
  }
  if (errorsTo === 'caller' || error.status === 401) return // a 401 is not shown to visitors who are not signed in
  if (errorsTo === 'log' || error.status === 403) return console.error(error.message)
  toast.error(error.message)
  error.isShown = true
}

/** Ends an expired session. Clearing the state first makes this happen once, however many calls return a 401. */
export function expireSession(): void {
  const from = currentAddress()
  startRedirect()
  resetStore()
  clearPrivateQueries()
  toast.error(m.error_unauthenticated())
  setTimeout(() => navigateTo('/account', { from }), redirectDelayMs)
}
