/**
 * A thief with the owner's session and password changes the account's email address, and the owner undoes that by the emailed
 * link. A request that the thief has in progress meanwhile finishes after the undo, and must change nothing.
 */
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { openDb } from '../../db/connection.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import type { AccountRow } from '../../db/schema.ts'
import { hashPassword } from '../../domain/accounts/passwords.ts'
import type { AccountEmail } from '../../domain/mail/account-emails.ts'
import { plantWebhook } from '../../domain/tools/webhooks.fixture.ts'
import { signInAtGoogle } from '../../sandbox/google/sign-in.fixture.ts'
import { control, openSandbox, postForm } from '../../sandbox/sandbox.fixture.ts'
import { startTestApp } from '../app.fixture.ts'
import { behindProxy, listAccountEmails, openBrowser } from '../emails.fixture.ts'
import type { Browser } from '../emails.fixture.ts'

const sandbox = await forFile(openSandbox())
const app = await forFile(
  startTestApp({ ...behindProxy, ...sandbox.env, PUBLIC_URL: 'http://localhost:3000' }, ({ config }) => ({
    db: openDb(config.databaseUrl), // without a statement timeout, because the requests wait for each other's locks
  })),
)
const password = 'correct-horse-1'
const passwordHash = await hashPassword(password)
const newPassword = 'tractor violin moss 7'

let owner: AccountRow
let thief: Browser
let moderatorToken: string
let google: Awaited<ReturnType<typeof comeFromGoogle>>
beforeEach(async () => {
  owner = await buildCreator(app.db, { passwordHash })
  const [name, token] = (await app.signIn(owner.uid)).split('=')
  thief = openBrowser(app, new Map([[name!, token!]]))
  await thief.post('account/confirm', { password })
})

const newEmail = () => `thief-${owner.userName}@example.test`
const third = () => `again-${newEmail()}`

interface Late {
  /**
   * Prepares the thief's request before the thief changes the account's email address. Returns a function that sends the request,
   * which the test calls while the owner undoes that change.
   */
  begin: () => Promise<() => Promise<unknown>>
  /** A further preparation of the thief's request, which is possible only after the thief has changed the email address. */
  proceed?: () => Promise<unknown>
  /** The properties that the response to the late request must have. */
  refusal: object
}

const ended = { status: 401, body: { code: 'unauthenticated' } }
/** Describes a late request that needs no preparation, only the thief's session. */
const at = (path: string, body: object = {}): Late => ({
  begin: async () => () => thief.post(path, body),
  refusal: ended,
})

function withWebhook(path: string): Late {
  return {
    async begin() {
      const { endpoint } = await plantWebhook(app.ctx, owner.uid, 'https://tool.example/hook')
      return () => thief.post(path, { id: endpoint.id })
    },
    refusal: ended,
  }
}

