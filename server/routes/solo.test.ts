/** An installation in solo mode: who may sign up, and what does not exist there. */
import { expect, test } from 'vitest'
import { listAccountMails } from '../../db/account-mails.fixture.ts'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { startTestApp } from '../app.fixture.ts'
import type { TestApp } from '../app.fixture.ts'
import { behindProxy, getMailedCode, openBrowser } from '../emails.fixture.ts'

const ownEmail = 'mira@mira-live.net'
const solo = { ...behindProxy, SOLO: 'miravale', SUPPORT_EMAIL: ownEmail }

function start(app: TestApp, email: string) {
  const browser = openBrowser(app)
  const person = { email, username: 'Mira', password: 'tractor violin moss 7', acceptPrivacyTerms: true }
  return { browser, started: browser.post('account/sign-up/start', person) }
}

/** Signs a person up with the choices that are left, and returns the response to the code. */
async function signUp(app: TestApp, email: string, userName?: string) {
  const { browser, started } = start(app, email)
  await started
  if (userName) await browser.post('account/sign-up/select-url', { customUserName: userName })
  await browser.post('account/sign-up/about-yourself', { DisplayName: 'Mira', About: '' })
  return browser.post('account/sign-up/verify-code', { code: await getMailedCode(app, email) })
}

test('who reads the site’s mail becomes the creator, under the configured name', async () => {
  await using app = await startTestApp(solo)

  const { started } = start(app, ownEmail.toUpperCase())
  expect((await started).body).toMatchObject({
    step: 'select-profile-picture',
    creatorORsupporter: 'creator',
    customUserName: 'miravale',
  })

  expect((await signUp(app, ownEmail)).body).toEqual({ accountType: 1, brimfulUserName: 'miravale' })
})

test('everybody else becomes a supporter, and neither a creator nor the creator’s namesake', async () => {
  await using app = await startTestApp(solo)
  const { browser, started } = start(app, 'fan@example.test')
  expect((await started).body).toMatchObject({ step: 'select-url', creatorORsupporter: 'supporter' })

  const role = await browser.post('account/sign-up/select-role', { creatorORsupporter: 'creator' })
  const name = await browser.post('account/sign-up/select-url', { customUserName: 'miravale' })

  expect([role.status, role.body]).toEqual([403, expect.objectContaining({ code: 'sign_up_closed' })])
  expect(name.body).toMatchObject({ code: 'name_taken' })
  expect((await signUp(app, 'other@example.test', 'grace')).body).toMatchObject({ accountType: 2 })
})

test('where supporters may not sign up, nobody but the creator can begin', async () => {
  await using app = await startTestApp({ ...solo, SOLO_SUPPORTER_ACCOUNTS: 'false' })

  const refused = await start(app, 'fan@example.test').started

  expect(refused.body).toMatchObject({
    code: 'sign_up_closed',
    ErrorMessage: 'Nobody else can sign up here.',
  })
  expect(await listAccountMails(app.db)).toEqual([])
  expect((await start(app, ownEmail).started).status).toBe(200)
})

test('a sign-up that began on a platform does not end as a second creator', async () => {
  await using app = await startTestApp(solo)
  const { browser, started } = start(app, 'fan@example.test')
  await started
  const choices = { accountType: 1, userName: 'other', currency: 'usd' } as const
  await app.db.updateTable('pendingSignUp').set(choices).execute()
  await browser.post('account/sign-up/about-yourself', { DisplayName: 'Other', About: '' })

  const code = await getMailedCode(app, 'fan@example.test')
  const refused = await browser.post('account/sign-up/verify-code', { code })

  expect(refused.body).toMatchObject({ code: 'sign_up_closed' })
  expect(await app.db.selectFrom('account').select('uid').execute()).toEqual([])
})

test('the creator keeps the configured name', async () => {
  await using app = await startTestApp(solo)
  const { uid } = await buildCreator(app.db, { userName: 'miravale' })

  const { status, body } = await app.post(
    'account/change-user-name',
    { customUserName: 'vale' },
    await app.signInConfirmed(uid),
  )

  expect([status, body]).toEqual([403, expect.objectContaining({ code: 'forbidden' })])
})

test.each([
  ['GET', 'account/featured-creators'],
  ['GET', 'account/get_all_creators'],
  ['GET', 'account/testimonial/getall'],
  ['GET', 'books/invoices'],
  ['GET', 'admin/month?month=2026-10'],
  ['POST', 'account/become-creator'],
  ['POST', 'stripe/connect'],
  ['POST', 'account/disconnect-payout-account'],
])('%s %s does not exist', async (method, path) => {
  await using app = await startTestApp(solo)
  const { uid } = await buildSupporter(app.db)
  const cookie = await app.signInConfirmed(uid)

  const answer = await (method === 'GET' ? app.get(path, cookie) : app.post(path, {}, cookie))

  expect([answer.status, answer.body]).toEqual([404, expect.objectContaining({ code: 'not_found' })])
})

test('neither the API’s description nor the sitemap names what does not exist', async () => {
  await using app = await startTestApp(solo)
  await buildCreator(app.db, { userName: 'miravale' })

  const { body } = await app.get('openapi.json')
  const sitemap = await (await fetch(`${app.url}/sitemap.xml`)).text()

  expect(
    Object.keys((body as { paths: object }).paths).filter((path) => /invoices|testimonial/.test(path)),
  ).toEqual([])
  expect(sitemap).toContain('/miravale/current-goals<')
  expect(sitemap).not.toMatch(/explore|featured-creators/)
})
