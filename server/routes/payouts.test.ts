import { describe, expect, test } from 'vitest'
import { buildCreator, buildOrder } from '../../db/builders.fixture.ts'
import { findPayee } from '../../db/queries/payments/payees.ts'
import { findPayoutAccount } from '../../db/queries/payments/payout-accounts.ts'
import { connectWaitedPayouts, findWaitingPayout } from '../../db/queries/payments/waiting-payouts.ts'
import { faultNames } from '../../sandbox/paypal/faults.ts'
import { control, openSandbox, postForm } from '../../sandbox/sandbox.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { startTestApp } from '../app.fixture.ts'
import type { TestApp } from '../app.fixture.ts'
import { listAccountEmails } from '../emails.fixture.ts'

const sandbox = await forFile(openSandbox())
const app = await forFile(startTestApp(sandbox.env))
/** The same application, but without PayPal's partner mode. */
const plainApp = await forFile(startTestApp({ ...sandbox.env, PAYPAL_PARTNER_MODE: 'false' }))

test('Stripe: an onboarding that is started, left, continued, finished, disconnected and reconnected keeps one account', async () => {
  const me = await signIn(app)
  expect((await me.list()).stripe).toEqual({ state: 'not_connected', email: null, waiting: null })

  await visit(await me.connect('stripe', { country: 'gb' }), { decision: 'later' })
  expect((await me.refresh('stripe')).stripe).toEqual({ state: 'unfinished', email: me.email, waiting: null })
  const first = await findPayoutAccount(app.db, me.uid, 'stripe')

  await visit(await me.connect('stripe', { country: 'gb' }), { decision: 'restrict' })
  expect((await me.refresh('stripe')).stripe.state).toBe('restricted')
  expect(await isOffered(app, me.userName)).toMatchObject({ stripeConnected: false })

  await visit(await me.connect('stripe', { country: 'gb' }), { decision: 'finish' })
  expect((await me.refresh('stripe')).stripe).toEqual({ state: 'ready', email: me.email, waiting: null })
  expect(await isOffered(app, me.userName)).toMatchObject({ stripeConnected: true })

  expect((await me.disconnect('stripe')).stripe.state).toBe('not_connected')
  await me.connect('stripe', { country: 'gb' })
  expect(await findPayoutAccount(app.db, me.uid, 'stripe')).toMatchObject({
    payeeId: first!.payeeId,
    isReady: true,
  })
})

test('a creator with any name can connect to Stripe', async () => {
  const me = await signIn(app)
  await app.post('account/update-profile', { displayName: '🎮 Юлия 日本 Ünlü' }, me.cookie)

  expect(await me.connect('stripe', { country: 'gb' })).toContain('/stripe/setup/')
})

test('a country without Stripe is refused before Stripe is called', async () => {
  const me = await signIn(app)

  expect(await app.post('stripe/connect', { country: 'xx' }, me.cookie)).toMatchObject({ status: 400 })
  expect((await me.list()).stripe.state).toBe('not_connected')
})

test('connecting fails with payment_provider while Stripe is out of reach, and works later', async () => {
  const me = await signIn(app)
  await control(sandbox, '/stripe/control/faults', { operation: 'account', fault: 'status-429' })

  expect(await app.post('stripe/connect', { country: 'gb' }, me.cookie)).toMatchObject({
    status: 502,
    body: { code: 'payment_provider' },
  })

  expect(await me.connect('stripe', { country: 'gb' })).toContain('/stripe/setup/')
})

test('the state after a referral comes from PayPal, never from the returning browser', async () => {
  const me = await signIn(app)
  const url = await me.connect('paypal')
  expect((await me.list()).paypal.state).toBe('unfinished')
  expect((await me.refresh('paypal')).paypal.state).toBe('unfinished') // the creator has not visited PayPal's page yet

  const email = `paypal-${me.email}`
  const form = { referralToken: new URL(url).searchParams.get('referralToken')!, email, country: 'GB' }
  await visit(url.split('?')[0]!, { ...form, isEmailConfirmed: 'on', hasConsented: 'on' })
  // restricted, because the account at PayPal cannot receive money yet
  expect((await me.refresh('paypal')).paypal).toEqual({ state: 'restricted', email, waiting: null })

  await control(sandbox, '/paypal/control/merchants', { email, canReceive: true })
  expect((await me.refresh('paypal')).paypal).toEqual({ state: 'ready', email, waiting: null })

  expect((await me.disconnect('paypal')).paypal).toEqual({
    state: 'not_connected',
    email: null,
    waiting: null,
  })
  expect((await me.refresh('paypal')).paypal.state).toBe('not_connected')
})

test('without partner status the creator logs in with PayPal', async () => {
  const me = await signIn(plainApp)
  const { url, cookie } = await openOnboarding(me.cookie)
  const email = `login-${me.email}`
  const back = await visit(new URL('/paypal/connect', url).href, {
    ...Object.fromEntries(new URL(url).searchParams),
    email,
    decision: 'agree',
  })

  const answer = await follow(back, `${me.cookie}; ${cookie}`)

  expect(answer).toBe('/dashboard/payment-setting?connected=paypal')
  expect((await me.list()).paypal).toEqual({ state: 'ready', email, waiting: null })
  expect(plainApp.logged()).not.toContain(new URL(back).searchParams.get('code'))
})

