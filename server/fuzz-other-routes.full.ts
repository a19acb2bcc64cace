/**
 * Opens every address that is no call with random parts, queries and cookies: pages, files, cards, and the addresses that browsers come
 * back to from a consent. No answer is an error of ours, and none leads to another site.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzRuns, hostileTexts } from '../contract/fuzzed-input.fixture.ts'
import { faultsOf } from './fuzz-faults.fixture.ts'
import { startFuzzWorld } from './fuzz-world.fixture.ts'
import { otherRoutes } from './http/other-routes.ts'

const { seed, numRuns } = fuzzRuns(80)
const { app, url, openWorld } = await startFuzzWorld()
const world = await openWorld()

/** Names of query parameters and of cookies that some address reads; nobody has sealed the cookies. */
const parameters = [
  'code',
  'state',
  'error',
  'iss',
  'token',
  'merchantId',
  'merchantIdInPayPal',
  'tag',
  'preview',
  'scope',
]
const cookieNames = [
  'brimful_session',
  'brimful_google',
  'brimful_connect',
  'brimful_locale',
  'brimful_theme',
  'brimful_changed',
]

const text = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.uuid(),
  fc.webQueryParameters(),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
)
const wellFormed = (one: string) => new TextDecoder().decode(new TextEncoder().encode(one))
const encoded = text.map((one) => (one.startsWith('%') ? one : encodeURIComponent(wellFormed(one)) || '%20'))
const senders = fc.constantFrom('creator', 'admin', 'stranger')
const query = fc.array(fc.tuple(fc.constantFrom(...parameters), encoded), { maxLength: 4 })
const cookies = fc.dictionary(fc.constantFrom(...cookieNames), encoded, { maxKeys: 2 })
const parts = fc.array(encoded, { minLength: 3, maxLength: 3 })
const inputs = fc.record({ sender: senders, parts, query, cookies, network: fc.ipV4() })

test.each(Object.keys(otherRoutes))('%s answers whatever it is sent', async (route) => {
  const [method, pattern] = route.split(' ') as [string, string]
  const answersWell = fc.asyncProperty(inputs, async (input) => {
    const left = [...input.parts]
    const path = pattern.replace(/:\w+|\{\*path\}/g, () => left.pop()!)
    const search = input.query.map(([name, value]) => `${name}=${value}`).join('&')
    const jar = Object.entries(input.cookies).map(([name, value]) => `${name}=${value}`)
    const answer = await fetch(`${url}${path}?${search}`, {
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': input.network,
        cookie: [world.cookieOf(input.sender), ...jar].filter(Boolean).join('; '),
      },
      ...(method === 'POST' && { body: new URLSearchParams(input.query) }),
    })
    const type = answer.headers.get('content-type') ?? ''
    expect(pageFaults(answer.status, type, await answer.text())).toEqual([])
    expect(isOwn(answer.headers.get('location'))).toBe(true)
  })
  await fc.assert(answersWell, { seed, numRuns, endOnFailure: false, interruptAfterTimeLimit: 60_000 })
})

/** Returns what is wrong with an answer. A page or a text may refuse in its own words. */
function pageFaults(status: number, type: string, body: string): string[] {
  if (type.includes('json')) return faultsOf({ status, type, text: body })
  return status >= 500 ? [`${status}: ${body.slice(0, 200)}`] : []
}

/** Returns whether an address is on our site, or at a stand-in. */
function isOwn(location: string | null): boolean {
  if (location === null) return true
  const { hostname, origin } = new URL(location, app.ctx.config.publicUrl)
  return origin === app.ctx.config.publicUrl || hostname === '127.0.0.1'
}
