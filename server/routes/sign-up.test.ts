import { beforeEach, expect, test } from 'vitest'
import { listAccountMails } from '../../db/account-mails.fixture.ts'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { startTestApp } from '../app.fixture.ts'
import { behindProxy, getMailedCode, listAccountEmails, openBrowser } from '../emails.fixture.ts'
import type { Browser } from '../emails.fixture.ts'

const app = await forFile(startTestApp(behindProxy))
let email: string
let count = 0
beforeEach(() => {
  email = `stranger${(count += 1)}@example.test`
})

const password = 'tractor violin moss 7'
const start = (browser: Browser, change: object = {}) =>
  browser.post('account/sign-up/start', {
    email,
    username: 'Zoë Vale',
    password,
    acceptPrivacyTerms: true,
    ...change,
  })
const choose = (creatorORsupporter: 'creator' | 'supporter') => ({ creatorORsupporter })

/** Opens a browser at the last step of a sign-up, after the code was mailed. */
async function reachCode(
  userName = `zoe_${count}`,
  role: 'creator' | 'supporter' = 'creator',
): Promise<Browser> {
  const browser = openBrowser(app)
  await start(browser)
  await browser.post('account/sign-up/select-role', choose(role))
  await browser.post('account/sign-up/select-url', { customUserName: userName })
  const { status } = await browser.post('account/sign-up/about-yourself', {
    DisplayName: 'Zoë',
    About: 'Clay.',
  })
  expect(status).toBe(200)
  return browser
}

const mailedCode = () => getMailedCode(app, email)
const verify = (browser: Browser, code: string) => browser.post('account/sign-up/verify-code', { code })
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
/** Makes this test's code that much older. */
const letPass = (seconds: number) =>
  app.db
    .updateTable('pendingSignUp')
    .set({ codeSentAt: new Date(Date.now() - seconds * 1000) })
    .where('email', '=', email)
    .execute()

test('a new person signs up as a creator, is logged in, and can log in again', async () => {
  const browser = openBrowser(app)

  const started = await start(browser)
  expect(started.status).toBe(200)
  expect(started.body).toMatchObject({
    step: 'select-role',
    email,
    username: 'Zoë Vale',
    DisplayName: 'Zoë Vale',
    code: null,
  })
  const role = await browser.post('account/sign-up/select-role', choose('creator'))
  expect(role.body).toMatchObject({ step: 'select-url', creatorORsupporter: 'creator', currency: 'usd' })
  const url = await browser.post('account/sign-up/select-url', { customUserName: 'Zoe_Vale' })
  expect(url.body).toMatchObject({ step: 'select-profile-picture', customUserName: 'zoe_vale' })
  const about = await browser.post('account/sign-up/about-yourself', {
    DisplayName: 'Zoë',
    About: 'I make pots.',
  })
  expect(about.body).toMatchObject({ step: 'OTP-verification', code: { attemptsLeft: 5 } })
  expect((await app.get('account/get_user_data_by_username?username=zoe_vale')).status).toBe(404)

  const verified = await verify(browser, await mailedCode())

  expect(verified.body).toEqual({ accountType: 1, brimfulUserName: 'zoe_vale' })
  const profile = await browser.get('account/profile')
  expect(profile.body).toMatchObject({
    email,
    displayName: 'Zoë',
    brimfulUserName: 'zoe_vale',
    bio: 'I make pots.',
    accountType: 1,
    currency: 'usd',
  })
  expect(browser.cookie('brimful_sign_up')).toBeUndefined()
  const { uid } = profile.body as { uid: string }
  const counter = await app.db
    .selectFrom('creatorCounter')
    .selectAll()
    .where('creatorUid', '=', uid)
    .execute()
  expect(counter).toHaveLength(1)
  expect((await app.post('account/log-in', { email: email.toUpperCase(), password })).status).toBe(200)
})

test('a supporter has no currency and no counters', async () => {
  const browser = await reachCode('just_zoe', 'supporter')

  await verify(browser, await mailedCode())

  const { body } = await browser.get('account/profile')
  expect(body).toMatchObject({ accountType: 2, currency: null })
  const { uid } = body as { uid: string }
  expect(
    await app.db.selectFrom('creatorCounter').selectAll().where('creatorUid', '=', uid).execute(),
  ).toEqual([])
})

