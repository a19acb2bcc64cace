/** Thrown when the product cannot start: one sentence that a person can act on; launchers print no stack for it. */
export class SetupError extends Error {
  override name = 'SetupError'
}
