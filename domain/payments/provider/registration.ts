/** What a provider's own records say about our keys and webhooks: for `npm run doctor`, and for `npm run setup`, which makes them. */

/** A webhook that is registered with a provider. */
export interface RegisteredWebhook {
  id: string
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

/** Where webhooks are to go, and where those of an earlier setup go, which are replaced. */
export interface WebhookTarget {
  url: string
  formerUrl?: string | undefined
}

/** Lists the webhooks that come to `url`; enabled ones first. */
export function ofAddress(webhooks: readonly RegisteredWebhook[], url: string): RegisteredWebhook[] {
  return webhooks
    .filter((webhook) => isSame(webhook.url, url))
    .toSorted((a, b) => Number(b.isEnabled) - Number(a.isEnabled))
}

/** Returns the types among `needed` that a webhook does not send. */
export function lackingTypes({ events }: RegisteredWebhook, needed: readonly string[]): string[] {
  return needed.filter((type) => !events.includes(type) && !events.includes('*'))
}

/**
 * Returns the webhook that is enabled, goes to the target, and sends all `needed` types; undefined if it has to be made. `outdated` are
 * those of the target and of its former address that a new one replaces.
 */
export function findFitting(
  webhooks: readonly RegisteredWebhook[],
  { url, formerUrl }: WebhookTarget,
  needed: readonly string[],
): { fitting: RegisteredWebhook | undefined; outdated: RegisteredWebhook[] } {
  const here = ofAddress(webhooks, url)
  const fitting = here.find((webhook) => webhook.isEnabled && lackingTypes(webhook, needed).length === 0)
  const former = formerUrl && !isSame(formerUrl, url) ? ofAddress(webhooks, formerUrl) : []
  return { fitting, outdated: [...here, ...former] }
}

/** Returns whether two addresses are the same. On this machine, which the sandbox calls by number, all names are one. */
export function isSame(one: string, other: string): boolean {
  const normal = (url: string) => (URL.canParse(url) ? new URL(url).href : url)
  return withLoopback(normal(one)) === withLoopback(normal(other))
}

function withLoopback(url: string): string {
  return url.replace(/^(https?:\/\/)(localhost|\[::1\])(?=[:/])/, '$1127.0.0.1')
}