test.each(faultNames)(
  'a log-in that PayPal does not answer (%s) is said to have failed, and works again',
  async (fault) => {
    const me = await signIn(plainApp)
    const email = `${fault}-${me.email}`
    const logIn = async () => {
      const { url, cookie } = await openOnboarding(me.cookie)
      const form = { ...Object.fromEntries(new URL(url).searchParams), email, decision: 'agree' }
      const back = await visit(new URL('/paypal/connect', url).href, form)
      return follow(back, `${me.cookie}; ${cookie}`)
    }
    await control(sandbox, '/paypal/control/faults', { operation: 'token', fault, delayMs: 100 })

    const first = await logIn()
    const isLate = fault === 'slow' // with the fault `slow` the log-in still succeeds, only later
    expect(first).toContain(isLate ? '?connected=paypal' : '?error=failed&provider=paypal')
    expect((await me.list()).paypal.state).toBe(isLate ? 'ready' : 'not_connected')

    expect(await logIn()).toContain('?connected=paypal')
    expect((await me.list()).paypal).toEqual({ state: 'ready', email, waiting: null })
  },
)

test('the result of a PayPal login counts once, in the same browser and session, and may be a denial', async () => {
  const me = await signIn(plainApp)
  const other = await signIn(plainApp)
  const { url, cookie } = await openOnboarding(me.cookie)
  const consent = { ...Object.fromEntries(new URL(url).searchParams), email: `no-${me.email}` }
  const agreed = await visit(new URL('/paypal/connect', url).href, { ...consent, decision: 'agree' })
  const denied = await visit(new URL('/paypal/connect', url).href, { ...consent, decision: 'cancel' })
  const failed = (error: string) => `/dashboard/payment-setting?error=${error}&provider=paypal`

  expect(await follow(agreed, me.cookie)).toBe(failed('expired'))
  expect(await follow(agreed, `${other.cookie}; ${cookie}`)).toBe(failed('expired'))
  expect(await follow(agreed)).toBe('/account')
  expect(await follow(denied, `${me.cookie}; ${cookie}`)).toBe(failed('denied'))

  expect((await me.list()).paypal.state).toBe('not_connected')
  expect((await other.list()).paypal.state).toBe('not_connected')
})

describe('a creator who has been paid before', () => {
  const hour = 3_600_000

  async function signInPaid() {
    const me = await signIn(app)
    await connectPaypal(me, `first-${me.email}`)
    await app.db
      .updateTable('creatorCounter')
      .set({ captureNo: 1 })
      .where('creatorUid', '=', me.uid)
      .execute()
    return me
  }
  const payeeOf = async (uid: string) => (await findPayee(app.db, uid, 'paypal'))?.payeeId
  /**
   * Moves the waiting accounts some hours into the past, and connects those that have waited long enough, as the schedule does.
   */
  async function passADay(uid: string, hours: number) {
    const { takesFrom, createdAt } = (await findWaitingPayout(app.db, uid, 'paypal'))!
    const earlier = (time: Date) => new Date(time.getTime() - hours * hour)
    await app.db
      .updateTable('waitingPayoutAccount')
      .set({ takesFrom: earlier(takesFrom), createdAt: earlier(createdAt) })
      .where('uid', '=', uid)
      .execute()
    await connectWaitedPayouts(app.db)
  }

  test('is paid into the old account for a day after connecting another', async () => {
    const me = await signInPaid()
    const old = await payeeOf(me.uid)

    await connectPaypal(me, `second-${me.email}`)
    const { paypal } = await me.list()
    expect(paypal).toMatchObject({ state: 'ready', waiting: { state: 'ready', email: `second-${me.email}` } })
    expect((Date.parse(paypal.waiting!.takesFrom) - Date.now()) / hour).toBeCloseTo(24, 1)
    expect(await payeeOf(me.uid)).toBe(old)
    expect(await isOffered(app, me.userName)).toMatchObject({ paypalConnected: true, tipsFrom: null })

    await passADay(me.uid, 23)
    expect(await payeeOf(me.uid)).toBe(old)
    await passADay(me.uid, 1)
    expect(await payeeOf(me.uid)).not.toBe(old)
    expect((await me.list()).paypal).toEqual({ state: 'ready', email: `second-${me.email}`, waiting: null })
  })

  test('takes no tips for that day without the old account, and the page says until when', async () => {
    const me = await signInPaid()
    await me.disconnect('paypal')
    await connectPaypal(me, `second-${me.email}`)

    const { paypal } = await me.list()
    expect(paypal).toMatchObject({ state: 'not_connected', waiting: { state: 'ready' } })
    expect(await payeeOf(me.uid)).toBeUndefined()
    expect(await isOffered(app, me.userName)).toMatchObject({
      paypalConnected: false,
      tipsFrom: paypal.waiting!.takesFrom,
    })
    const email = `moved-${me.email}`
    await app.db.updateTable('account').set({ email }).where('uid', '=', me.uid).execute()
    await connectPaypal(me, `second-${me.email}`)
    // the second account neither shortens the wait nor restarts it
    expect((await me.list()).paypal.waiting).toEqual(paypal.waiting)

    await passADay(me.uid, 24)
    expect(await isOffered(app, me.userName)).toMatchObject({ paypalConnected: true, tipsFrom: null })
  })

  test('reconnects the same account without a wait, and removes one that waits', async () => {
    const me = await signInPaid()
    const old = await payeeOf(me.uid)
    await me.disconnect('paypal')
    await connectPaypal(me, `first-${me.email}`)
    expect(await payeeOf(me.uid)).toBe(old)

    await connectPaypal(me, `second-${me.email}`)
    const answer = await app.post(
      'account/disconnect-payout-account',
      { provider: 'paypal', isWaiting: true },
      me.cookie,
    )
    expect(answer.body).toMatchObject({ paypal: { state: 'ready', waiting: null } })
    expect(await payeeOf(me.uid)).toBe(old)
  })

  test('gets the old account back within the day by the mailed link', async () => {
    const me = await signInPaid()
    const old = await payeeOf(me.uid)
    await me.disconnect('paypal')
    const [email] = (await listAccountEmails(app, me.email)).slice(-1)
    if (email?.kind !== 'payout-disconnected') throw new Error('no link was mailed')
    await connectPaypal(me, `second-${me.email}`)

    expect((await app.post('account/undo-change', { token: email.undo })).status).toBe(200)

    expect(await payeeOf(me.uid)).toBe(old)
    expect(await findWaitingPayout(app.db, me.uid, 'paypal')).toBeUndefined()
  })

  test('goes on being paid into the old account while the new one is not ready, however long', async () => {
    const me = await signInPaid()
    const old = await payeeOf(me.uid)
    await connectPaypal(me, `second-${me.email}`)
    await app.db
      .updateTable('waitingPayoutAccount')
      .set({ isReady: false })
      .where('uid', '=', me.uid)
      .execute()

    await passADay(me.uid, 48)

    expect(await payeeOf(me.uid)).toBe(old)
  })
})

