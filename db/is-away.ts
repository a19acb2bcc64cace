/** Recognises errors that are not the query's fault: Postgres could not be reached or did not respond. */

/**
 * SQLSTATE codes of connection exceptions, shutdown, start-up, a cancelled or timed-out statement and too many connections, and
 * Node's codes for failed connections. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const codes =
  /^(08...|57014|57P0[1-5]|53300|25P03|55P03|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EAI_AGAIN)$/

/** Messages of errors that pg and pg-pool throw without a code. */
const messages = [
  /^Query read timeout/,
  /^timeout exceeded when trying to connect/,
  /^Connection terminated/,
  /is not queryable$/,
]

/** Returns whether a query failed because Postgres was unavailable, so that the same query may succeed later. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (typeof code === 'string' && codes.test(code)) return true
  if (code === 'ENOENT') return syscall === 'connect' // a server that is stopped has no socket
  return messages.some((message) => message.test(error.message))
}
