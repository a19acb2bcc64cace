import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CreationOptions, Passkey, RequestOptions } from '../../contract/accounts/passkey-calls.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { listPasskeys } from '../../db/queries/accounts/passkeys.ts'
import type { AccountRow } from '../../db/schema.ts'
import { openAuthenticator } from '../../domain/accounts/authenticator.fixture.ts'
import type { Authenticator } from '../../domain/accounts/authenticator.fixture.ts'
import { addPasskey, maxPasskeys, startPasskey } from '../../domain/accounts/passkeys.ts'
import { hashPassword } from '../../domain/accounts/passwords.ts'
import { openConfirmedSession } from '../../domain/accounts/session.fixture.ts'
import { finishTwoFactor, startTwoFactor } from '../../domain/accounts/two-factor.ts'
import { Secret, TOTP } from 'otpauth'
import { startTestApp } from '../app.fixture.ts'
import { behindProxy, listAccountEmails, openBrowser } from '../emails.fixture.ts'
import type { Browser } from '../emails.fixture.ts'

const origin = 'https://brimful.example'
const password = 'correct-horse-1'
const passwordHash = await hashPassword(password)
const app = await forFile(startTestApp({ ...behindProxy, PUBLIC_URL: origin }))

const refused = { status: 400, body: { code: 'passkey_refused' } }
const expired = { status: 410, body: { code: 'passkey_expired' } }
const unknown = { status: 400, body: { code: 'passkey_unknown' } }

let owner: AccountRow
let me: Browser
beforeEach(async () => {
  owner = await buildCreator(app.db, { passwordHash })
  me = await signIn()
  await me.post('account/confirm', { password })
})

afterEach(() => void vi.useRealTimers())

/** Opens a browser with a session of the owner that is not confirmed. */
async function signIn(): Promise<Browser> {
  const [name, token] = (await app.signIn(owner.uid)).split('=')
  return openBrowser(app, new Map([[name!, token!]]))
}

/** Returns the session of a browser in the form that the domain's functions take. */
const sessionOf = (who: Browser) => ({ uid: owner.uid, token: who.cookie('__Host-brimful_session')! })

async function askFor<Options>(who: Browser, path: string): Promise<Options> {
  const { status, body } = await who.post(path)
  expect(status).toBe(200)
  return (body as { options: Options }).options
}

async function listEvents(who: Browser): Promise<string[]> {
  const { body } = await who.get('account/events')
  return (body as { events: { kind: string }[] }).events.map(({ kind }) => kind)
}

const askToAdd = (who = me) => askFor<CreationOptions>(who, 'account/passkeys/start')
const askToLogIn = (who: Browser) => askFor<RequestOptions>(who, 'account/passkeys/log-in/start')
const askToConfirm = (who: Browser) => askFor<RequestOptions>(who, 'account/passkeys/confirm/start')

/** Adds a passkey of a new authenticator. */
async function add(
  name = 'My phone',
  isSynced = false,
): Promise<{ device: Authenticator; passkey: Passkey }> {
  const device = openAuthenticator({ origin, isSynced })
  const credential = device.create(await askToAdd())
  const { status, body } = await me.post('account/passkeys/add', { name, credential })
  expect(status).toBe(200)
  return { device, passkey: (body as { passkey: Passkey }).passkey }
}

async function logIn(
  device: Authenticator,
  twist: Parameters<Authenticator['get']>[1] = {},
  who = openBrowser(app),
) {
  const credential = device.get(await askToLogIn(who), twist)
  return who.post('account/passkeys/log-in', { credential })
}

