import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Session } from '../../contract/accounts/security-calls.ts'
import { listAccountMails } from '../../db/account-mails.fixture.ts'
import type { AccountRow } from '../../db/schema.ts'
import { buildSupporter } from '../../db/builders.fixture.ts'
import { hashPassword } from '../../domain/accounts/passwords.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { startTestApp } from '../app.fixture.ts'
import { behindProxy, listAccountEmails, openBrowser } from '../emails.fixture.ts'
import type { Browser } from '../emails.fixture.ts'

const password = 'correct-horse-1'
const newPassword = 'tractor violin moss 7'
const passwordHash = await hashPassword(password)

const app = await forFile(startTestApp(behindProxy))
let account: AccountRow
let browser: Browser
beforeEach(async () => {
  account = await buildSupporter(app.db, { passwordHash })
  browser = openBrowser(app)
})

const logIn = (who: Browser, secret: string, email = account.email) =>
  who.post('account/log-in', { email, password: secret })
const lastEmail = async (email = account.email) => (await listAccountEmails(app, email)).at(-1)
const statusOf = async (who: Browser) => (await who.get('account/profile')).status

async function linkFor(email = account.email): Promise<string> {
  const mail = await lastEmail(email)
  if (!mail || !('token' in mail)) throw new Error('no link was mailed')
  return mail.token
}

/** Requests a password reset link in a browser that is not logged in. */
const requestLink = () => openBrowser(app).post('account/password-reset/request', { email: account.email })

async function ageLinks(minutes: number): Promise<void> {
  await app.db
    .updateTable('accountLink')
    .set({ expiresAt: sql<Date>`expires_at - ${minutes} * interval '1 minute'` })
    .where('uid', '=', account.uid)
    .execute()
}

test('a mailed link replaces a forgotten password and ends every session', async () => {
  await logIn(browser, password)
  const stranger = openBrowser(app)

  expect(
    (await stranger.post('account/password-reset/request', { email: account.email.toUpperCase() })).body,
  ).toEqual({})
  const token = await linkFor()
  const reset = await stranger.post('account/password-reset/finish', { token, password: newPassword })

  expect(reset.status).toBe(200)
  expect(stranger.cookie('brimful_device')).toBeDefined() // with this cookie, failed log-ins count for this browser alone
  expect(await statusOf(browser)).toBe(401)
  expect((await logIn(stranger, password)).status).toBe(400)
  expect((await logIn(stranger, newPassword)).status).toBe(200)
  expect(await lastEmail()).toMatchObject({ kind: 'password-changed' })
})

test('a link works once, for thirty minutes', async () => {
  const finish = (token: string) =>
    browser.post('account/password-reset/finish', { token, password: newPassword })
  const expired = { status: 410, body: { code: 'link_expired' } }

  await requestLink()
  const token = await linkFor()
  const answers = await Promise.all([finish(token), finish(token)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410])

  await requestLink()
  const late = await linkFor()
  await ageLinks(30)
  expect(await finish(late)).toMatchObject(expired)
  expect(await finish('no-token')).toMatchObject(expired)
})

test('strangers who ask for links again and again keep nobody from having one, and fill no mailbox', async () => {
  const resets = async () =>
    (await listAccountEmails(app, account.email)).flatMap((email) =>
      email.kind === 'reset-password' ? [email.token] : [],
    )
  const statuses: number[] = []
  for (let n = 0; n < 8; n++) statuses.push((await requestLink()).status)

  expect(statuses).toEqual(Array(8).fill(200))
  expect(await resets()).toHaveLength(1)
  await ageLinks(10)
  await requestLink()
  const [first, second] = await resets()
  const finish = (token = '') =>
    openBrowser(app).post('account/password-reset/finish', { token, password: newPassword })
  expect([(await finish(first)).status, (await finish(second)).status]).toEqual([200, 410])
})

test('a known device gets a link although its network has asked for too many', async () => {
  await logIn(browser, password)
  const from = { 'x-forwarded-for': '198.18.0.1' }
  for (let n = 0; n < 30; n++) await app.ctx.accountLimits.takeNetwork('link-net', '198.18.0.1')
  const known = `brimful_device=${browser.cookie('brimful_device')}`
  const post = (cookie?: string) =>
    app.post('account/password-reset/request', { email: account.email }, cookie, from)

  expect([(await post()).status, (await post(known)).status]).toEqual([429, 200])
})

test('a weak new password does not use up the link', async () => {
  await browser.post('account/password-reset/request', { email: account.email })
  const token = await linkFor()

  const weak = await browser.post('account/password-reset/finish', { token, password: 'password1234' })

  expect(weak).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } })
  expect((await browser.post('account/password-reset/finish', { token, password: newPassword })).status).toBe(
    200,
  )
})