test('no password, code or token is in the database, a response or the log', async () => {
  const browser = await reachCode()
  const code = await mailedCode()

  const row = await app.db
    .selectFrom('pendingSignUp')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const mail = await listAccountMails(app.db, email)
  const answer = await browser.get('account/sign-up')

  expect(row.passwordHash).toMatch(/^\$argon2id\$/)
  for (const text of [JSON.stringify(row), JSON.stringify(mail), JSON.stringify(answer.body), app.logged()]) {
    expect(text).not.toContain(password)
    expect(text).not.toContain(browser.cookie('brimful_sign_up'))
  }
  for (const text of [JSON.stringify(mail), JSON.stringify(answer.body), app.logged()])
    expect(text).not.toContain(`"${code}"`)
})

test('the wizard works after a reload, back and forth, and in any order', async () => {
  const browser = openBrowser(app)
  expect((await browser.get('account/sign-up')).body).toEqual({ signUp: null })
  await start(browser)

  const early = await browser.post('account/sign-up/about-yourself', { DisplayName: 'Zo', About: '' })
  await browser.post('account/sign-up/select-url', { customUserName: 'zo_any_order' })
  await browser.post('account/sign-up/select-role', { ...choose('creator'), currency: 'gbp' })
  await start(browser, { username: 'Somebody else', email: `other-${email}` })
  const { body } = await browser.get('account/sign-up')

  expect(early.body).toMatchObject({ step: 'select-role', code: null })
  expect(body).toMatchObject({
    signUp: {
      step: 'OTP-verification',
      email: `other-${email}`,
      currency: 'gbp',
      customUserName: 'zo_any_order',
      DisplayName: 'Zo',
      code: null,
    },
  })
})

test('a step without a sign-up, or after a day, returns sign_up_expired', async () => {
  const browser = await reachCode()
  await app.db
    .updateTable('pendingSignUp')
    .set({ expiresAt: new Date(Date.now() - 1) })
    .where('email', '=', email)
    .execute()

  for (const who of [browser, openBrowser(app)]) {
    expect(await who.post('account/sign-up/select-role', choose('creator'))).toMatchObject({
      status: 410,
      body: { code: 'sign_up_expired' },
    })
    expect((await verify(who, '123456')).status).toBe(410)
  }
})

test('refuses a code before all steps are done', async () => {
  const browser = openBrowser(app)
  await start(browser)

  expect(await browser.post('account/sign-up/resend-code')).toMatchObject({
    status: 409,
    body: { code: 'sign_up_unfinished' },
  })
  expect(await verify(browser, '123456')).toMatchObject({ status: 409, body: { code: 'sign_up_unfinished' } })
})

test('after five wrong attempts the right code fails too', async () => {
  const browser = await reachCode()
  const code = await mailedCode()

  for (let attempt = 0; attempt < 5; attempt++)
    expect(await verify(browser, wrong(code))).toMatchObject({ status: 400, body: { code: 'wrong_code' } })

  expect(await verify(browser, code)).toMatchObject({ status: 410, body: { code: 'code_expired' } })
})

test('simultaneous attempts count separately', async () => {
  const browser = await reachCode()
  const code = await mailedCode()

  const answers = await Promise.all(Array.from({ length: 12 }, () => verify(browser, wrong(code))))

  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
})

test('a code expires after ten minutes', async () => {
  const browser = await reachCode()
  await letPass(601)

  expect(await verify(browser, await mailedCode())).toMatchObject({
    status: 410,
    body: { code: 'code_expired' },
  })
})

test('another code can be requested after thirty seconds and voids the first', async () => {
  const browser = await reachCode()
  const first = await mailedCode()
  expect((await browser.post('account/sign-up/resend-code')).status).toBe(429)
  await letPass(31)

  expect((await browser.post('account/sign-up/resend-code')).status).toBe(200)

  const second = await mailedCode()
  if (first !== second) expect((await verify(browser, first)).status).toBe(400)
  expect((await verify(browser, second)).status).toBe(200)
})

test('returning to the last step mails no second code while the first is valid', async () => {
  const browser = await reachCode()

  const { body } = await browser.post('account/sign-up/about-yourself', { DisplayName: 'Zoë V', About: '' })

  expect(body).toMatchObject({ DisplayName: 'Zoë V', code: { attemptsLeft: 5 } })
  expect(await listAccountEmails(app, email)).toHaveLength(1)
})

test('an address with an account gets the same responses, an email that says so, and no working code', async () => {
  await buildSupporter(app.db, { email: email.toUpperCase() })

  const browser = await reachCode()

  const { body } = await browser.get('account/sign-up')
  expect(body).toMatchObject({ signUp: { step: 'OTP-verification', code: { attemptsLeft: 5 } } })
  expect(await listAccountEmails(app, email)).toEqual([{ kind: 'sign-up-known' }])
  expect(await verify(browser, '123456')).toMatchObject({ status: 400, body: { code: 'wrong_code' } })
})

