import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { allCalls } from '../../contract/calls.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { insertPasskey } from '../../db/queries/accounts/passkeys.ts'
import { startTestApp } from '../app.fixture.ts'

const here = await forFile(startTestApp())
const production = await forFile(
  startTestApp({}, ({ config }) => ({ config: { ...config, isProduction: true } })),
)
const adminCalls = allCalls.filter(({ access }) => access === 'admin')
const refused = { status: 403, body: { code: 'second_factor_required' } }

let uid: string
let cookie: string
beforeEach(async () => {
  ;({ uid } = await buildCreator(production.db, { role: 'admin' }))
  cookie = await production.signInConfirmed(uid)
})

async function profile() {
  return (await production.get('account/profile', cookie)).body
}

/** Turns two-factor on. */
async function turnOnTwoFactor(): Promise<void> {
  const { body } = await production.post('account/two-factor/start', {}, cookie)
  const totp = new TOTP({ secret: Secret.fromBase32((body as { secret: string }).secret) })
  const on = await production.post('account/two-factor/confirm', { code: totp.generate() }, cookie)
  expect(on.status).toBe(200)
}

describe('in production, an admin without a second factor', () => {
  test.each(adminCalls)('is refused $method $path, also in a confirmed session', async ({ method, path }) => {
    const address = path.replace(/:\w+/g, () => randomUUID())
    const answer =
      method === 'GET' ? await production.get(address, cookie) : await production.post(address, {}, cookie)

    expect(answer).toMatchObject(refused)
  })

  test('is let in by an authenticator app, until it is turned off', async () => {
    expect(await profile()).toMatchObject({ role: 'admin', needsSecondFactor: true })
    await turnOnTwoFactor()

    expect((await production.get('admin/actions', cookie)).status).toBe(200)
    expect(await profile()).not.toHaveProperty('needsSecondFactor')

    expect((await production.post('account/two-factor/stop', {}, cookie)).status).toBe(200)
    expect(await production.get('admin/actions', cookie)).toMatchObject(refused)
  })

  test('is let in by a passkey', async () => {
    await insertPasskey(production.db, {
      uid,
      name: 'Key',
      credentialId: randomUUID(),
      publicKey: Buffer.from('key'),
      counter: 0,
      transports: [],
      canBackUp: false,
      isBackedUp: false,
    })

    expect((await production.get('admin/actions', cookie)).status).toBe(200)
    expect(await profile()).not.toHaveProperty('needsSecondFactor')
  })

  test('uses the site like everybody else, and everybody else needs none', async () => {
    expect((await production.get('account/sessions', cookie)).status).toBe(200)
    const creator = await production.signInConfirmed((await buildCreator(production.db)).uid)

    expect((await production.get('account/profile', creator)).body).not.toHaveProperty('needsSecondFactor')
    const answer = await production.get('admin/actions', creator)
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })
})

test('elsewhere, as in the demo, an admin needs no second factor', async () => {
  const admin = await buildCreator(here.db, { role: 'admin' })
  const own = await here.signInConfirmed(admin.uid)

  expect((await here.get('admin/actions', own)).status).toBe(200)
  expect((await here.get('account/profile', own)).body).not.toHaveProperty('needsSecondFactor')
})
