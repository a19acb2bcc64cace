/**
 * Thrown when the database is not as the product needs it. The message is one sentence that the operator can act on; every program
 * prints it without a stack trace.
 */
export class SetupError extends Error {
  override name = 'SetupError'
}
