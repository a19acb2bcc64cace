/** Tests what a thief can do with a creator's session, first without and then with the password. */
import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { allCalls } from '../../contract/calls.ts'
import { needsConfirmation } from '../../contract/accounts/lasting-changes.ts'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { listInvites, listModerators } from '../../db/queries/panel/moderators.ts'
import { findOnboarding } from '../../db/queries/payments/payout-accounts.ts'
import { findWaitingPayout } from '../../db/queries/payments/waiting-payouts.ts'
import { listWebhookEndpoints } from '../../db/queries/tools/webhook-endpoints.ts'
import type { AccountRow } from '../../db/schema.ts'
import { hashPassword } from '../../domain/accounts/passwords.ts'
import { openConfirmedSession } from '../../domain/accounts/session.fixture.ts'
import { finishTwoFactor, startTwoFactor } from '../../domain/accounts/two-factor.ts'
import { showOverlayKey } from '../../domain/alerts/overlay-key.ts'
import { makeToken } from '../../domain/security/tokens.ts'
import { plantWebhook } from '../../domain/tools/webhooks.fixture.ts'
import { showSecret } from '../../domain/tools/webhooks.ts'
import { signInAtGoogle } from '../../sandbox/google/sign-in.fixture.ts'
import type { Choice } from '../../sandbox/google/sign-in.fixture.ts'
import type { AccountEmail } from '../../domain/mail/account-emails.ts'
import { control, openSandbox, postForm } from '../../sandbox/sandbox.fixture.ts'
import { startTestApp } from '../app.fixture.ts'
import type { Answer } from '../app.fixture.ts'
import { behindProxy, listAccountEmails, openBrowser } from '../emails.fixture.ts'
import type { Browser } from '../emails.fixture.ts'

const sandbox = await forFile(openSandbox())
const app = await forFile(
  startTestApp({ ...behindProxy, ...sandbox.env, PUBLIC_URL: 'http://localhost:3000' }),
)
const password = 'correct-horse-1'
const passwordHash = await hashPassword(password)
const refused = { status: 403, body: { code: 'confirmation_required' } }

let owner: AccountRow
let thief: Browser
beforeEach(async () => {
  owner = await buildCreator(app.db, { passwordHash })
  thief = await steal()
})

/** Opens a browser with a session of the owner. */
async function steal(): Promise<Browser> {
  const [name, token] = (await app.signIn(owner.uid)).split('=')
  return openBrowser(app, new Map([[name!, token!]]))
}

/** Turns two-factor on for the owner; returns the recovery codes and the authenticator. */
async function turnOnTwoFactor() {
  const { secret } = await startTwoFactor(app.ctx, owner.uid)
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const session = await openConfirmedSession(app.db, owner.uid)
  return { codes: await finishTwoFactor(app.ctx, session, totp.generate()), totp }
}

const newEmail = () => `thief-${owner.userName}@example.test`
const changes: Record<string, () => [path: string, body: object]> = {
  'connect PayPal': () => ['paypal/connect', {}],
  'connect Stripe': () => ['stripe/connect', { country: 'gb' }],
  'disconnect a payout account': () => ['account/disconnect-payout-account', { provider: 'paypal' }],
  'change the email address': () => ['account/change-email', { email: newEmail() }],
  'change the password': () => ['account/change-password', { password: 'tractor violin moss 7' }],
  'set up two-factor': () => ['account/two-factor/start', {}],
  'turn two-factor on': () => ['account/two-factor/confirm', { code: '000000' }],
  'replace the recovery codes': () => ['account/two-factor/recovery-codes', {}],
  'turn two-factor off': () => ['account/two-factor/stop', {}],
  'invite a moderator': () => ['goals/invite-moderator', {}],
  'delete the account': () => ['account/delete', {}],
  'change the name': () => ['account/change-user-name', { customUserName: `thief_${owner.userName}` }],
  'have tips sent elsewhere': () => [
    'account/webhooks/add',
    { dialect: 'standard', url: 'https://thief.example/hook' },
  ],
  'see the secret of a webhook': () => ['account/webhooks/show-secret', { id: randomUUID() }],
  'replace the secret of a webhook': () => ['account/webhooks/replace-secret', { id: randomUUID() }],
  'see the key of the overlays': () => ['account/show-overlay-key', {}],
  'replace the key of the overlays': () => ['account/replace-overlay-key', {}],
  'give tips back': () => ['books/refund-tip', { tipId: randomUUID(), amount: 100, reason: '' }],
}

