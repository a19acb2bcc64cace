import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { hashPassword } from '../../domain/accounts/passwords.ts'
import { platformVariables } from '../../domain/config/solo-config.ts'
import { openConfirmedSession } from '../../domain/accounts/session.fixture.ts'
import { finishTwoFactor, startTwoFactor } from '../../domain/accounts/two-factor.ts'
import { signInAtGoogle } from '../../sandbox/google/sign-in.fixture.ts'
import type { Choice } from '../../sandbox/google/sign-in.fixture.ts'
import { control, openSandbox } from '../../sandbox/sandbox.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { startTestApp } from '../app.fixture.ts'
import { behindProxy, listAccountEmails, openBrowser as openTestBrowser } from '../emails.fixture.ts'

const sandbox = await forFile(openSandbox())
const address = { PUBLIC_URL: 'http://localhost:3000' }
const app = await forFile(startTestApp({ ...behindProxy, ...sandbox.env, ...address }))
const password = 'tractor violin moss 7'
const passwordHash = await hashPassword(password)

/** Opens a browser that visits the site and Google. */
function openBrowser(site = app) {
  const jar = new Map<string, string>()
  const browser = openTestBrowser(site, jar)
  /** Sends a callback and returns where the browser is redirected. */
  async function open(answer: URL): Promise<string> {
    const { status, headers } = await browser.follow(answer.pathname + answer.search)
    expect(status).toBe(303)
    return headers.get('location')!
  }
  async function goToGoogle(choice: Choice, from?: string, page = 'log-in'): Promise<URL> {
    const { status, body } = await browser.post('account/google/start', { page, ...(from && { from }) })
    expect(status).toBe(200)
    return signInAtGoogle((body as { address: string }).address, choice)
  }
  return {
    ...browser,
    jar,
    open,
    goToGoogle,
    signIn: async (choice: Choice, from?: string, page?: string) =>
      open(await goToGoogle(choice, from, page)),
    profile: async () => (await browser.get('account/profile')).body,
    pending: async () => (await browser.get('account/google')).body,
  }
}

const someone = (email: string, isEmailVerified = true) => ({ email, name: 'Noor Haddad', isEmailVerified })

test('a new person signs up with Google without a code, and logs in with Google afterwards', async () => {
  const browser = openBrowser()
  expect(await browser.signIn(someone('noor@example.test'))).toBe('/signup/select-role')
  await browser.post('account/sign-up/select-role', { creatorORsupporter: 'creator', currency: 'gbp' })
  await browser.post('account/sign-up/select-url', { customUserName: 'noor_makes' })
  const tooEarly = await browser.post('account/sign-up/open-by-google', {})
  const described = await browser.post('account/sign-up/about-yourself', { DisplayName: 'Noor', About: '' })
  const opened = await browser.post('account/sign-up/open-by-google', {})

  expect(tooEarly).toMatchObject({ status: 409, body: { code: 'sign_up_unfinished' } })
  expect(described.body).toMatchObject({ step: 'about-yourself', isGoogleAccount: true, code: null })
  expect(opened).toMatchObject({ status: 200, body: { accountType: 1, brimfulUserName: 'noor_makes' } })
  expect(await browser.profile()).toMatchObject({ email: 'noor@example.test', isGoogleAccount: true })
  expect(await listAccountEmails(app, 'noor@example.test')).toEqual([])

  const other = openBrowser()
  expect(await other.signIn({ email: 'noor@example.test' })).toBe('/noor_makes/current-goals')
  expect(await other.profile()).toMatchObject({ brimfulUserName: 'noor_makes' })
})

test('in solo mode Google makes a creator of the owner of the site’s address alone, and nobody where supporters may not sign up', async () => {
  const settings = { ...behindProxy, ...sandbox.env, ...address, SUPPORT_EMAIL: 'mira@mira-live.net' }
  const without = Object.fromEntries(platformVariables.map((name) => [name, '']))
  const own = { ...settings, ...without, SOLO: 'miravale' }
  await using site = await startTestApp(own)
  await using closed = await startTestApp({ ...own, SOLO_SUPPORTER_ACCOUNTS: 'false' })

  const fan = openBrowser(site)
  expect(await fan.signIn(someone('fan@example.test'))).toBe('/signup/select-role')
  expect((await fan.get('account/sign-up')).body).toMatchObject({ signUp: { step: 'select-url' } })
  expect(await fan.post('account/sign-up/select-role', { creatorORsupporter: 'creator' })).toMatchObject({
    status: 403,
  })
  const mira = openBrowser(site)
  await mira.signIn(someone('mira@mira-live.net'))
  await mira.post('account/sign-up/about-yourself', { DisplayName: 'Mira', About: '' })
  expect(await mira.post('account/sign-up/open-by-google', {})).toMatchObject({
    body: { accountType: 1, brimfulUserName: 'miravale' },
  })
  expect(await openBrowser(closed).signIn(someone('fan@example.test'))).toBe('/account?google=closed')
  expect(await closed.db.selectFrom('pendingSignUp').select('email').execute()).toEqual([])
})

