/**
 * Thrown when the product cannot start. The message is one sentence that the user can act on; launchers print it without a stack
 * trace.
 */
export class SetupError extends Error {
  override name = 'SetupError'
}