describe('with a session alone', () => {
  test.each(Object.keys(changes))('a thief cannot %s', async (name) => {
    const [path, body] = changes[name]!()
    const before = await state()

    expect(await thief.post(path, body)).toMatchObject({
      ...refused,
      body: { ...refused.body, confirmation: { methods: ['password'], needsCode: false } },
    })
    expect(await state()).toEqual(before)
  })
})

test.each(allCalls.filter(needsConfirmation))(
  '$method $path does nothing in a session that is not confirmed',
  async ({ method, path }) => {
    await app.db.updateTable('account').set({ role: 'admin' }).where('uid', '=', owner.uid).execute()
    const address = path.replace(/:\w+/g, () => randomUUID())

    expect(await (method === 'GET' ? thief.get(address) : thief.post(address, {}))).toMatchObject(refused)
  },
)

describe('confirming', () => {
  const mayChange = async (who: Browser) => {
    const answer = await who.post('account/change-email', { email: newEmail() })
    return answer.status === 200
  }

  test('with the password allows changes in that session only, for ten minutes', async () => {
    const other = await steal()
    expect(await thief.post('account/confirm', { password: 'guess' })).toMatchObject({
      status: 400,
      body: { code: 'wrong_password' },
    })
    expect(await mayChange(thief)).toBe(false)

    expect((await thief.post('account/confirm', { password })).status).toBe(200)
    expect((await thief.get('account/confirmation')).body).toEqual({ isConfirmed: true })
    expect([await mayChange(thief), await mayChange(other)]).toEqual([true, false])

    const later = new Date(Date.now() - 10 * 60_000)
    await app.db
      .updateTable('session')
      .set({ confirmedAt: later })
      .where('uid', '=', owner.uid)
      .where('confirmedAt', 'is not', null)
      .execute()
    expect((await thief.get('account/confirmation')).body).toEqual({ isConfirmed: false })
    expect(await mayChange(thief)).toBe(false)
  })

  test('allows nothing to who has copied the cookie of the same session', async () => {
    const copy = openBrowser(app, new Map([['brimful_session', thief.cookie('brimful_session')!]]))
    await thief.post('account/confirm', { password })

    expect((await copy.get('account/confirmation')).body).toEqual({ isConfirmed: false })
    expect([await mayChange(copy), await mayChange(thief)]).toEqual([false, true])
  })

  test('takes the second factor as well, where it is on', async () => {
    const { codes, totp } = await turnOnTwoFactor()
    const missing = await thief.post('account/confirm', { password })
    const used = await thief.post('account/confirm', { password, code: totp.generate() })
    expect([missing.body, used.body]).toMatchObject([{ code: 'code_required' }, { code: 'wrong_code' }])
    expect(await thief.post('paypal/connect')).toMatchObject({
      body: { confirmation: { methods: ['password'], needsCode: true } },
    })

    expect((await thief.post('account/confirm', { password, code: codes[0] })).status).toBe(200)
    const other = await steal()
    const next = totp.generate({ timestamp: Date.now() + 30_000 })
    expect((await other.post('account/confirm', { password, code: next })).status).toBe(200)
    expect([await mayChange(thief), await mayChange(other)]).toEqual([true, true])
  })

  test('stops after ten wrong passwords, and the owner still logs in and confirms', async () => {
    for (let n = 0; n < 10; n++) await thief.post('account/confirm', { password: `guess ${n}` })
    expect(await thief.post('account/confirm', { password })).toMatchObject({ status: 429 })

    const browser = openBrowser(app)
    expect((await browser.post('account/log-in', { email: owner.email, password })).status).toBe(200)
    expect((await browser.post('account/confirm', { password })).status).toBe(200)
  })

  test('is not what a log-in does, whose code may have been intercepted', async () => {
    const browser = openBrowser(app)
    await browser.post('account/log-in', { email: owner.email, password })

    expect(await mayChange(browser)).toBe(false)
  })
})