test('redirects to the page that the person wanted, within this site only', async () => {
  await buildSupporter(app.db, { email: 'fan@example.test', googleId: await googleIdOf('fan@example.test') })
  const browser = openBrowser()

  expect(await browser.signIn({ email: 'fan@example.test' })).toBe('/dashboard/explore')
  expect(await browser.signIn({ email: 'fan@example.test' }, '/miravale/tips?x=1')).toBe('/miravale/tips?x=1')
  for (const from of ['//evil.example', '/\\evil.example', 'https://evil.example', '/a\nb', 'x'])
    expect(await browser.post('account/google/start', { page: 'log-in', from })).toMatchObject({
      status: 400,
    })
})

test('an account with the same email requires its password once to be linked', async () => {
  const { uid } = await buildCreator(app.db, { email: 'Otto@example.test', passwordHash })
  const browser = openBrowser()
  expect(await browser.signIn(someone('otto@example.test'), '/dashboard')).toBe('/account?google=link')
  expect(await browser.profile()).toMatchObject({ code: 'unauthenticated' })
  expect(await browser.pending()).toEqual({ pending: { email: 'Otto@example.test', needs: 'password' } })

  const wrong = await browser.post('account/google/finish', { password: 'not it' })
  const missing = await browser.post('account/google/finish', {})
  expect([wrong.body, missing.body]).toMatchObject([{ code: 'wrong_password' }, { code: 'wrong_password' }])
  const right = await browser.post('account/google/finish', { password })

  expect(right).toMatchObject({ status: 200, body: { from: '/dashboard' } })
  expect(await browser.profile()).toMatchObject({ uid, isGoogleAccount: true })
  expect(await listAccountEmails(app, 'Otto@example.test')).toMatchObject([{ kind: 'google-linked' }])
  expect(browser.jar.has('brimful_google')).toBe(false)
  expect(await openBrowser().signIn({ email: 'otto@example.test' })).toMatch(/current-goals$/)
})

test('requires the second factor as well, also when linking', async () => {
  const { uid } = await buildSupporter(app.db, { email: 'ivy@example.test', passwordHash })
  const { secret } = await startTwoFactor(app.ctx, uid)
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const [first, second] = await finishTwoFactor(
    app.ctx,
    await openConfirmedSession(app.db, uid),
    totp.generate(),
  )
  const browser = openBrowser()

  expect(await browser.signIn(someone('ivy@example.test'))).toBe('/account?google=link')
  expect((await browser.post('account/google/finish', { password })).body).toMatchObject({
    code: 'code_required',
  })
  expect(await browser.profile()).toMatchObject({ code: 'unauthenticated' })
  expect(await browser.post('account/google/finish', { password, code: first })).toMatchObject({
    status: 200,
  })

  const other = openBrowser()
  expect(await other.signIn({ email: 'ivy@example.test' })).toBe('/account?google=code')
  expect(await other.pending()).toEqual({ pending: { email: 'ivy@example.test', needs: 'code' } })
  expect((await other.post('account/google/finish', { code: '000000' })).body).toMatchObject({
    code: 'wrong_code',
  })
  expect(await other.post('account/google/finish', { code: second })).toMatchObject({ status: 200 })
  expect(await other.profile()).toMatchObject({ uid })
})

test('a cancelled, unverified or foreign sign-in returns with the reason', async () => {
  await buildSupporter(app.db, { email: 'held@example.test', googleId: 'somebody else' })
  await buildSupporter(app.db, { email: 'mine@example.test', passwordHash })
  const browser = openBrowser()

  expect(await browser.signIn('cancel')).toBe('/account?google=cancelled')
  expect(await browser.signIn('cancel', undefined, 'sign-up')).toBe('/signup?google=cancelled')
  expect(await browser.signIn(someone('held@example.test'))).toBe('/account?google=other')
  expect(await browser.signIn(someone('mine@example.test', false))).toBe('/account?google=unverified')
  expect(await browser.signIn(someone('new@example.test', false), undefined, 'sign-up')).toBe(
    '/signup?google=unverified',
  )
  expect(browser.jar.size).toBe(0)
})

