import { m } from '../../../i18n/compiled/messages.js'
import type { CallError } from './call-error.ts'
import { startRedirect, navigateTo, currentAddress } from './navigation.ts'
import { clearPrivateQueries } from './query-client.ts'
import { resetStore, useStore } from './store.ts'
import { toast } from './toast.ts'

/** Who tells the visitor of a failed call: the global rule, the caller on its own screen, or nobody (logged only). */
export type ErrorsTo = 'toast' | 'caller' | 'log'

/** How long 'Session expired' stands before the log-in page opens. */
export const redirectDelayMs = 1000

/**
 * The specification's one rule for failed calls. An expired session goes before every caller's own handling, but
 * only for somebody who believed to be signed in; a 403 is logged and never shown by the rule.
 */
export function applyErrorRule(error: CallError, errorsTo: ErrorsTo): void {
  if (error.status === 401 && useStore.getState().auth.isAuthenticated) {
    expireSession()
    error.isShown = true
    return
  }
  if (errorsTo === 'caller' || error.status === 401) return // a stranger's 401 broke no promise
  if (errorsTo === 'log' || error.status === 403) return console.error(error.message)
  toast.error(error.message)
  error.isShown = true
}

/** Ends a session that is over: forgetting it first makes this happen once, however many calls come back with a 401. */
export function expireSession(): void {
  const from = currentAddress()
  startRedirect()
  resetStore()
  clearPrivateQueries()
  toast.error(m.error_session_expired())
  setTimeout(() => navigateTo('/account', { from }), redirectDelayMs)
}
