/** What a provider's own records say about our keys and webhooks. Only `npm run doctor` asks for it. */

/** A webhook that is registered with a provider. */
export interface RegisteredWebhook {
  url: string
  isEnabled: boolean
  /** The types of events that are sent; `*` means all. */
  events: readonly string[]
}

/** Thrown when the provider refuses our keys, or does not let them read what is registered. */
export class KeysRefusedError extends Error {
  readonly reason: 'unknown' | 'not_permitted'

  constructor(reason: 'unknown' | 'not_permitted') {
    super(`the keys are refused: ${reason}`)
    this.name = 'KeysRefusedError'
    this.reason = reason
  }
}
