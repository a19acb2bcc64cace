/** Push messages to browsers (RFC 8030), encrypted for the browser alone (RFC 8291) and signed by us (VAPID, RFC 8292). */
import webPush from 'web-push'
import type { PushSubscriptionData } from '../../contract/push-calls.ts'
import type { PushConfig } from '../config.ts'

/** A push service has no time now; or no answer came, which counts as the same. */
export class PushBusyError extends Error {
  readonly retryAfterMs: number

  constructor(reason: string, retryAfterMs: number) {
    super(`push: ${reason}`)
    this.name = 'PushBusyError'
    this.retryAfterMs = retryAfterMs
  }
}

/** `gone`: the browser cannot be reached by that any more, ever. `refused`: this message is not taken, and would not be again. */
export type PushOutcome = 'taken' | 'gone' | 'refused'

export interface WebPush {
  /** Hands a message to the push service of a browser. Throws `PushBusyError` when it may be tried again. */
  send(to: PushSubscriptionData, text: string): Promise<PushOutcome>
}

/** What a message is worth after an hour: nothing. */
const ttlSeconds = 3600
const timeoutMs = 10_000
const usualWaitMs = 30_000
const longestWaitMs = 10 * 60_000

/** Opens the sender of a configuration. */
export function openWebPush({ publicKey, privateKey, subject }: PushConfig): WebPush {
  return {
    async send(to, text) {
      const { endpoint, headers, body } = webPush.generateRequestDetails(to, text, {
        vapidDetails: { subject, publicKey, privateKey },
        TTL: ttlSeconds,
        urgency: 'high',
        contentEncoding: 'aes128gcm',
      })
      const answer = await fetch(endpoint, {
        method: 'POST',
        headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
        body: new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: Error) => {
        throw new PushBusyError(error.name, usualWaitMs) // its message may hold the address, which is a secret
      })
      await answer.body?.cancel()
      return outcomeOf(answer)
    },
  }
}

function outcomeOf({ ok, status, headers }: Response): PushOutcome {
  if (ok) return 'taken'
  if (status === 404 || status === 410) return 'gone'
  if (status !== 429 && status < 500) return 'refused'
  const seconds = Number(headers.get('retry-after'))
  const wait = seconds > 0 ? Math.min(seconds * 1000, longestWaitMs) : usualWaitMs
  throw new PushBusyError(`status ${status}`, wait)
}

/** Where browsers have their push services. We post to nothing else: an address comes from a visitor. */
const services = [
  /^fcm\.googleapis\.com$/, // Chrome, Edge on Android, Opera, Samsung
  /^(updates|[a-z0-9-]+)\.push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)*push\.apple\.com$/,
  /^[a-z0-9-]+\.notify\.windows\.com$/,
]

/** Whether an address is one of a browser's push service; in the sandbox only of its own. */
export function isPushService(endpoint: string, { sandboxUrl }: Pick<PushConfig, 'sandboxUrl'>): boolean {
  if (sandboxUrl) return endpoint.startsWith(`${sandboxUrl}/`)
  const { protocol, hostname, port, username } = new URL(endpoint)
  return (
    protocol === 'https:' && port === '' && username === '' && services.some((host) => host.test(hostname))
  )
}
