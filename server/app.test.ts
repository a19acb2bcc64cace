import { expect, test } from 'vitest'
import type { CallDefinition } from '../contract/call.ts'
import { allCalls, apiBase } from '../contract/calls.ts'
import { confirmByGoogle } from '../contract/accounts/google-calls.ts'
import { getToolTimer } from '../contract/tools/tool-act-calls.ts'
import { getLatestToolTip, getToolGoal } from '../contract/tools/tool-calls.ts'
import { buildCreator, buildSupporter } from '../db/builders.fixture.ts'
import { startTestApp } from './app.fixture.ts'
import type { TestApp } from './app.fixture.ts'

function ask(app: TestApp, call: CallDefinition, cookie?: string) {
  const path = call.path.replace(/:\w+/g, '!')
  return call.method === 'GET' ? app.get(path, cookie) : app.post(path, {}, cookie)
}

const codeOf = ({ body }: { body: unknown }) => (body as { code?: string } | null)?.code

test('mounts every call, with the access that its contract names', async () => {
  await using app = await startTestApp()
  const creator = await buildCreator(app.db)

  for (const call of allCalls) {
    const supporter = await buildSupporter(app.db) // one of the calls turns this account into a creator
    const [stranger, fan, maker] = [
      await ask(app, call),
      await ask(app, call, await app.signIn(supporter.uid)),
      await ask(app, call, await app.signIn(creator.uid)),
    ]
    const isPublic = call.access === 'public'
    expect([call.path, stranger.status === 401]).toEqual([call.path, !isPublic])
    const isForbidden = [codeOf(fan), codeOf(maker)].map((code) => code === 'forbidden')
    const isForAdmins = call.access === 'admin'
    const namesPanel = call.body !== undefined // and the body is empty here, so it is refused before anybody's access is known
    expect([call.path, ...isForbidden]).toEqual([
      call.path,
      isForAdmins || call.access === 'creator' || (call.access === 'moderator' && !namesPanel),
      isForAdmins,
    ])
    // A 503 means that this installation does not have the provider; Google's calls respond with a 404 in that case, and tools'
    // calls for a goal, a tip and a timer if the creator has none.
    const isMissing = [confirmByGoogle, getToolGoal, getLatestToolTip, getToolTimer].some(
      (one) => one === call,
    )
    const allowed = [200, 400, 410, 415, isMissing ? 404 : 503]
    const isAllowed =
      isForAdmins || allowed.includes(maker.status) || codeOf(maker) === 'confirmation_required'
    expect([call.path, isAllowed]).toEqual([call.path, true])
  }
})

test('answers an unknown path with not_found, and forbids caching', async () => {
  await using app = await startTestApp()

  const unknown = await app.get('account/nothing-here')
  const health = await app.get('account/health')

  expect(unknown.status).toBe(404)
  expect(unknown.body).toEqual({ ErrorMessage: 'We couldn’t find that.', code: 'not_found' })
  expect(health.headers.get('cache-control')).toBe('no-store')
  expect(health.headers.get('etag')).toBeNull()
  expect((await fetch(`${app.url}/api/v2/x`)).status).toBe(404)
  expect(await (await fetch(`${app.url}/no-pages-here`)).text()).toBe('We couldn’t find that.')
})

test('every response has an id of its own, which its log lines have too', async () => {
  await using app = await startTestApp()

  const first = await app.get('account/nothing-here')
  const second = await fetch(`${app.url}/no-pages-here`, { headers: { 'x-request-id': 'forged' } })

  const [id, other] = [first.headers.get('x-request-id'), second.headers.get('x-request-id')]
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(other).toMatch(/^[0-9a-f-]{36}$/)
  expect(other).not.toBe(id)
  const isLogged = () => app.logged().includes(`"requestId":"${id}","method":"GET"`)
  await expect.poll(isLogged).toBe(true)
})

test('the public port does not serve metrics, and does not hide that with a page', async () => {
  await using app = await startTestApp()

  expect((await fetch(`${app.url}/metrics`)).status).toBe(404)
})

test('rejects malformed, too large and invalid bodies with different codes', async () => {
  await using app = await startTestApp()

  const malformed = await app.post('account/log-in', '{"email":')
  const large = await app.post('account/log-in', { email: 'a@b.co', password: 'x'.repeat(40_000) })
  const mistyped = await app.post('account/log-in', { email: 7, password: '' })
  const untyped = await fetch(`${app.url}${apiBase}account/log-in`, { method: 'POST', body: 'email=a' })

  expect(malformed.status).toBe(400)
  expect(malformed.body).toMatchObject({ code: 'invalid_input' })
  expect(large.status).toBe(413)
  expect(large.body).toMatchObject({ code: 'too_large' })
  expect(mistyped.status).toBe(400)
  expect(mistyped.body).toMatchObject({
    code: 'invalid_input',
    fields: { password: 'Please enter your password.', email: expect.any(String) },
  })
  expect(untyped.status).toBe(400)
})

test.each([0, -700, 750, 1.5, '700', undefined, null, 5_000_100])(
  'an amount of %s is refused with the sentence of the specification',
  async (amount) => {
    await using app = await startTestApp()
    const creator = await buildCreator(app.db)

    const { status, body } = await app.post('paypal/create-order', {
      amount,
      name: 'Ada',
      message: '',
      ReceipentUID: creator.uid,
      isPrivateMessage: false,
    })

    expect(status).toBe(400)
    expect(body).toMatchObject({
      ErrorMessage: 'Please enter a valid amount.',
      code: 'invalid_amount',
      fields: { amount: expect.any(String) },
    })
  },
)