const requests: Record<string, Late> = {
  'a new password': at('account/change-password', { password: newPassword }),
  'a new address': {
    begin: async () => () => thief.post('account/change-email', { email: third() }),
    refusal: ended,
  },
  'a deletion': at('account/delete'),
  'a disconnected account': at('account/disconnect-payout-account', { provider: 'paypal' }),
  'a Stripe account': at('stripe/connect', { country: 'gb' }),
  'an onboarding at PayPal': at('paypal/connect'),
  'an account onboarded at PayPal': {
    async begin() {
      await onboardAtPaypal()
      return () => thief.post('account/refresh-payout-account', { provider: 'paypal' })
    },
    refusal: { status: 200, body: { paypal: { state: 'ready' } } }, // the response shows the owner's PayPal account, unchanged
  },
  'two-factor on': {
    async begin() {
      const totp = await startTwoFactor()
      return () => thief.post('account/two-factor/confirm', { code: totp.generate() })
    },
    refusal: ended,
  },
  'other recovery codes': {
    async begin() {
      await turnOnTwoFactor()
      return () => thief.post('account/two-factor/recovery-codes')
    },
    refusal: ended,
  },
  'two-factor off': {
    async begin() {
      await turnOnTwoFactor()
      return () => thief.post('account/two-factor/stop')
    },
    refusal: ended,
  },
  'a passkey removed': {
    async begin() {
      const row = { uid: owner.uid, name: 'Phone', credentialId: owner.uid, publicKey: Buffer.alloc(3) }
      const use = { counter: 0, transports: [], canBackUp: true, isBackedUp: true }
      const { id } = await app.db
        .insertInto('passkey')
        .values({ ...row, ...use })
        .returning('id')
        .executeTakeFirstOrThrow()
      return () => thief.post('account/passkeys/remove', { id })
    },
    refusal: ended,
  },
  'a log-in': {
    begin: async () => () => openBrowser(app).post('account/log-in', { email: newEmail(), password }),
    refusal: { status: 400, body: { code: 'wrong_credentials' } },
  },
  'a log-in with Google': {
    async begin() {
      const first = await comeFromGoogle(owner.email)
      await first.callback()
      await first.finish()
      return (await comeFromGoogle(owner.email)).callback
    },
    refusal: { status: 303, location: '/account?google=expired' },
  },
  'a Google account linked': {
    async begin() {
      google = await comeFromGoogle(newEmail())
      return google.finish
    },
    proceed: () => google.callback(),
    refusal: { status: 410, body: { code: 'google_expired' } },
  },
  'a link mailed to choose a password': {
    begin: async () => () => openBrowser(app).post('account/password-reset/request', { email: newEmail() }),
    refusal: { status: 200 },
  },
  'a password chosen by a mailed link': {
    begin: async () => async () => {
      const email = (await listAccountEmails(app, newEmail())).at(-1)
      const token = email?.kind === 'reset-password' ? email.token : ''
      return openBrowser(app).post('account/password-reset/finish', { token, password: newPassword })
    },
    proceed: () => openBrowser(app).post('account/password-reset/request', { email: newEmail() }),
    refusal: { status: 410, body: { code: 'link_expired' } },
  },
  'an address confirmed': {
    begin: async () => async () => {
      const email = (await listAccountEmails(app, third())).at(-1)
      const token = email?.kind === 'confirm-email' ? email.token : ''
      return thief.post('account/confirm-email', { token })
    },
    proceed: () => thief.post('account/change-email', { email: third() }),
    refusal: { status: 410, body: { code: 'link_expired' } },
  },
  'the key of the overlays': at('account/show-overlay-key'),
  'another key of the overlays': at('account/replace-overlay-key'),
  'the secret of a webhook': withWebhook('account/webhooks/show-secret'),
  'another secret of a webhook': withWebhook('account/webhooks/replace-secret'),
  'a link for a moderator': at('goals/invite-moderator'),
  'a moderator': {
    async begin() {
      const { uid } = await buildSupporter(app.db)
      const [name, session] = (await app.signIn(uid)).split('=')
      const accomplice = openBrowser(app, new Map([[name!, session!]]))
      return () => accomplice.post('goals/accept-invite', { token: moderatorToken })
    },
    async proceed() {
      const { body } = await thief.post('goals/invite-moderator')
      moderatorToken = (body as { token: string }).token
    },
    refusal: { status: 410, body: { code: 'link_expired' } },
  },
}

test.each(Object.keys(requests))('%s', async (name) => {
  const { begin, proceed, refusal } = requests[name]!
  const request = await begin()
  const before = await state()
  await moveEmail()
  const mailed = (await listAccountEmails(app, owner.email)).at(-1)
  await proceed?.()

  const answers = await queue(owner.uid, [() => undo(mailed), request])

  expect(answers).toMatchObject([{ status: 200 }, refusal])
  expect(await state()).toEqual({
    ...before,
    account: { ...before.account, passwordHash: null, googleId: null },
    onboardings: [],
  })
  expect(await count('session')).toBe(0)
  expect(await count('accountLink')).toBe(1) // the owner's link to choose a new password
  const kinds = (await listAccountEmails(app, newEmail())).map(({ kind }) => kind)
  expect(kinds.at(-1)).toBe('email-changed')
})