describe('a passkey', () => {
  test('is created so that it is found without an email, and verifies its user', async () => {
    await add()

    expect(await askToAdd()).toMatchObject({
      rp: { id: 'brimful.example' },
      user: { name: owner.email },
      attestation: 'none',
      excludeCredentials: [{ type: 'public-key', transports: ['internal'] }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  })

  test('is listed, renamed and removed, each change but the name in a confirmed session only', async () => {
    const { passkey } = await add('My phone', true)
    expect(passkey).toMatchObject({ name: 'My phone', isSynced: true, lastUsedAt: null })
    const thief = await signIn()
    const confirmation = { status: 403, body: { code: 'confirmation_required' } }
    expect(await thief.post('account/passkeys/start')).toMatchObject(confirmation)
    expect(await thief.post('account/passkeys/remove', { id: passkey.id })).toMatchObject(confirmation)
    const credential = openAuthenticator({ origin }).create(await askToAdd())
    expect(await thief.post('account/passkeys/add', { name: 'x', credential })).toMatchObject(confirmation)

    await me.post('account/passkeys/rename', { id: passkey.id, name: ' Blue phone ' })
    expect((await me.get('account/passkeys')).body).toEqual({
      passkeys: [{ ...passkey, name: 'Blue phone' }],
    })
    expect((await me.post('account/passkeys/remove', { id: passkey.id })).status).toBe(200)
    expect((await me.get('account/passkeys')).body).toEqual({ passkeys: [] })
    expect(await me.post('account/passkeys/remove', { id: passkey.id })).toMatchObject({ status: 404 })

    const mails = await listAccountEmails(app, owner.email)
    expect(mails).toMatchObject([
      { kind: 'passkey-added', passkey: 'My phone' },
      { kind: 'passkey-removed', passkey: 'Blue phone' },
    ])
  })

  test('of another account is neither renamed nor removed', async () => {
    const { passkey } = await add()
    const cookies = await app.signInConfirmed((await buildCreator(app.db)).uid)
    const jar = new Map(cookies.split('; ').map((cookie) => cookie.split('=') as [string, string]))
    const other = openBrowser(app, jar)

    expect(await other.post('account/passkeys/remove', { id: passkey.id })).toMatchObject({ status: 404 })
    const renamed = await other.post('account/passkeys/rename', { id: passkey.id, name: 'x' })
    expect(renamed).toMatchObject({ status: 404 })
    expect(await listPasskeys(app.db, owner.uid)).toMatchObject([{ name: 'My phone' }])
  })

  test('is refused for another site, without verifying its user, and when it is sent twice', async () => {
    const device = openAuthenticator({ origin })
    const send = async (twist: object) =>
      me.post('account/passkeys/add', { name: 'x', credential: device.create(await askToAdd(), twist) })

    expect(await send({ origin: 'https://brimful.example.evil.example' })).toMatchObject(refused)
    expect(await send({ isVerified: false })).toMatchObject(refused)
    const body = { name: 'x', credential: device.create(await askToAdd()) }
    const challenge = me.cookie('__Host-brimful_passkey')!
    expect((await me.post('account/passkeys/add', body)).status).toBe(200)
    expect(await me.post('account/passkeys/add', body)).toMatchObject(expired)
    const jar = new Map([
      ['__Host-brimful_session', me.cookie('__Host-brimful_session')!],
      ['__Host-brimful_confirmed', me.cookie('__Host-brimful_confirmed')!],
      ['__Host-brimful_passkey', challenge],
    ])
    expect(await openBrowser(app, jar).post('account/passkeys/add', body)).toMatchObject(refused)
    expect(await listPasskeys(app.db, owner.uid)).toHaveLength(1)
  })

  test('is not the twenty-first of its account', async () => {
    for (let n = 0; n < maxPasskeys; n++) await add()
    const credential = openAuthenticator({ origin }).create(await askToAdd())

    expect(await me.post('account/passkeys/add', { name: 'x', credential })).toMatchObject({
      status: 409,
      body: { code: 'passkeys_full' },
    })
  })
})

describe('logging in', () => {
  test('needs no email, password or code', async () => {
    const { secret } = await startTwoFactor(app.ctx, owner.uid)
    const session = await openConfirmedSession(app.db, owner.uid)
    await finishTwoFactor(app.ctx, session, new TOTP({ secret: Secret.fromBase32(secret) }).generate())
    const { device } = await add()
    const browser = openBrowser(app)

    expect((await logIn(device, {}, browser)).status).toBe(200)

    expect((await browser.get('account/profile')).body).toMatchObject({ uid: owner.uid })
    expect((await browser.get('account/confirmation')).body).toEqual({ isConfirmed: false })
    const { body } = await browser.get('account/passkeys')
    expect((body as { passkeys: Passkey[] }).passkeys[0]?.lastUsedAt).not.toBeNull()
  })

  test('works again with passkeys that are synced and do not count', async () => {
    const { device } = await add('Synced', true)

    expect([(await logIn(device)).status, (await logIn(device)).status]).toEqual([200, 200])
  })

  test('is refused for another site, another user, without verifying its user, and for a copy', async () => {
    const { device } = await add()
    expect((await logIn(device)).status).toBe(200)

    expect(await logIn(device, { origin: 'https://evil.example' })).toMatchObject(refused)
    expect(await logIn(device, { isVerified: false })).toMatchObject(refused)
    expect(await logIn(device, { counter: 1 })).toMatchObject(refused)
    expect(await logIn(device, { counter: 0 })).toMatchObject(refused)
    expect(await logIn(device, { userHandle: 'c29tZWJvZHk' })).toMatchObject(unknown)
    expect(await logIn(openAuthenticator({ origin }))).toMatchObject(unknown)
    expect((await logIn(device)).status).toBe(200)
    const kinds = await listEvents(me)
    // The authenticator of nobody is recorded nowhere.
    expect(kinds.slice(0, 7)).toEqual(['log-in', ...Array(5).fill('passkey-refused'), 'log-in'])
  })

  test('takes each answer once, and only in the browser that asked', async () => {
    const { device } = await add('Synced', true)
    const browser = openBrowser(app)
    const credential = device.get(await askToLogIn(browser))
    const challenge = browser.cookie('__Host-brimful_passkey')!
    expect(await openBrowser(app).post('account/passkeys/log-in', { credential })).toMatchObject(expired)
    const elsewhere = openBrowser(app)
    await askToLogIn(elsewhere)
    expect(await elsewhere.post('account/passkeys/log-in', { credential })).toMatchObject(refused)

    const both = [1, 2].map(() => openBrowser(app, new Map([['__Host-brimful_passkey', challenge]])))
    const answers = await Promise.all(both.map((one) => one.post('account/passkeys/log-in', { credential })))

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('takes no answer after five minutes', async () => {
    const { device } = await add()
    const browser = openBrowser(app)
    const credential = device.get(await askToLogIn(browser))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 })

    const late = await browser.post('account/passkeys/log-in', { credential })
    vi.useRealTimers()

    expect(late).toMatchObject(expired)
    expect((await browser.post('account/passkeys/log-in', { credential })).status).toBe(200)
  })

  test('takes no challenge of another purpose', async () => {
    const { device } = await add()
    const options = await askToConfirm(me)

    const credential = device.get(options)

    expect(await me.post('account/passkeys/log-in', { credential })).toMatchObject(expired)
  })

  test('is refused for a removed passkey, and keeps an account that is to be deleted', async () => {
    const { device, passkey } = await add()
    const { device: other } = await add()
    await me.post('account/passkeys/remove', { id: passkey.id })
    await me.post('account/delete')

    expect(await logIn(device)).toMatchObject(unknown)
    expect((await logIn(other)).status).toBe(200)
    expect((await listAccountEmails(app, owner.email)).at(-1)?.kind).toBe('deletion-stopped')
  })

  test('stops after a hundred failures from one network, not for the others', async () => {
    const { device } = await add()
    const stranger = openBrowser(app)
    const credential = device.get(await askToLogIn(stranger), { isVerified: false })
    for (let n = 0; n < 100; n++) await stranger.post('account/passkeys/log-in', { credential })

    expect(await stranger.post('account/passkeys/log-in', { credential })).toMatchObject({ status: 429 })
    expect((await logIn(device)).status).toBe(200)
  })
})

describe('confirming', () => {
  test('is offered first, needs no code, and counts in that session only', async () => {
    const { device } = await add()
    const [session, other] = [await signIn(), await signIn()]
    expect(await session.post('account/delete')).toMatchObject({
      status: 403,
      body: { confirmation: { methods: ['passkey', 'password'] } },
    })

    const options = await askToConfirm(session)
    expect(options.allowCredentials).toHaveLength(1)
    const credential = device.get(options)
    const moved = new Map([
      ['__Host-brimful_session', other.cookie('__Host-brimful_session')!],
      ['__Host-brimful_passkey', session.cookie('__Host-brimful_passkey')!],
    ])
    const answer = await openBrowser(app, moved).post('account/passkeys/confirm', { credential })
    expect(answer).toMatchObject(expired)
    expect((await session.post('account/passkeys/confirm', { credential })).status).toBe(200)

    expect((await session.get('account/confirmation')).body).toEqual({ isConfirmed: true })
    expect((await other.get('account/confirmation')).body).toEqual({ isConfirmed: false })
  })

  test('is refused with the passkey of another account, and stops after ten attempts', async () => {
    await add()
    const mine = me
    owner = await buildCreator(app.db, { passwordHash })
    me = await signIn()
    await me.post('account/confirm', { password })
    const { device: others } = await add()
    const thief = mine

    for (let n = 0; n < 10; n++) {
      const credential = others.get(await askToConfirm(thief))
      expect(await thief.post('account/passkeys/confirm', { credential })).toMatchObject(unknown)
    }
    const credential = others.get(await askToConfirm(thief))
    expect(await thief.post('account/passkeys/confirm', { credential })).toMatchObject({ status: 429 })
    const kinds = await listEvents(thief)
    expect(kinds.filter((kind) => kind === 'passkey-refused')).toHaveLength(10)
    expect(await listEvents(me)).not.toContain('passkey-refused')
  })
})

describe('"This wasn’t me"', () => {
  async function undoMail(kind: string) {
    const email = (await listAccountEmails(app, owner.email)).findLast((mail) => mail.kind === kind)
    if (!email || !('undo' in email)) throw new Error('no link was mailed')
    return openBrowser(app).post('account/undo-change', { token: email.undo! })
  }

  /** Ends the time to undo the passkeys added so far. */
  const age = () => app.db.updateTable('sensitiveChange').set({ expiresAt: new Date() }).execute()

  test('removes a passkey that was added, and what it has opened; older ones stay', async () => {
    const { device: owners } = await add('Owner’s')
    await age()
    const { device: thiefs } = await add('Thief’s')
    const thief = openBrowser(app)
    await logIn(thiefs, {}, thief)

    expect((await undoMail('passkey-added')).status).toBe(200)

    expect((await thief.get('account/profile')).status).toBe(401)
    expect(await logIn(thiefs)).toMatchObject(unknown)
    expect((await logIn(owners)).status).toBe(200)
  })

  test('of a later change removes a passkey as well that was added before', async () => {
    const { device: thiefs } = await add()
    await me.post('account/change-password', { password: 'tractor violin moss 7' })

    await undoMail('password-changed')

    expect(await logIn(thiefs)).toMatchObject(unknown)
  })

  test('is not undone by a passkey that was being added', async () => {
    const { options, sealed } = await startPasskey(app.ctx, sessionOf(me))
    const credential = openAuthenticator({ origin }).create(options)
    const session = sessionOf(me)
    await me.post('account/change-password', { password: 'tractor violin moss 7' })
    await undoMail('password-changed')

    const late = addPasskey(app.ctx, session, { name: 'Thief’s', credential, sealed })

    await expect(late).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await listPasskeys(app.db, owner.uid)).toEqual([])
  })

  test('of an earlier change removes the passkeys that were added since', async () => {
    await me.post('account/change-password', { password: 'tractor violin moss 7' })
    const { device } = await add()

    await undoMail('password-changed')

    expect(await logIn(device)).toMatchObject(unknown)
  })

  test('brings a removed passkey back', async () => {
    const { device, passkey } = await add()
    await age()
    await logIn(device)
    await me.post('account/passkeys/remove', { id: passkey.id })

    expect((await undoMail('passkey-removed')).status).toBe(200)

    expect((await logIn(device)).status).toBe(200)
  })
})