test('a bug shows one sentence to the caller and logs one line with its reason', async () => {
  await using app = await startTestApp()
  await app.owner.schema.dropTable('testimonial').execute()

  const { status, body } = await app.get('account/testimonial/getall?secret=in-the-query')

  expect(status).toBe(500)
  expect(body).toEqual({ ErrorMessage: 'An unexpected error occurred.', code: 'internal' })
  expect(app.logged()).toContain('relation \\"testimonial\\" does not exist')
  expect(app.logged()).not.toContain('in-the-query')
})

test('logs requests without their contents', async () => {
  await using app = await startTestApp()

  await app.post('account/log-in?hidden=1', { email: 'ada@example.test', password: 'pa55-word' })
  await expect.poll(() => app.logged()).toContain('"path":"/api/v1/account/log-in","status":400')

  for (const text of ['hidden', 'ada@', 'pa55', 'cookie']) expect(app.logged()).not.toContain(text)
})

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403, 'cross_site'],
  ['a sibling site', { 'sec-fetch-site': 'same-site' }, 403, 'cross_site'],
  ['another origin without Sec-Fetch-Site', { origin: 'https://evil.example' }, 403, 'cross_site'],
  ['a sandboxed frame', { origin: 'null' }, 403, 'cross_site'],
  ['our public address behind a proxy', { origin: 'https://brimful.example' }, 200, undefined],
  ['our own pages', { 'sec-fetch-site': 'same-origin' }, 200, undefined],
  ['no browser', {}, 200, undefined],
])('a change that comes from %s', async (_, headers: Record<string, string>, expected, code) => {
  await using app = await startTestApp({ PUBLIC_URL: 'https://brimful.example' })

  const { status, body } = await app.post('account/log-out', {}, undefined, headers)

  expect(status).toBe(expected)
  expect((body as { code?: string }).code).toBe(code)
})

test('accepts changes from a page on the same host', async () => {
  await using app = await startTestApp({ PUBLIC_URL: 'http://localhost:3000' })

  expect((await app.post('account/log-out', {}, undefined, { origin: app.url })).status).toBe(200)
})

test('the security headers allow PayPal’s scripts and pop-up', async () => {
  await using app = await startTestApp({
    PUBLIC_URL: 'http://localhost:3000',
    PAYPAL_CLIENT_ID: 'id',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: 'hook',
    PAYPAL_API_URL: 'http://127.0.0.1:3100/paypal',
    PAYPAL_WEB_URL: 'http://127.0.0.1:3100/paypal',
    PAYPAL_JS_URL: 'http://127.0.0.1:3100/paypal/web-sdk/v6/core',
  })

  const { headers } = await app.get('account/health')

  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain(
    "script-src 'self' https://www.paypal.com https://www.paypalobjects.com https://c.paypal.com http://127.0.0.1:3100;",
  )
  expect(policy).not.toContain('upgrade-insecure-requests')
  expect(policy).toContain("frame-ancestors 'self'")
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  expect(headers.get('strict-transport-security')).toBeNull()
  expect(headers.get('x-powered-by')).toBeNull()
})

test('no page has a base address of its own, and https is demanded of this host alone', async () => {
  await using app = await startTestApp({ PUBLIC_URL: 'https://brimful.example' })

  const { headers } = await app.get('account/health')

  expect(headers.get('content-security-policy')?.split(';')).toEqual(
    expect.arrayContaining(["base-uri 'none'", "object-src 'none'", 'upgrade-insecure-requests']),
  )
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
})

test('https is demanded of subdomains as well where the operator says so', async () => {
  await using app = await startTestApp({ PUBLIC_URL: 'https://brimful.example', HSTS_SUBDOMAINS: 'true' })

  const { headers } = await app.get('account/health')

  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
})

test('the security headers allow Stripe’s script and frames only where wallets are offered', async () => {
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_ACCOUNT_WEBHOOK_SECRET: 'whsec_2',
  }
  const policyOf = async (env: Record<string, string>) => {
    await using app = await startTestApp({ ...stripe, ...env })
    return (await app.get('account/health')).headers.get('content-security-policy') ?? ''
  }

  const policy = await policyOf({ STRIPE_PUBLISHABLE_KEY: 'pk_test_1' })

  expect(policy).toMatch(/script-src [^;]*https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com;/)
  expect(policy).toMatch(/frame-src [^;]*https:\/\/js\.stripe\.com [^;]*https:\/\/hooks\.stripe\.com;/)
  expect(policy).toMatch(/connect-src [^;]*https:\/\/api\.stripe\.com;/)
  expect(await policyOf({})).not.toContain('js.stripe.com')
})

test('while Postgres is away calls are answered with 503, one sentence, and when to try again', async () => {
  await using app = await startTestApp({ DATABASE_URL: 'postgres://postgres@127.0.0.1:9/none' })

  const { status, headers, body } = await app.get('account/featured-creators')

  expect(status).toBe(503)
  expect(headers.get('retry-after')).toBe('3')
  expect(body).toMatchObject({ code: 'unavailable', ErrorMessage: expect.stringContaining('try again') })
  expect(app.logged()).toContain('Postgres is away')
})

test('the line of a request names the account that made it, and nothing else of it', async () => {
  await using app = await startTestApp({})
  const { uid, userName } = await buildCreator(app.ctx.db)
  const cookie = await app.signIn(uid)

  await app.get('account/profile', cookie)
  await app.get('account/featured-creators')

  const lines = app
    .logged()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines.map(({ path, account }) => [path, account])).toEqual([
    ['/api/v1/account/profile', uid],
    ['/api/v1/account/featured-creators', undefined],
  ])
  expect(app.logged()).not.toContain(userName)
})