async function connectPaypal(me: Awaited<ReturnType<typeof signIn>>, email: string): Promise<void> {
  const url = await me.connect('paypal')
  const referralToken = new URL(url).searchParams.get('referralToken')!
  const form = { referralToken, email, country: 'GB', isEmailConfirmed: 'on', hasConsented: 'on' }
  await visit(url.split('?')[0]!, form)
  await control(sandbox, '/paypal/control/merchants', { email, canReceive: true })
  await me.refresh('paypal')
}

interface Payout {
  state: string
  email: string | null
  waiting: { state: string; email: string | null; takesFrom: string } | null
}

interface Payouts {
  paypal: Payout
  stripe: Payout
  isCurrencyFixed: boolean
}

test('the accounts say that the currency is fixed while a payment is open, and after it', async () => {
  const creator = await signIn(plainApp)
  expect((await creator.list()).isCurrencyFixed).toBe(false)

  await buildOrder(plainApp.db, creator.uid)

  expect((await creator.list()).isCurrencyFixed).toBe(true)
})

/** Signs in as a creator without a payout account. */
async function signIn(at: TestApp) {
  const { uid, email, userName } = await buildCreator(at.db)
  await at.db.deleteFrom('payoutAccount').where('uid', '=', uid).execute()
  const cookie = await at.signInConfirmed(uid)
  const ask = async (path: string, body: object) => (await at.post(path, body, cookie)).body as Payouts
  return {
    uid,
    email,
    userName,
    cookie,
    list: async () => (await at.get('account/payout-accounts', cookie)).body as Payouts,
    refresh: (provider: string) => ask('account/refresh-payout-account', { provider }),
    disconnect: (provider: string) => ask('account/disconnect-payout-account', { provider }),
    async connect(provider: string, body: object = {}) {
      const answer = await at.post(`${provider}/connect`, body, cookie)
      expect(answer.status).toBe(200)
      return (answer.body as { url: string }).url
    },
  }
}

async function openOnboarding(cookie: string): Promise<{ url: string; cookie: string }> {
  const { body, headers } = await plainApp.post('paypal/connect', {}, cookie)
  return { url: (body as { url: string }).url, cookie: headers.getSetCookie()[0]!.split(';')[0]! }
}

/** Submits a form on a provider's page; returns where it redirects the browser. */
async function visit(url: string, form: Record<string, string>): Promise<string> {
  const answer = await postForm(url, form)
  expect(answer.status).toBe(303)
  return answer.headers.get('location')!
}

/** Follows the provider's redirect back to our site; returns where our site redirects the browser. */
async function follow(back: string, cookie = ''): Promise<string | null> {
  const { pathname, search } = new URL(back)
  const answer = await fetch(plainApp.url + pathname + search, { headers: { cookie }, redirect: 'manual' })
  return answer.headers.get('location')
}

async function isOffered(at: TestApp, userName: string) {
  return (await at.get(`account/creator-profile?username=${userName}`)).body
}
