/** Tests how many calls to providers and platforms one person can cause without paying anything. */
import { expect, test } from 'vitest'
import { browserPaths } from '../../contract/calls.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { openSandbox } from '../../sandbox/sandbox.fixture.ts'
import type { AppContext } from '../context.ts'
import { startTestApp } from '../app.fixture.ts'
import { behindProxy, openBrowser } from '../emails.fixture.ts'

const sandbox = await forFile(openSandbox())
let redeemed = 0

/** Wraps the Google client so that it counts the codes that are exchanged with Google. */
function countCodes({ google }: AppContext): Partial<AppContext> {
  const redeem: NonNullable<typeof google>['redeem'] = (answer, request) => {
    redeemed += 1
    return google!.redeem(answer, request)
  }
  return { google: { ...google!, redeem } }
}

const app = await forFile(
  startTestApp({ ...behindProxy, ...sandbox.env, PUBLIC_URL: 'http://localhost:3000' }, countCodes),
)

test('a stranger who repeats one callback with invented codes causes three calls to Google', async () => {
  const browser = openBrowser(app)
  const { body } = await browser.post('account/google/start', { page: 'log-in' })
  const state = new URL((body as { address: string }).address).searchParams.get('state')!
  const cookie = browser.cookie('brimful_google')!

  const statuses: number[] = []
  for (let n = 0; n < 10; n++) {
    const path = `${browserPaths.googleCallback}?${new URLSearchParams({ state, code: `invented-${n}` })}`
    const response = await fetch(`${app.url}/api/v1/${path}`, {
      headers: { cookie: `brimful_google=${cookie}` },
      redirect: 'manual',
    })
    statuses.push(response.status)
  }

  expect(statuses).toEqual(Array.from({ length: 10 }, () => 303))
  expect(redeemed).toBe(3)
})

test('a creator causes sixty calls in a quarter of an hour, and is told when to go on', async () => {
  const { uid } = await buildCreator(app.db)
  const cookie = await app.signIn(uid)

  const statuses: number[] = []
  for (let n = 0; n < 61; n++) {
    const { status } = await app.post('account/refresh-payout-account', { provider: 'paypal' }, cookie)
    statuses.push(status)
  }
  const { body } = await app.post('account/refresh-payout-account', { provider: 'paypal' }, cookie)

  expect(new Set(statuses.slice(0, 60))).not.toContain(429)
  expect(statuses.at(-1)).toBe(429)
  expect(body).toMatchObject({ code: 'rate_limited', retryAfter: expect.any(Number) })
})
