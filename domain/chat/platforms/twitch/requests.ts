/** Requests to Twitch's authorization service and API, and the tokens in its answers. */
import { z } from 'zod'
import { watchFetch } from '../../../../db/wires.ts'
import type { OauthTokens } from '../../oauth-tokens.ts'

const tokenResponse = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number(),
  scope: z.array(z.string()).default([]),
})

const timeoutMs = 10_000

/** Returns the tokens of an answer. */
export function toTokens(answer: unknown): OauthTokens {
  const tokens = tokenResponse.parse(answer)
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    expiresAt: new Date(Date.now() + tokens.expires_in * 1000),
    scopes: tokens.scope,
  }
}

/** Posts a form. */
export function post(url: string, form: Record<string, string>): Promise<Response> {
  const request = fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    signal: AbortSignal.timeout(timeoutMs),
  })
  return watchFetch('twitch', request)
}

/** Posts JSON. */
export function postJson(url: string, headers: Record<string, string>, body: object): Promise<Response> {
  const request = fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  })
  return watchFetch('twitch', request)
}

/** Reads an address. */
export function get(url: string, headers: Record<string, string>): Promise<Response> {
  return watchFetch('twitch', fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) }))
}

/** Returns the body of an answer; throws if Twitch refused. */
export async function readJson(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`twitch answered ${response.status}`)
  return response.json()
}
