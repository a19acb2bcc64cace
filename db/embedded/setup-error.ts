/** A reason why the product cannot start, in one sentence that a person can act on; launchers print no stack for it. */
export class SetupError extends Error {
  override name = 'SetupError'
}