describe('an account without a password', () => {
  const person = () => ({ email: owner.email, name: 'Noor Haddad' })

  /** Starts a confirmation and signs in at Google as the given person; returns where the browser is redirected. */
  async function confirmAs(who: Browser, choice: Choice, code?: string): Promise<string | null> {
    const { body } = await who.post('account/google/confirm', { ...(code && { code }) })
    const back = await signInAtGoogle((body as { address: string }).address, choice)
    return (await who.follow(back.pathname + back.search)).headers.get('location')
  }

  beforeEach(async () => {
    const stranger = openBrowser(app)
    const { body } = await stranger.post('account/google/start', { page: 'log-in' })
    const back = await signInAtGoogle((body as { address: string }).address, person())
    await stranger.follow(back.pathname + back.search)
    await stranger.post('account/google/finish', { password })
    await app.db.updateTable('account').set({ passwordHash: null }).where('uid', '=', owner.uid).execute()
  })

  test('confirms with its Google account, and no other', async () => {
    const other = { email: `other-${owner.userName}@example.test`, name: 'Other' }
    expect(await thief.post('paypal/connect')).toMatchObject({
      ...refused,
      body: { confirmation: { methods: ['google'], needsCode: false } },
    })

    expect(await confirmAs(thief, other)).toBe('/authentication/confirmed?google=other')
    expect(await confirmAs(thief, 'cancel')).toBe('/authentication/confirmed?google=cancelled')
    expect((await thief.post('paypal/connect')).status).toBe(403)

    expect(await confirmAs(thief, { email: owner.email })).toBe('/authentication/confirmed?google=done')
    expect((await thief.post('paypal/connect')).status).toBe(200)
    expect((await (await steal()).post('paypal/connect')).status).toBe(403)
  })

  test('gives its second factor before it goes to Google', async () => {
    const { codes } = await turnOnTwoFactor()

    expect(await thief.post('account/google/confirm')).toMatchObject({ body: { code: 'code_required' } })
    expect(await confirmAs(thief, { email: owner.email }, codes[0])).toMatch(/=done$/)
  })

  test('a callback counts in the session that began it only', async () => {
    const { body } = await thief.post('account/google/confirm')
    const back = await signInAtGoogle((body as { address: string }).address, { email: owner.email })
    const other = await steal()
    const [name, token] = (await app.signIn(owner.uid)).split('=')
    const moved = new Map([
      ['brimful_google', thief.cookie('brimful_google')!],
      [name!, token!],
    ])
    const answers = [
      await other.follow(back.pathname + back.search),
      await openBrowser(app, moved).follow(back.pathname + back.search),
    ]

    expect(answers.map(({ headers }) => headers.get('location'))).toEqual([
      '/account?google=expired',
      '/authentication/confirmed?google=expired',
    ])
    expect((await other.post('paypal/connect')).status).toBe(403)
  })
})

/**
 * A change by a thief who has the password, the email that reports it, and a value to compare before the change and after its
 * undo.
 */
interface Theft {
  mailed: AccountEmail['kind']
  /** Prepares the account; returns how to make the change. */
  prepare?: () => Promise<unknown>
  change: () => Promise<unknown>
  /** Reads the value that the change concerns. */
  look: () => Promise<unknown>
}

