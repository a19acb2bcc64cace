/** What stands in the way of starting, said in one sentence that a person can act on; a launcher prints no stack for it. */
export class SetupError extends Error {
  override name = 'SetupError'
}
