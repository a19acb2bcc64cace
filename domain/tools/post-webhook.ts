/**
 * Posts a webhook to an address that a creator has entered. The address may lead anywhere, so requests inside our networks are refused
 * where the connection is made, after the name is resolved, which a name that changes in between cannot pass.
 */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { useAgent as openAgent } from 'request-filtering-agent'
import type { WebhookProblem, WebhookTry } from '../../contract/tools/webhook-calls.ts'

const timeoutMs = 10_000
const maxReadBytes = 16 * 1024

export interface WebhookRequest {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

export interface PostOptions {
  /** Whether requests may go inside our own network and without TLS: on a developer's machine only. */
  isPrivateAllowed: boolean
  /** Resolves names; for tests. */
  lookup?: LookupFunction
  timeoutMs?: number
}

/** What came of a request, without the time, and how long a response has said to wait. */
export interface PostResult extends Pick<WebhookTry, 'status' | 'problem'> {
  retryAfterMs?: number
}

/**
 * Posts a webhook and returns the status of the response, or what went wrong. Follows no redirect, and reads at most 16 KB of the
 * response, for at most ten seconds in all. Never rejects.
 */
export function postWebhook(
  { url, headers, body }: WebhookRequest,
  { isPrivateAllowed, lookup, timeoutMs: limitMs = timeoutMs }: PostOptions,
): Promise<PostResult> {
  const { protocol } = new URL(url)
  if (protocol !== 'https:' && !(isPrivateAllowed && protocol === 'http:'))
    return Promise.resolve({ status: null, problem: 'tls' })
  const request = protocol === 'https:' ? requestHttps : requestHttp
  const agent = openAgent(url, {
    keepAlive: false,
    allowPrivateIPAddress: isPrivateAllowed,
    allowMetaIPAddress: isPrivateAllowed,
  })
  return new Promise((resolve) => {
    let status: number | null = null
    let isConnected = false
    let retryAfterMs: number | undefined
    const end = (problem: WebhookProblem | null) => {
      clearTimeout(timer)
      const result =
        status === null ? { status, problem: problem ?? 'connection' } : { status, problem: null }
      resolve(retryAfterMs === undefined ? result : { ...result, retryAfterMs })
      sent.destroy()
    }
    const timer = setTimeout(() => end('timeout'), limitMs)
    const length = String(Buffer.byteLength(body))
    const sent = request(url, {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-length': length },
      ...(lookup && { lookup }),
    })
    sent.on('socket', (socket) =>
      socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', () => (isConnected = true)),
    )
    sent.on('error', (error: NodeJS.ErrnoException) => end(isConnected ? 'lost' : problemOf(error)))
    sent.on('response', (response) => {
      status = response.statusCode ?? null
      retryAfterMs = readRetryAfter(response.headers['retry-after'])
      let read = 0
      response.on('data', (chunk: Buffer) => {
        read += chunk.length
        if (read > maxReadBytes) end(null)
      })
      response.on('end', () => end(null))
      response.on('error', () => end(null))
    })
    sent.end(body)
  })
}

/** Reads seconds; a date is ignored, because only the clock of its sender can tell how far off it is. */
function readRetryAfter(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,5}$/.test(value) ? Number(value) * 1000 : undefined
}

function problemOf({ message, code = '' }: NodeJS.ErrnoException): WebhookProblem {
  if (/is not allowed\. Because/.test(message)) return 'private'
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/i.test(code)) return 'tls'
  return 'connection'
}