/** Holds the account's row lock until all requests wait for it, in this order; returns their responses. */
async function queue(uid: string, late: readonly (() => Promise<unknown>)[]): Promise<unknown[]> {
  const answers: Promise<unknown>[] = []
  await app.db.transaction().execute(async (trx) => {
    await trx.selectFrom('account').select('uid').where('uid', '=', uid).forUpdate().execute()
    for (const request of late) {
      answers.push(request())
      await expect.poll(countWaiting).toBe(answers.length)
    }
  })
  return Promise.all(answers)
}

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
  return rows[0]!.count
}

async function moveEmail(): Promise<void> {
  await thief.post('account/change-email', { email: newEmail() })
  const requested = (await listAccountEmails(app, newEmail())).at(-1)
  if (requested?.kind !== 'confirm-email') throw new Error('no link was mailed')
  await thief.post('account/confirm-email', { token: requested.token })
}

function undo(email: AccountEmail | undefined): Promise<unknown> {
  if (!email || !('undo' in email) || !email.undo) throw new Error('no link was mailed')
  return openBrowser(app).post('account/undo-change', { token: email.undo })
}

async function startTwoFactor(): Promise<TOTP> {
  const { body } = await thief.post('account/two-factor/start')
  return new TOTP({ secret: Secret.fromBase32((body as { secret: string }).secret) })
}

async function turnOnTwoFactor(): Promise<void> {
  const totp = await startTwoFactor()
  await thief.post('account/two-factor/confirm', { code: totp.generate() })
}

/** Completes an onboarding at PayPal without telling our server. */
async function onboardAtPaypal(): Promise<void> {
  const { body } = await thief.post('paypal/connect')
  const { url } = body as { url: string }
  const referralToken = new URL(url).searchParams.get('referralToken')!
  const email = newEmail()
  const form = { referralToken, email, country: 'GB', isEmailConfirmed: 'on', hasConsented: 'on' }
  await postForm(url.split('?')[0]!, form)
  await control(sandbox, '/paypal/control/merchants', { email, canReceive: true })
}

/** Signs in at Google in a new browser; returns functions that send the callback and the further proof. */
async function comeFromGoogle(email: string) {
  const browser = openBrowser(app)
  const { body } = await browser.post('account/google/start', { page: 'log-in' })
  const person = { email, name: 'Noor Haddad' }
  const back = await signInAtGoogle((body as { address: string }).address, person)
  return {
    async callback() {
      const { status, headers } = await browser.follow(back.pathname + back.search)
      return { status, location: headers.get('location') }
    },
    finish: () => browser.post('account/google/finish', { password }),
  }
}

/** Reads all data that a late request could change. */
async function state() {
  const of = (
    table:
      | 'twoFactor'
      | 'recoveryCode'
      | 'payoutAccount'
      | 'waitingPayoutAccount'
      | 'payoutOnboarding'
      | 'passkey',
  ) => app.db.selectFrom(table).selectAll().where('uid', '=', owner.uid).execute()
  const moderation = (table: 'moderator' | 'moderatorInvite') =>
    app.db.selectFrom(table).selectAll().where('creatorUid', '=', owner.uid).execute()
  return {
    account: await app.db
      .selectFrom('account')
      .selectAll()
      .where('uid', '=', owner.uid)
      .executeTakeFirstOrThrow(),
    payouts: await of('payoutAccount'),
    waiting: await of('waitingPayoutAccount'),
    onboardings: await of('payoutOnboarding'),
    twoFactor: await of('twoFactor'),
    recoveryCodes: await of('recoveryCode'),
    passkeys: await of('passkey'),
    moderators: await moderation('moderator'),
    invites: await moderation('moderatorInvite'),
  }
}

async function count(table: 'session' | 'accountLink'): Promise<number> {
  return (await app.db.selectFrom(table).select('uid').where('uid', '=', owner.uid).execute()).length
}