test('a callback works once, in the browser that started it, within 15 minutes', async () => {
  const browser = openBrowser()
  const answer = await browser.goToGoogle(someone('once@example.test'))
  const flow = browser.jar.get('brimful_google')!

  expect(await openBrowser().open(answer)).toBe('/account?google=expired')
  const forged = openBrowser()
  forged.jar.set('brimful_google', `${flow.slice(0, -4)}AAAA`)
  expect(await forged.open(answer)).toBe('/account?google=expired')
  expect(await browser.open(answer)).toBe('/signup/select-role')
  browser.jar.set('brimful_google', flow)
  expect(await browser.open(answer)).toBe('/account?google=expired')
  expect(await browser.post('account/google/finish', { password })).toMatchObject({
    body: { code: 'google_expired' },
  })
  expect(await browser.pending()).toEqual({ pending: null })
})

test('Google’s errors and invalid codes are shown and logged, without the code', async () => {
  const browser = openBrowser()
  const answer = await browser.goToGoogle(someone('err@example.test'))
  const broken = new URL(answer)
  broken.searchParams.delete('code')
  broken.searchParams.set('error', 'server_error')
  const flow = browser.jar.get('brimful_google')!

  expect(await browser.open(broken)).toBe('/account?google=failed')
  browser.jar.set('brimful_google', flow)
  broken.searchParams.delete('error')
  broken.searchParams.set('code', 'x'.repeat(20))
  expect(await browser.open(broken)).toBe('/account?google=expired')
  expect(app.logged()).toContain('google sign-in failed')
  expect(app.logged()).not.toContain(answer.searchParams.get('code'))
})

test('opens nothing for an email that was taken meanwhile, or a sign-up that needs its code', async () => {
  const browser = openBrowser()
  await browser.signIn(someone('late@example.test'))
  await browser.post('account/sign-up/select-role', { creatorORsupporter: 'supporter' })
  await browser.post('account/sign-up/select-url', { customUserName: 'late_one' })
  await browser.post('account/sign-up/about-yourself', { DisplayName: 'Late', About: '' })
  await buildSupporter(app.db, { email: 'LATE@example.test' })
  expect(await browser.post('account/sign-up/open-by-google', {})).toMatchObject({
    body: { code: 'email_taken' },
  })

  const typed = openBrowser()
  const start = { email: 'typed@example.test', username: 'Typed', password, acceptPrivacyTerms: true }
  await typed.post('account/sign-up/start', start)
  await typed.post('account/sign-up/select-role', { creatorORsupporter: 'supporter' })
  await typed.post('account/sign-up/select-url', { customUserName: 'typed_one' })
  await typed.post('account/sign-up/about-yourself', { DisplayName: 'Typed', About: '' })
  expect(await typed.post('account/sign-up/open-by-google', {})).toMatchObject({
    body: { code: 'sign_up_unfinished' },
  })
})

test('keeps earlier answers when switching between Google and email', async () => {
  const browser = openBrowser()
  const start = { email: 'two@example.test', username: 'Two', password, acceptPrivacyTerms: true }
  await browser.post('account/sign-up/start', start)
  await browser.post('account/sign-up/select-role', { creatorORsupporter: 'creator' })
  await browser.post('account/sign-up/select-url', { customUserName: 'two_ways' })
  await browser.signIn(someone('two.g@example.test'))

  const { body } = await browser.get('account/sign-up')
  expect(body).toMatchObject({
    signUp: { email: 'two.g@example.test', customUserName: 'two_ways', isGoogleAccount: true },
  })
  expect((await browser.post('account/sign-up/start', start)).body).toMatchObject({
    customUserName: 'two_ways',
    isGoogleAccount: false,
  })
})

test('offers no Google sign-in where it is off', async () => {
  await using off = await startTestApp()
  expect((await off.get('account/site-settings')).body).toMatchObject({ hasGoogle: false })
  expect((await off.post('account/google/start', { page: 'log-in' })).status).toBe(404)
  expect((await app.get('account/site-settings')).body).toMatchObject({ hasGoogle: true })
})

test('reports that Google cannot be reached', async () => {
  await using lonely = await startTestApp({
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    GOOGLE_ISSUER_URL: 'http://127.0.0.1:9',
  })
  expect(await lonely.post('account/google/start', { page: 'log-in' })).toMatchObject({
    status: 502,
    body: { code: 'google_unavailable' },
  })
})

/** Creates an account at Google and returns its id. */
async function googleIdOf(email: string): Promise<string> {
  return (await control<{ id: string }>(sandbox, '/google/control/people', someone(email))).id
}