const thefts: Record<string, Theft> = {
  'connects another PayPal account': {
    mailed: 'payout-connected',
    prepare: () => app.db.deleteFrom('payoutAccount').where('uid', '=', owner.uid).execute(),
    change: () => connectPaypal(`thief-${owner.email}`),
    look: listPayees,
  },
  'connects a Stripe account': {
    mailed: 'payout-connected',
    change: () => thief.post('stripe/connect', { country: 'gb' }),
    look: listPayees,
  },
  'disconnects the payout account': {
    mailed: 'payout-disconnected',
    change: () => thief.post('account/disconnect-payout-account', { provider: 'paypal' }),
    look: listPayees,
  },
  'changes the email address': {
    mailed: 'email-changed',
    change: moveEmail,
    look: async () => (await account()).email,
  },
  'changes the name': {
    mailed: 'renamed',
    change: () =>
      thief.post('account/change-user-name', { customUserName: `x${owner.userName}`.slice(0, 30) }),
    look: async () => (await account()).userName,
  },
  'changes the password': {
    mailed: 'password-changed',
    change: () => thief.post('account/change-password', { password: 'tractor violin moss 7' }),
    look: async () => (await logIn('tractor violin moss 7')).status === 200,
  },
  'turns two-factor on': {
    mailed: 'two-factor-on',
    async change() {
      const { body } = await thief.post('account/two-factor/start')
      const totp = new TOTP({ secret: Secret.fromBase32((body as { secret: string }).secret) })
      await thief.post('account/two-factor/confirm', { code: totp.generate() })
    },
    look: listFactors,
  },
  'replaces the recovery codes': {
    mailed: 'recovery-codes',
    prepare: turnOnTwoFactor,
    change: () => thief.post('account/two-factor/recovery-codes'),
    look: listFactors,
  },
  'turns two-factor off': {
    mailed: 'two-factor-off',
    prepare: turnOnTwoFactor,
    change: () => thief.post('account/two-factor/stop'),
    look: listFactors,
  },
  'deletes the account': {
    mailed: 'deletion-asked',
    change: () => thief.post('account/delete'),
    look: async () => (await account()).deletionDueAt,
  },
  'has tips sent to a webhook': {
    mailed: 'webhook-added',
    change: () =>
      thief.post('account/webhooks/add', { dialect: 'standard', url: 'https://thief.example/hook' }),
    look: () => listWebhookEndpoints(app.db, owner.uid),
  },
  'makes a link for a moderator': {
    mailed: 'moderator-invited',
    change: makeModeratorLink,
    look: () => listInvites(app.db, owner.uid),
  },
  'makes an accomplice a moderator': {
    mailed: 'moderator-joined',
    change: addModerator,
    look: () => listModerators(app.db, owner.uid),
  },
}