test('a reset for an unknown address gets the same response, and its owner gets an email', async () => {
  const email = `nobody-${account.userName}@example.test`

  const answer = await browser.post('account/password-reset/request', { email })
  const again = await openBrowser(app).post('account/password-reset/request', { email })

  expect([answer, again]).toMatchObject(Array(2).fill({ status: 200, body: {} }))
  expect(await listAccountEmails(app, email)).toEqual([{ kind: 'reset-unknown' }])
})

test('changing the password ends all other sessions', async () => {
  const elsewhere = openBrowser(app)
  await logIn(elsewhere, password)
  await logIn(browser, password)
  await browser.post('account/confirm', { password })

  const right = await browser.post('account/change-password', { password: newPassword })

  expect(right.status).toBe(200)
  expect([await statusOf(browser), await statusOf(elsewhere)]).toEqual([200, 401])
  expect((await logIn(elsewhere, newPassword)).status).toBe(200)
  expect(await lastEmail()).toMatchObject({ kind: 'password-changed', name: account.displayName })
})

test('changes an email when the new one is confirmed, and informs the old one', async () => {
  const email = `new-${account.userName}@example.test`
  await logIn(browser, password)
  await browser.post('account/confirm', { password })
  await browser.post('account/password-reset/request', { email: account.email })
  const oldLink = await linkFor()

  expect((await browser.post('account/change-email', { email })).status).toBe(200)
  expect((await browser.get('account/profile')).body).toMatchObject({ email: account.email })
  const token = await linkFor(email)
  const confirmed = await openBrowser(app).post('account/confirm-email', { token })

  expect(confirmed).toMatchObject({ status: 200, body: { email } })
  expect((await browser.get('account/profile')).body).toMatchObject({ email })
  expect(await lastEmail()).toMatchObject({ kind: 'email-changed', name: account.displayName, email })
  expect((await browser.post('account/confirm-email', { token })).status).toBe(410)
  expect(
    (await browser.post('account/password-reset/finish', { token: oldLink, password: newPassword })).status,
  ).toBe(410)
})

test('a used email is neither revealed nor taken', async () => {
  const other = await buildSupporter(app.db)
  await logIn(browser, password)
  await browser.post('account/confirm', { password })

  const answer = await browser.post('account/change-email', { email: other.email })

  expect(answer).toMatchObject({ status: 200, body: {} })
  expect(await listAccountEmails(app, other.email)).toEqual([{ kind: 'email-in-use' }])
  const late = `late-${account.userName}@example.test`
  await browser.post('account/change-email', { email: late })
  const token = await linkFor(late)
  await buildSupporter(app.db, { email: late.toUpperCase() })
  expect(await browser.post('account/confirm-email', { token })).toMatchObject({
    status: 409,
    body: { code: 'email_taken' },
  })
})

test('lists sessions without tokens and ends them one by one', async () => {
  await logIn(browser, password)
  const elsewhere = openBrowser(app)
  await logIn(elsewhere, password)

  const { body } = await browser.get('account/sessions')
  const { sessions } = body as { sessions: Session[] }

  expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
  expect(sessions).toHaveLength(2)
  expect(Object.keys(sessions[0]!).toSorted()).toEqual([
    'createdAt',
    'device',
    'id',
    'isCurrent',
    'lastSeenAt',
  ])
  const other = sessions.find(({ isCurrent }) => !isCurrent)!
  expect((await browser.post('account/sessions/revoke', { id: other.id })).status).toBe(200)
  expect([await statusOf(browser), await statusOf(elsewhere)]).toEqual([200, 401])
  expect((await browser.post('account/sessions/revoke', { id: other.id })).status).toBe(404)
})

test('logging out everywhere ends every session, including this one', async () => {
  await logIn(browser, password)
  const elsewhere = openBrowser(app)
  await logIn(elsewhere, password)

  expect((await browser.post('account/log-out-everywhere')).status).toBe(200)

  expect(browser.cookie('brimful_session')).toBeUndefined()
  expect([await statusOf(browser), await statusOf(elsewhere)]).toEqual([401, 401])
})

test('a production site without a mail server says that it cannot send email', async () => {
  await using app = await startTestApp({}, ({ config }) => ({ config: { ...config, isProduction: true } }))
  const { uid } = await buildSupporter(app.db)
  const cookie = await app.signInConfirmed(uid)
  const start = { email: 'new@example.test', username: 'New', password: 'tractor violin moss 7' }

  const answers = [
    await app.post('account/password-reset/request', { email: 'new@example.test' }),
    await app.post('account/change-email', { email: 'new@example.test' }, cookie),
    await app.post('account/sign-up/start', { ...start, acceptPrivacyTerms: true }),
  ]

  expect(answers.map(({ status, body }) => [status, (body as { code: string }).code])).toEqual(
    answers.map(() => [503, 'mail_unavailable']),
  )
  expect(await listAccountMails(app.db)).toEqual([])
})
