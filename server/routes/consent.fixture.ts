/** A creator's browser on the way to a platform's consent page and back, without a screen. For tests. */
import { apiBase } from '../../contract/calls.ts'
import type { Platform } from '../../contract/entities.ts'

export interface Hop {
  status: number
  location: string
  /** What the browser holds now, as a Cookie header. */
  cookie: string
}

/** Asks for an address without following where it leads; cookies that are set or taken join those that were held. */
export async function hop(url: string, cookie = '', form?: Record<string, string>): Promise<Hop> {
  const answer = await fetch(url, {
    redirect: 'manual',
    headers: { ...(cookie && { cookie }) },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  const held = new Map(cookie.split('; ').map((pair) => [pair.split('=')[0]!, pair] as const))
  for (const line of answer.headers.getSetCookie()) {
    const [pair = ''] = line.split(';')
    const [name = '', value] = pair.split('=')
    if (value) held.set(name, pair)
    else held.delete(name)
  }
  return {
    status: answer.status,
    location: answer.headers.get('location') ?? '',
    cookie: [...held.values()].filter(Boolean).join('; '),
  }
}

/** Where the application sends a browser that wants to connect. */
export function leaveFor(appUrl: string, platform: Platform, cookie?: string): Promise<Hop> {
  return hop(`${appUrl}${apiBase}account/${platform}/connect`, cookie)
}

/** Fills in the consent page that a browser was sent to; gives where that sends it. */
export async function decide(consentUrl: string, choice: Record<string, string>): Promise<string> {
  const asked = Object.fromEntries(new URL(consentUrl).searchParams)
  const { location } = await hop(consentUrl.split('?')[0]!, '', { ...asked, ...choice })
  return location
}