test('two sign-ups of one address open one account', async () => {
  const first = await reachCode('race_one')
  const firstCode = await mailedCode()
  const second = await reachCode('race_two')
  const secondCode = await mailedCode()

  expect((await verify(first, firstCode)).status).toBe(200)
  expect(await verify(second, secondCode)).toMatchObject({ status: 409, body: { code: 'email_taken' } })
})

test('a repeated code opens one account', async () => {
  const browser = await reachCode()
  const code = await mailedCode()

  const answers = await Promise.all([verify(browser, code), verify(browser, code), verify(browser, code)])

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await app.db.selectFrom('account').select('uid').where('email', '=', email).execute()).toHaveLength(
    1,
  )
})

test('shows a reserved or used name as taken, with free suggestions', async () => {
  await buildCreator(app.db, { userName: 'mossqueen' })
  const browser = openBrowser(app)
  await start(browser)
  await browser.post('account/sign-up/select-url', { customUserName: 'claimed_one' })
  const look = async (name: string, who = openBrowser(app)) =>
    (await who.get(`account/name-availability?name=${encodeURIComponent(name)}`)).body

  expect(await look('MossQueen')).toMatchObject({
    name: 'mossqueen',
    isAvailable: false,
    reason: 'taken',
    suggestions: ['mossqueen_live', 'its_mossqueen', 'mossqueen_tv'],
  })
  expect(await look('claimed_one')).toMatchObject({ isAvailable: false, reason: 'taken' })
  expect(await look('claimed_one', browser)).toEqual({
    name: 'claimed_one',
    isAvailable: true,
    reason: null,
    suggestions: [],
  })
  expect(await look('dashboard')).toMatchObject({ reason: 'reserved' })
  expect(await look('no way!')).toMatchObject({
    reason: 'invalid',
    suggestions: ['no_way', 'no_way_live', 'its_no_way'],
  })

  const other = openBrowser(app)
  await start(other)
  expect(await other.post('account/sign-up/select-url', { customUserName: 'claimed_one' })).toMatchObject({
    status: 409,
    body: { code: 'name_taken' },
  })
})

test('of two simultaneous reservations of a name, one succeeds', async () => {
  const browsers = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const browser = openBrowser(app)
      await start(browser)
      return browser
    }),
  )

  const answers = await Promise.all(
    browsers.map((browser) => browser.post('account/sign-up/select-url', { customUserName: 'raced_name' })),
  )

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
})

test('a name becomes free when its sign-up expires', async () => {
  const browser = openBrowser(app)
  await start(browser)
  await browser.post('account/sign-up/select-url', { customUserName: 'left_behind' })
  await app.db
    .updateTable('pendingSignUp')
    .set({ expiresAt: new Date(0) })
    .where('email', '=', email)
    .execute()
  const next = openBrowser(app)
  await start(next)

  expect((await next.post('account/sign-up/select-url', { customUserName: 'left_behind' })).status).toBe(200)
})

test.each([
  ['an invalid address', { email: 'zoe' }, 'email'],
  ['a short password', { password: 'short-1' }, 'password'],
  ['an easy password', { password: 'password1234' }, 'password'],
  ['a password made of the own name', { username: 'Mossqueen', password: 'mossqueen12' }, 'password'],
  ['terms that are not accepted', { acceptPrivacyTerms: false }, 'acceptPrivacyTerms'],
  ['a name that is too long', { username: 'x'.repeat(51) }, 'username'],
])('%s is refused with its field marked', async (_, change, field) => {
  const { status, body } = await start(openBrowser(app), change)

  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'invalid_input', fields: { [field]: expect.any(String) } })
})

test.each([
  ['the browser’s time zone', { timeZone: 'America/New_York' }, 'America/New_York'],
  ['UTC, for a browser with an unknown one', { timeZone: 'Etc/Unknown' }, 'UTC'],
  ['UTC, for a browser of before', {}, 'UTC'],
])('a new account has %s', async (_, notified, timeZone) => {
  const browser = await reachCode()

  expect(
    (await browser.post('account/sign-up/verify-code', { code: await mailedCode(), ...notified })).status,
  ).toBe(200)

  expect((await browser.get('account/profile')).body).toMatchObject({ timeZone })
})
