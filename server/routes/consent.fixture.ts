/** Imitates a creator's browser on the way to a platform's consent page and back. */
import { apiBase } from '../../contract/calls.ts'
import type { Platform } from '../../contract/chat/platforms.ts'

export interface Visit {
  status: number
  location: string
  /** The browser's current cookies, as a Cookie header. */
  cookie: string
}

/** Requests an address without following redirects, and applies the cookies that the response sets. */
export async function visit(url: string, cookie = '', form?: Record<string, string>): Promise<Visit> {
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

export const youtubeScope = 'https://www.googleapis.com/auth/youtube.readonly'

/** The choice on a platform's consent page that connects an account of this name. */
export const allow = {
  kick: (name: string) => ({ decision: 'allow', name }),
  twitch: (login: string) => ({ decision: 'authorize', newLogin: login }),
  youtube: (title: string) => ({ decision: 'allow', newTitle: title, granted: youtubeScope }),
}

/** Starts connecting a platform. The response redirects to the platform's consent page. */
export function openConsent(appUrl: string, platform: Platform, cookie?: string): Promise<Visit> {
  return visit(`${appUrl}${apiBase}account/${platform}/connect`, cookie)
}

/** Submits a consent page; returns where it redirects to. */
export async function decide(consentUrl: string, choice: Record<string, string>): Promise<string> {
  const requested = Object.fromEntries(new URL(consentUrl).searchParams)
  const { location } = await visit(consentUrl.split('?')[0]!, '', { ...requested, ...choice })
  return location
}
