/**
 * Push messages to browsers (RFC 8030). Each is encrypted so that only the browser can read it (RFC 8291), and signed by us (VAPID,
 * RFC 8292).
 */
import webPush from 'web-push'
import type { PushSubscriptionData } from '../../contract/notifications/push-calls.ts'
import { watchFetch } from '../../db/wires.ts'
import type { PushConfig } from '../config/config.ts'

/** Thrown when the push service is busy or did not respond. */
export class PushBusyError extends Error {
  readonly retryAfterMs: number

  constructor(reason: string, retryAfterMs: number) {
    super(`push: ${reason}`)
    this.name = 'PushBusyError'
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * The push service's decision. `taken`: it accepts the message. `gone`: the subscription has ended for good. `refused`: it will
 * never accept this message.
 */
export type PushOutcome = 'taken' | 'gone' | 'refused'

export interface WebPush {
  /** Sends a message to a browser's push service. Throws `PushBusyError` when a later attempt may succeed. */
  send(to: PushSubscriptionData, text: string): Promise<PushOutcome>
}

/** In seconds: push services drop a message that they could not deliver within an hour. */
const ttlSeconds = 3600
const timeoutMs = 10_000
const defaultWaitMs = 30_000
const maxWaitMs = 10 * 60_000

/** Opens the sender for our VAPID keys. */
export function openWebPush({ publicKey, privateKey, subject }: PushConfig): WebPush {
  return {
    async send(to, text) {
      const { endpoint, headers, body } = webPush.generateRequestDetails(to, text, {
        vapidDetails: { subject, publicKey, privateKey },
        TTL: ttlSeconds,
        urgency: 'high',
        contentEncoding: 'aes128gcm',
      })
      const request = fetch(endpoint, {
        method: 'POST',
        headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
        body: new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const response = await watchFetch('push', request).catch((error: Error) => {
        throw new PushBusyError(error.name, defaultWaitMs) // the library's error message may contain the endpoint, which is a secret
      })
      await response.body?.cancel()
      return outcomeOf(response)
    },
  }
}

function outcomeOf({ ok, status, headers }: Response): PushOutcome {
  if (ok) return 'taken'
  if (status === 404 || status === 410) return 'gone'
  if (status !== 429 && status < 500) return 'refused'
  const seconds = Number(headers.get('retry-after'))
  const wait = seconds > 0 ? Math.min(seconds * 1000, maxWaitMs) : defaultWaitMs
  throw new PushBusyError(`status ${status}`, wait)
}

/**
 * The hosts of the browsers' push services. The endpoint of a subscription comes from a visitor, so messages go to no other host.
 */
const services = [
  /^fcm\.googleapis\.com$/, // used by Chrome, Edge on Android, Opera and Samsung Internet
  /^(updates|[a-z0-9-]+)\.push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)*push\.apple\.com$/,
  /^[a-z0-9-]+\.notify\.windows\.com$/,
]

/** Returns whether an endpoint belongs to a push service. With the sandbox, only the sandbox's own host is accepted. */
export function isPushService(endpoint: string, { sandboxUrl }: Pick<PushConfig, 'sandboxUrl'>): boolean {
  if (sandboxUrl) return endpoint.startsWith(`${sandboxUrl}/`)
  const { protocol, hostname, port, username } = new URL(endpoint)
  return (
    protocol === 'https:' && port === '' && username === '' && services.some((host) => host.test(hostname))
  )
}