describe('with the password as well, a thief', () => {
  test.each(Object.keys(thefts))('%s, and the owner undoes it by the link', async (name) => {
    const { mailed, prepare, change, look } = thefts[name]!
    await thief.post('account/confirm', { password })
    await prepare?.()
    const before = await look()

    await change()

    expect(await look()).not.toEqual(before)
    const email = (await listAccountEmails(app, owner.email)).at(-1)
    expect(email?.kind).toBe(mailed)
    expect(await undo(email)).toMatchObject({ status: 200, body: {} })
    expect(await look()).toEqual(before)
    expect((await thief.get('account/profile')).status).toBe(401)
    expect([(await logIn(password)).status, (await logIn('tractor violin moss 7')).status]).toEqual([
      400, 400,
    ])
    expect(await undo(email)).toMatchObject({ status: 410, body: { code: 'link_expired' } })

    const wayBack = (await listAccountEmails(app, owner.email)).at(-1)
    if (wayBack?.kind !== 'reset-password') throw new Error('no link to choose a password was mailed')
    const stranger = openBrowser(app)
    const chosen = { token: wayBack.token, password: 'a kiln for clay season' }
    expect((await stranger.post('account/password-reset/finish', chosen)).status).toBe(200)
  })

  test('changes the address first: the owner hears of the rest at the old one, and one link undoes all of it', async () => {
    await thief.post('account/confirm', { password })
    const payees = await listPayees()
    await moveEmail()
    const first = (await listAccountEmails(app, owner.email)).at(-1)
    await thief.post('account/disconnect-payout-account', { provider: 'paypal' })
    await thief.post('account/change-password', { password: 'tractor violin moss 7' })

    const kinds = (await listAccountEmails(app, owner.email)).map(({ kind }) => kind)
    expect(kinds).toEqual(['email-changed', 'payout-disconnected', 'password-changed'])
    expect((await listAccountEmails(app, newEmail())).map(({ kind }) => kind)).toEqual([
      'confirm-email',
      'payout-disconnected',
      'password-changed',
    ])
    expect((await undo(first)).status).toBe(200)
    expect(await account()).toMatchObject({ email: owner.email, passwordHash: null })
    expect(await listPayees()).toEqual(payees)
    expect((await listAccountEmails(app, owner.email)).at(-1)?.kind).toBe('reset-password')
    // The new address is notified as well, because it may be the owner's: the thief may be the one who reads the old mailbox.
    expect((await listAccountEmails(app, newEmail())).at(-1)).toEqual({
      kind: 'email-changed',
      name: owner.displayName,
      email: owner.email,
    })
  })

  test('who reads the former mailbox does not get the account back without the second factor, and its owner does', async () => {
    const { codes } = await turnOnTwoFactor()
    await ageChanges()
    await thief.post('account/confirm', { password, code: codes[0] })
    await moveEmail()
    const moved = (await listAccountEmails(app, owner.email)).at(-1)

    expect([(await undo(moved)).body, (await undo(moved, '000000')).body]).toMatchObject([
      { code: 'code_required' },
      { code: 'wrong_code' },
    ])
    expect(await account()).toMatchObject({ email: newEmail(), passwordHash })
    expect((await undo(moved, codes[1])).status).toBe(200)
    expect(await account()).toMatchObject({ email: owner.email, passwordHash: null })
  })

  test('who turns two-factor on and then changes the address does not keep the owner from undoing that', async () => {
    await thief.post('account/confirm', { password })
    await turnOnTwoFactor()
    await moveEmail()

    expect((await undo((await listAccountEmails(app, owner.email)).at(-1))).status).toBe(200)
    expect((await account()).email).toBe(owner.email)
  })

  test('who turns two-factor off, too, does not save the owner from giving a code of the former app', async () => {
    const { codes } = await turnOnTwoFactor()
    await ageChanges()
    await thief.post('account/confirm', { password, code: codes[0] })
    await moveEmail()
    const moved = (await listAccountEmails(app, owner.email)).at(-1)
    await thief.post('account/two-factor/stop')

    expect(await undo(moved)).toMatchObject({ body: { code: 'code_required' } })
    expect((await undo(moved, codes[1])).status).toBe(200)
    expect((await listFactors()).secrets).toHaveLength(1)
  })

  test('codes are guessed ten times by a link', async () => {
    const { codes } = await turnOnTwoFactor()
    await ageChanges()
    await thief.post('account/confirm', { password, code: codes[0] })
    await moveEmail()
    const moved = (await listAccountEmails(app, owner.email)).at(-1)
    for (let n = 0; n < 10; n++) await undo(moved, '000000')

    expect(await undo(moved, codes[1])).toMatchObject({ status: 429 })
  })

  test('keeps no waiting payout account, whichever of the changes the owner undoes', async () => {
    await app.db
      .updateTable('creatorCounter')
      .set({ captureNo: 1 })
      .where('creatorUid', '=', owner.uid)
      .execute()
    await thief.post('account/confirm', { password })
    await connectPaypal(`thief-${owner.email}`)
    await thief.post('account/change-password', { password: 'tractor violin moss 7' })
    expect(await findWaitingPayout(app.db, owner.uid, 'paypal')).toBeDefined()

    await undo((await listAccountEmails(app, owner.email)).at(-1))

    expect(await findWaitingPayout(app.db, owner.uid, 'paypal')).toBeUndefined()
  })

  test('keeps nothing that was begun: an onboarding, or a link to another address', async () => {
    await thief.post('account/confirm', { password })
    await thief.post('paypal/connect')
    await thief.post('account/change-email', { email: newEmail() })
    await thief.post('account/change-password', { password: 'tractor violin moss 7' })

    await undo((await listAccountEmails(app, owner.email)).at(-1))

    expect((await state()).onboardings).toEqual([])
    const requested = (await listAccountEmails(app, newEmail())).at(-1)
    if (requested?.kind !== 'confirm-email') throw new Error('no link was mailed')
    expect(await thief.post('account/confirm-email', { token: requested.token })).toMatchObject({
      status: 410,
    })
  })

  test('keeps no moderator and no link for one, whichever of the changes the owner undoes, and older moderators stay', async () => {
    await thief.post('account/confirm', { password })
    const older = await addModerator()
    const createdAt = new Date(Date.now() - 8 * 24 * 60 * 60_000)
    await app.db.updateTable('moderator').set({ createdAt }).where('moderatorUid', '=', older).execute()
    const accomplice = await addModerator()
    await makeModeratorLink()
    const published: unknown[] = []
    await app.ctx.pubsub.subscribe((message) => void published.push(message))
    await thief.post('account/change-password', { password: 'tractor violin moss 7' })

    await undo((await listAccountEmails(app, owner.email)).at(-1))

    const left = (await listModerators(app.db, owner.uid)).map(({ moderatorUid }) => moderatorUid)
    expect(left).toEqual([older])
    expect(await listInvites(app.db, owner.uid)).toEqual([])
    const done = await app.db
      .selectFrom('panelAction')
      .select(['kind', 'actorUid', 'data'])
      .where('creatorUid', '=', owner.uid)
      .where('kind', 'in', ['withdraw', 'remove'])
      .orderBy('version')
      .execute()
    expect(done).toEqual([
      { kind: 'withdraw', actorUid: owner.uid, data: {} },
      { kind: 'remove', actorUid: owner.uid, data: { moderatorUid: accomplice } },
    ])
    // so that the accomplice's open panels are closed
    await expect.poll(() => published).toContainEqual({ kind: 'panel-access', creatorUid: owner.uid })
  })

  test.each(['show', 'replace'])(
    'who had it %s the overlays’ key and a webhook’s secret knows neither after an undo, which says so',
    async (verb) => {
      const { endpoint } = await plantWebhook(app.ctx, owner.uid, 'https://tool.example/hook')
      await thief.post('account/confirm', { password })
      const seen = await thief.post(`account/${verb}-overlay-key`)
      const read = await thief.post(`account/webhooks/${verb}-secret`, { id: endpoint.id })
      const published: unknown[] = []
      await app.ctx.pubsub.subscribe((message) => void published.push(message))
      await thief.post('account/change-password', { password: 'tractor violin moss 7' })

      const undone = await undo((await listAccountEmails(app, owner.email)).at(-1))

      expect(undone).toMatchObject({
        status: 200,
        body: { replaced: ['webhook-secret', 'overlay-key'] },
      })
      expect(await showOverlayKey(app.ctx, owner.uid)).not.toBe((seen.body as { key: string }).key)
      const now = await showSecret(app.ctx, owner.uid, endpoint.id)
      expect(now.secret).not.toBe((read.body as { secret: string }).secret)
      // The owner's tool goes on taking what is sent until its secret is replaced there.
      expect(now.endpoint.formerSecretUntil).not.toBeNull()
      await expect.poll(() => published).toContainEqual({ kind: 'overlay-access', creatorUid: owner.uid })
    },
  )

  test('who looked at no key leaves the owner’s overlays and tools as they are', async () => {
    const { endpoint, secret } = await plantWebhook(app.ctx, owner.uid, 'https://tool.example/hook')
    const key = await showOverlayKey(app.ctx, owner.uid)
    await thief.post('account/confirm', { password })
    await thief.post('account/change-password', { password: 'tractor violin moss 7' })

    const undone = await undo((await listAccountEmails(app, owner.email)).at(-1))

    expect(undone).toMatchObject({ status: 200, body: { replaced: [] } })
    expect(await showOverlayKey(app.ctx, owner.uid)).toBe(key)
    expect((await showSecret(app.ctx, owner.uid, endpoint.id)).secret).toBe(secret)
  })

  test('the owner is given another Stripe account than the one that a thief opened', async () => {
    const connect = async (browser: Browser) => {
      await browser.post('account/confirm', { password })
      await browser.post('stripe/connect', { country: 'gb' })
      return findOnboarding(app.db, owner.uid, 'stripe')
    }
    const stolen = await connect(thief)
    expect(await connect(thief)).toBe(stolen)

    await undo((await listAccountEmails(app, owner.email)).at(-1))
    await app.db.updateTable('account').set({ passwordHash }).where('uid', '=', owner.uid).execute()
    const own = await connect(await steal())

    expect(own).toMatch(/^acct_/)
    expect(own).not.toBe(stolen)
  })

  test('codes with made-up links are not counted', async () => {
    const token = makeToken()

    expect(await thief.post('account/undo-change', { token, code: '000000' })).toMatchObject({ status: 410 })
    expect(await app.ctx.accountLimits.count('undo-code', token)).toBe(0)
  })

  test('a link that is a week old, or made up, undoes nothing', async () => {
    await thief.post('account/confirm', { password })
    await moveEmail()
    const email = (await listAccountEmails(app, owner.email)).at(-1)
    await ageChanges()

    expect(await undo(email)).toMatchObject({ status: 410, body: { code: 'link_expired' } })
    expect(await thief.post('account/undo-change', { token: 'made-up' })).toMatchObject({ status: 410 })
    expect((await account()).email).toBe(newEmail())
  })
})

