import { Secret, TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import type { AccountRow } from '../../db/schema.ts'
import { buildSupporter } from '../../db/builders.fixture.ts'
import { hashPassword } from '../../domain/accounts/passwords.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { startTestApp } from '../app.fixture.ts'
import { behindProxy, listAccountEmails, openBrowser } from '../emails.fixture.ts'
import type { Browser } from '../emails.fixture.ts'

const password = 'correct-horse-1'
const passwordHash = await hashPassword(password)
const wrongCode = { status: 400, body: { code: 'wrong_code' } }

const app = await forFile(startTestApp(behindProxy))
let account: AccountRow
let me: Browser
beforeEach(async () => {
  account = await buildSupporter(app.db, { passwordHash })
  me = openBrowser(app)
  await logIn(me)
  await me.post('account/confirm', { password })
})

const logIn = (who: Browser, code?: string) =>
  who.post('account/log-in', { email: account.email, password, ...(code && { code }) })

/** Turns two-factor on, which uses up the returned code. */
async function turnOn() {
  const { body } = await me.post('account/two-factor/start')
  const { secret, address } = body as { secret: string; address: string }
  const code = codeOf(secret)
  const confirmed = await me.post('account/two-factor/confirm', { code })
  return {
    secret,
    address,
    code,
    confirmed,
    recoveryCodes: (confirmed.body as { recoveryCodes: string[] }).recoveryCodes,
  }
}

/** Returns the code that an authenticator app shows `steps` half-minutes from now. */
function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
}

test('a log-in requires the app’s code, and each code works once', async () => {
  const { secret, address, code, confirmed, recoveryCodes } = await turnOn()

  expect(confirmed.status).toBe(200)
  expect(address).toMatch(/^otpauth:\/\/totp\/Brimful:.*secret=[A-Z2-7]{32}/)
  expect(new Set(recoveryCodes).size).toBe(10)
  expect((await me.get('account/two-factor')).body).toEqual({ isOn: true, recoveryCodesLeft: 10 })
  const phone = openBrowser(app)
  expect(await logIn(phone)).toMatchObject({ status: 400, body: { code: 'code_required' } })
  expect(phone.cookie('brimful_session')).toBeUndefined()
  expect(await logIn(phone, code)).toMatchObject(wrongCode) // the code turned two-factor on and is used up
  const next = codeOf(secret, 1)
  const answers = await Promise.all([logIn(openBrowser(app), next), logIn(openBrowser(app), next)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await logIn(phone, codeOf(secret, 10))).toMatchObject(wrongCode)
  expect(await listAccountEmails(app, account.email)).toMatchObject([
    { kind: 'two-factor-on', name: account.displayName },
  ])
})

test('a wrong password does not reveal whether two-factor is on', async () => {
  await turnOn()

  const answer = await openBrowser(app).post('account/log-in', {
    email: account.email,
    password: 'wrong',
    code: '123456',
  })

  expect(answer.body).toMatchObject({ code: 'wrong_credentials' })
})

test('a recovery code works once, however it is typed', async () => {
  const { recoveryCodes } = await turnOn()
  const [first] = recoveryCodes as [string]

  expect((await logIn(openBrowser(app), first.toUpperCase().replace('-', ' '))).status).toBe(200)
  expect(await logIn(openBrowser(app), first)).toMatchObject(wrongCode)
  expect((await me.get('account/two-factor')).body).toEqual({ isOn: true, recoveryCodesLeft: 9 })

  const renewed = await me.post('account/two-factor/recovery-codes')
  const fresh = (renewed.body as { recoveryCodes: string[] }).recoveryCodes
  expect(await logIn(openBrowser(app), recoveryCodes[2])).toMatchObject(wrongCode)
  expect((await logIn(openBrowser(app), fresh[0])).status).toBe(200)
})

test('requires no code before the app is confirmed', async () => {
  await me.post('account/two-factor/start')

  expect(await me.post('account/two-factor/confirm', { code: '000000' })).toMatchObject(wrongCode)

  expect((await logIn(openBrowser(app))).status).toBe(200)
  expect((await me.get('account/two-factor')).body).toMatchObject({ isOn: false })
})

test('two-factor is turned on once, and off again', async () => {
  expect(await me.post('account/two-factor/stop')).toMatchObject({ status: 404 })
  await turnOn()
  expect(await me.post('account/two-factor/start')).toMatchObject({
    status: 409,
    body: { code: 'two_factor_on' },
  })

  expect((await me.post('account/two-factor/stop')).status).toBe(200)

  expect((await logIn(openBrowser(app))).status).toBe(200)
  expect((await listAccountEmails(app, account.email)).at(-1)).toMatchObject({ kind: 'two-factor-off' })
})

test('codes cannot be guessed with a stolen session or with the password', async () => {
  await turnOn()

  const guesses = Array.from({ length: 11 }, (_, n) => `0000${10 + n}`)
  const inside: number[] = []
  for (const code of guesses) inside.push((await me.post('account/confirm', { password, code })).status)
  const outside: number[] = []
  const stranger = openBrowser(app)
  for (const code of guesses) outside.push((await logIn(stranger, code)).status)

  expect(inside.at(-1)).toBe(429)
  expect(outside.at(-1)).toBe(429)
})

test('stores the secret sealed and recovery codes as hashes, and logs neither', async () => {
  const { secret, recoveryCodes } = await turnOn()

  const stored = JSON.stringify([
    await app.db.selectFrom('twoFactor').selectAll().execute(),
    await app.db.selectFrom('recoveryCode').selectAll().execute(),
  ])

  for (const text of [secret, ...recoveryCodes]) {
    expect(stored).not.toContain(text)
    expect(app.logged()).not.toContain(text)
  }
})
