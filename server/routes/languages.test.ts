import { expect, test } from 'vitest'
import { listAccountMails } from '../../db/account-mails.fixture.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { hashPassword } from '../../domain/accounts/passwords.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { startTestApp } from '../app.fixture.ts'
import { behindProxy, getMailedCode, openBrowser } from '../emails.fixture.ts'

const app = await forFile(startTestApp(behindProxy))

const password = 'tractor violin moss 7'
const inGerman = () => openBrowser(app, new Map([['brimful_locale', 'de']]))

async function localeOf(email: string) {
  const query = app.db.selectFrom('account').select('locale').where('email', '=', email)
  return (await query.executeTakeFirstOrThrow()).locale
}

async function mailsTo(email: string) {
  return (await listAccountMails(app.db, email)).map(({ kind, locale }) => `${kind} ${locale}`)
}

async function known(email: string, locale?: 'de') {
  return buildCreator(app.db, {
    email,
    passwordHash: await hashPassword(password),
    ...(locale && { locale }),
  })
}

test('a sign-up on a German page gets German emails and a German account', async () => {
  const browser = inGerman()
  const email = 'neu@example.test'
  const start = { email, username: 'Neu', password, acceptPrivacyTerms: true }
  await browser.post('account/sign-up/start', start)
  await browser.post('account/sign-up/select-role', { creatorORsupporter: 'creator' })
  await browser.post('account/sign-up/select-url', { customUserName: 'neu_hier' })
  await browser.post('account/sign-up/about-yourself', { DisplayName: 'Neu', About: '' })
  expect(await mailsTo(email)).toEqual(['sign-up-code de'])

  await browser.post('account/sign-up/verify-code', { code: await getMailedCode(app, email) })
  expect(await localeOf(email)).toBe('de')

  await openBrowser(app).post('account/password-reset/request', { email })
  expect((await mailsTo(email)).at(-1)).toBe('reset-password de')
})

test('an email to an address without an account is in the language of the page', async () => {
  await inGerman().post('account/password-reset/request', { email: 'niemand@example.test' })
  await openBrowser(app).post('account/password-reset/request', { email: 'nobody@example.test' })

  expect(await mailsTo('niemand@example.test')).toEqual(['reset-unknown de'])
  expect(await mailsTo('nobody@example.test')).toEqual(['reset-unknown en'])
})

test('logging in stores a chosen language and keeps the account’s otherwise', async () => {
  const email = 'wechsel@example.test'
  await known(email)

  await inGerman().post('account/log-in', { email, password })
  expect(await localeOf(email)).toBe('de')
  await openBrowser(app).post('account/log-in', { email, password })
  expect(await localeOf(email)).toBe('de')
})

test('stores a language chosen while logged in for that account, and refuses unknown ones', async () => {
  const [one, other] = [await known('eins@example.test', 'de'), await known('zwei@example.test', 'de')]
  const cookie = await app.signIn(one.uid)

  expect((await app.post('account/update-profile', { locale: 'en' }, cookie)).status).toBe(200)
  expect((await app.post('account/update-profile', { locale: 'fr' }, cookie)).status).toBe(400)

  expect([await localeOf(one.email), await localeOf(other.email)]).toEqual(['en', 'de'])
})

test('errors are in the caller’s language, and in English by default', async () => {
  const wrong = { email: 'niemand@example.test', password: 'x' }
  const ask = (headers: Record<string, string>, body: object = wrong) =>
    app.post('account/log-in', body, undefined, headers)
  const german = { 'accept-language': 'de-AT,de;q=0.9' }

  expect((await ask({})).body).toMatchObject({ ErrorMessage: 'Wrong email or password.' })
  const { headers, body } = await ask(german)
  expect(body).toEqual({
    ErrorMessage: 'E-Mail-Adresse oder Passwort ist falsch.',
    code: 'wrong_credentials',
  })
  expect(headers.get('vary')).toContain('Accept-Language')
  expect((await ask({ ...german, cookie: 'brimful_locale=en' })).body).toMatchObject({
    ErrorMessage: 'Wrong email or password.',
  })
})

test('field errors are translated too, also without a text of their own', async () => {
  const start = { email: 'x', username: 'Neu', password: 'kurz', acceptPrivacyTerms: 'yes' }
  const { body } = await inGerman().post('account/sign-up/start', start)
  const { body: other } = await inGerman().post('account/log-in', { email: 'a@example.test', password: 7 })

  expect(body).toMatchObject({
    ErrorMessage: 'Bitte prüfe die markierten Felder.',
    fields: {
      email: 'Bitte gib eine gültige E-Mail-Adresse ein.',
      password: 'Bitte verwende mindestens 10 Zeichen.',
      acceptPrivacyTerms: 'Bitte akzeptiere die Nutzungsbedingungen und die Datenschutzerklärung.',
    },
  })
  expect(other).toMatchObject({ fields: { password: 'Bitte gib einen gültigen Wert ein.' } })
})