async function moveEmail(): Promise<void> {
  await thief.post('account/change-email', { email: newEmail() })
  const requested = (await listAccountEmails(app, newEmail())).at(-1)
  if (requested?.kind !== 'confirm-email') throw new Error('no link was mailed')
  await thief.post('account/confirm-email', { token: requested.token })
}

async function makeModeratorLink(): Promise<string> {
  const { body } = await thief.post('goals/invite-moderator')
  return (body as { token: string }).token
}

/** Makes somebody a moderator by a link of the thief's; returns the moderator's uid. */
async function addModerator(): Promise<string> {
  const { uid } = await buildSupporter(app.db)
  const [name, session] = (await app.signIn(uid)).split('=')
  const accomplice = openBrowser(app, new Map([[name!, session!]]))
  await accomplice.post('goals/accept-invite', { token: await makeModeratorLink() })
  return uid
}

async function connectPaypal(email: string): Promise<void> {
  const { body } = await thief.post('paypal/connect')
  const { url } = body as { url: string }
  const referralToken = new URL(url).searchParams.get('referralToken')!
  const form = { referralToken, email, country: 'GB', isEmailConfirmed: 'on', hasConsented: 'on' }
  await postForm(url.split('?')[0]!, form)
  await control(sandbox, '/paypal/control/merchants', { email, canReceive: true })
  await thief.post('account/refresh-payout-account', { provider: 'paypal' })
}

/** Ends the time to undo the changes so far. */
async function ageChanges(): Promise<void> {
  await app.db
    .updateTable('sensitiveChange')
    .set({ expiresAt: new Date() })
    .where('uid', '=', owner.uid)
    .execute()
}

function undo(email: AccountEmail | undefined, code?: string): Promise<Answer> {
  if (!email || !('undo' in email) || !email.undo) throw new Error('no link was mailed')
  return openBrowser(app).post('account/undo-change', { token: email.undo, code })
}

const logIn = (secret: string) =>
  openBrowser(app).post('account/log-in', { email: owner.email, password: secret })

function account() {
  return app.db.selectFrom('account').selectAll().where('uid', '=', owner.uid).executeTakeFirstOrThrow()
}

function listPayees() {
  return app.db
    .selectFrom('payoutAccount')
    .select(['provider', 'payeeId', 'email', 'isReady'])
    .where('uid', '=', owner.uid)
    .orderBy('provider')
    .execute()
}

async function listFactors() {
  const { twoFactor, recoveryCodes } = await state()
  const codes = recoveryCodes.map((row) => ('codeHash' in row ? row.codeHash.toString('hex') : ''))
  return {
    secrets: twoFactor.map((row) => ('secretSealed' in row ? row.secretSealed : '')),
    codes: codes.toSorted((one, other) => one.localeCompare(other)),
  }
}

/** Reads all data of the owner's account that a sensitive change could change. */
async function state() {
  const { uid } = owner
  const of = (table: 'payoutAccount' | 'twoFactor' | 'payoutOnboarding' | 'accountLink' | 'recoveryCode') =>
    app.db.selectFrom(table).selectAll().where('uid', '=', uid).execute()
  return {
    account: await app.db.selectFrom('account').selectAll().where('uid', '=', uid).execute(),
    payouts: await of('payoutAccount'),
    onboardings: await of('payoutOnboarding'),
    twoFactor: await of('twoFactor'),
    recoveryCodes: await of('recoveryCode'),
    links: await of('accountLink'),
  }
}
