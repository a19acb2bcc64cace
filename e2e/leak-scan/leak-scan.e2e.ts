/** The canary: a walk through all that handles secrets, nothing of which leaks; then leaks planted on every way out. */
import { createTransport } from 'nodemailer'
import { Redis } from 'ioredis'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { AccountRow } from '../../db/schema.ts'
import { buildSupporter } from '../../db/builders.fixture.ts'
import { hashPassword } from '../../domain/accounts/passwords.ts'
import { closePages, launchChromium } from '../browser.ts'
import { backends, startProduct } from '../product.ts'
import type { Product } from '../product.ts'
import { traceKinds } from './find-leaks.ts'
import type { TraceKind } from './find-leaks.ts'

const creator = { userName: 'juniper_o', email: 'juniper@brimful.example' }
const password = 'sparrow-over-quarry-61'
const fanName = 'Perpetua Quillfeather'
const messages = {
  guest: 'a guest whispers 7c1d to juniper alone',
  fan: 'nobody must know 9e4f that i was here',
}

describe.each(backends)('with queues on %s', (backend) => {
  let browser: Browser
  let product: Product
  let fan: AccountRow
  let isEnded = false

  beforeAll(async () => {
    browser = await launchChromium()
    product = await startProduct(backend, { MAIL_DIGEST_SECONDS: '0' }) // a mail for each tip, to be looked through
    const passwordHash = await hashPassword(password)
    fan = await buildSupporter(product.db, {
      displayName: fanName,
      email: 'perpetua@aviary.test',
      passwordHash,
    })
  })
  afterEach(() => closePages(browser))
  afterAll(async () => {
    await browser?.close()
    if (!isEnded) await product?.[Symbol.asyncDispose]()
  })

  test('a walk through all that handles secrets lets none of them out', async () => {
    const { uid } = await findCreator()
    const overlay = await open(await newPage(), `/streamalerts?userUID=${uid}`)
    const studio = await newPage()

    await logIn(studio, creator.email, 'a-wrong-guess-0417')
    await studio.getByText('That e-mail and password do not match.').first().waitFor()
    await logIn(studio, creator.email, passwordOf(creator.email))
    await studio.waitForURL(/current-goals/)

    await tip(await newPage(), { name: 'Whispering Guest', message: messages.guest, isPrivate: true })
    await overlay.getByText('Whispering Guest').first().waitFor()

    const phone = await newPage()
    await logIn(phone, fan.email, password)
    await phone.waitForURL(/explore/)
    await tip(phone, { message: messages.fan, isPrivate: true, isAnonymous: true })
    await overlay.getByText('Anonymous').first().waitFor()
    await expect.poll(() => product.control<unknown[]>(`/mail/messages?to=${creator.email}`)).toHaveLength(2)

    await open(studio, '/dashboard/notification')
    await studio.getByText(messages.guest).first().waitFor()
    await studio.getByText(messages.fan).first().waitFor()
    await open(studio, '/dashboard/notifications-setting')
    await studio.getByRole('switch', { name: 'Goals' }).click()
    await studio.getByText('Notification settings updated.').first().waitFor()
    await open(studio, '/dashboard/stream-setting')
    await studio.getByRole('button', { name: 'Test Alert' }).click()
    await studio.getByText('Test alert sent successfully!').first().waitFor()
    await overlay.getByText('TestUser').first().waitFor()
    await open(studio, '/dashboard/chatbot-setting')
    await studio.getByText(`Connected with ${creator.email}`).first().waitFor()
    for (const name of ['Twitch', 'YouTube']) {
      await studio.getByRole('switch', { name }).click()
      await studio.getByText(`${name} disconnected successfully!`).first().waitFor()
    }
    await phone.request.post(`${product.url}/api/v1/account/log-out`, { data: {} })

    expect(await product.canary.check(traceKinds)).toBeGreaterThan(100)
    const asked = (await product.canary.traces()).filter(({ asker }) => asker === uid)
    expect(
      asked.some(({ where, text }) => where.endsWith('/notifications') && text.includes(messages.fan)),
    ).toBe(true)
  })

  test('jobs and pub/sub messages were read, and both channels of sockets', async () => {
    const traces = await product.canary.traces()

    const said = (kind: TraceKind) => traces.filter((trace) => trace.kind === kind)
    expect(said('queue').some(({ text }) => text.includes('eventId'))).toBe(true)
    expect(said('queue').some(({ text }) => text.includes('"kind":"alert"'))).toBe(true)
    expect(new Set(said('socket').map(({ where }) => where))).toContain('/alerts')
    expect(new Set(said('socket').map(({ where }) => where))).toContain('/live')
  })

  test('an answer and a frame that say too much are found out', async () => {
    const { uid } = await findCreator()
    product.recording.front().plant(({ where, text }) => {
      if (where.endsWith('/get_creator_leaderboard'))
        return text.replace('}', `,"message":"${messages.guest}"}`)
      if (where === '/alerts' && text.includes('"alert"')) return text.replace('TestUser', fanName)
      return text
    })

    await fetch(`${product.url}/api/v1/goals/get_creator_leaderboard?username=${creator.userName}`)
    const overlay = await open(await newPage(), `/streamalerts?userUID=${uid}`)
    const studio = await newPage()
    await logIn(studio, creator.email, passwordOf(creator.email))
    await studio.waitForURL(/current-goals/)
    await open(studio, '/dashboard/stream-setting')
    await studio.getByRole('button', { name: 'Test Alert' }).click()
    await overlay.getByText(fanName).first().waitFor()
    product.recording.front().plant(undefined)

    expect(await product.canary.leaks()).toEqual([
      leak('a private message to juniper_o', 'http', 'GET /api/v1/goals/get_creator_leaderboard'),
      leak('the name of an anonymous fan', 'socket', '/alerts'),
    ])
    await expect(product.canary.check()).rejects.toThrow(
      'the name of an anonymous fan went out by socket, /alerts',
    )
  })

  test('a chat line, a broadcast’s message, a mail and a payment that say too much are found out', async () => {
    const before = await product.canary.leaks()

    await product.control('/twitch/control/say', {
      channel: 'miravale',
      user: 'somebody',
      text: messages.fan,
    })
    await insertYoutubeMessage(`mail me at ${fan.email}`)
    const mailer = createTransport(product.env['SMTP_URL'])
    const copy = { from: 'hello@brimful.example', to: 'otto@brimful.example', subject: 'A copy' }
    await mailer.sendMail({ ...copy, text: messages.guest })
    await openPaypalOrder(`Tip by ${fanName}`)

    await expect
      .poll(async () => without(before, await product.canary.leaks()))
      .toEqual([
        leak('a private message to juniper_o', 'irc', 'miravale'),
        leak(`the e-mail address of ${fan.userName}`, 'youtube', expect.any(String)),
        leak('the name of an anonymous fan', 'paypal', 'paypal.orders'),
        leak('a private message to juniper_o', 'mail', 'A copy'),
      ])
  })

  test('a pub/sub message and a log line that say too much are found out', async () => {
    const before = await product.canary.leaks()
    const { uid } = await findCreator()

    await publish(JSON.stringify({ kind: 'live', creatorUid: uid, message: messages.fan }))
    const { output } = product.workers
    product.workers.output = () => `${output()}{"level":30,"to":"${creator.email}","msg":"mail sent"}\n`

    const store = backend === 'redis' ? 'Redis' : 'Postgres'
    await expect
      .poll(async () => without(before, await product.canary.leaks()))
      .toEqual([
        leak('a private message to juniper_o', 'queue', store),
        leak('the e-mail address of juniper_o', 'log', 'the workers'),
      ])
  })

  test('a product that leaked cannot end well', async () => {
    isEnded = true

    await expect(product[Symbol.asyncDispose]()).rejects.toThrow('The canary has died')
  })

  async function newPage(): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    return context.newPage()
  }

  async function open(page: Page, path: string): Promise<Page> {
    await page.goto(product.url + path)
    return page
  }

  async function logIn(page: Page, email: string, secret: string): Promise<void> {
    await open(page, '/account')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(secret)
    await page.getByRole('button', { name: 'Log In' }).last().click()
  }

  function passwordOf(email: string): string {
    return product.accounts.find((account) => account.email === email)!.password
  }

  async function tip(
    page: Page,
    {
      name,
      message,
      isPrivate,
      isAnonymous,
    }: { name?: string; message: string; isPrivate: boolean; isAnonymous?: boolean },
  ): Promise<void> {
    await open(page, `/${creator.userName}`)
    await page.getByLabel('Amount', { exact: true }).fill('7')
    if (name) await page.getByLabel('Your name').fill(name)
    await page.getByLabel('Message', { exact: true }).fill(message)
    if (isPrivate) await page.getByRole('switch', { name: /Private message/ }).click()
    if (isAnonymous) await page.getByRole('switch', { name: 'Send anonymously' }).click()
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'PayPal', exact: true }).click()
    await (await opened).getByRole('button', { name: 'Pay now' }).click()
    await page.getByText('Payment Successful!').waitFor()
  }

  function findCreator() {
    return product.db
      .selectFrom('account')
      .select('uid')
      .where('userName', '=', creator.userName)
      .executeTakeFirstOrThrow()
  }

  /** As whoever has the bot's token could. */
  async function insertYoutubeMessage(messageText: string): Promise<void> {
    const sandbox = product.recording.readSandbox()
    const accesses = Object.entries(sandbox['google.accesses']!) as [string, { scopes: string[] }][]
    const [token] = accesses.find(([, { scopes }]) => scopes.some((scope) => scope.endsWith('force-ssl')))!
    const live = Object.values(sandbox['youtube.broadcasts']!)[0] as { liveChatId: string }
    const snippet = {
      liveChatId: live.liveChatId,
      type: 'textMessageEvent',
      textMessageDetails: { messageText },
    }
    const answer = await fetch(`${product.env['GOOGLE_API_URL']}/youtube/v3/liveChat/messages?part=snippet`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ snippet }),
    })
    expect(answer.status).toBe(200)
  }

  /** As the product would, were its description careless. */
  async function openPaypalOrder(description: string): Promise<void> {
    const { PAYPAL_API_URL: base, PAYPAL_CLIENT_ID: id, PAYPAL_CLIENT_SECRET: secret } = product.env
    const granted = await fetch(`${base}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    const { access_token: token } = (await granted.json()) as { access_token: string }
    const unit = { description, amount: { currency_code: 'GBP', value: '7.00' } }
    const answer = await fetch(`${base}/v2/checkout/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ intent: 'CAPTURE', purchase_units: [unit] }),
    })
    expect(answer.status).toBe(201)
  }

  /** Publishes as the product does; a subscriber reads the fields that it knows and drops the rest. */
  async function publish(message: string): Promise<void> {
    const { REDIS_URL: redisUrl, DATABASE_URL: databaseUrl } = product.env
    if (redisUrl) {
      const redis = new Redis(redisUrl)
      await redis.publish('brimful_pubsub', message)
      return redis.disconnect()
    }
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query('select pg_notify($1, $2)', ['brimful_pubsub', message])
    await client.end()
  }
})

function leak(secret: string, kind: TraceKind, where: unknown) {
  return { secret, kind, where, dress: expect.any(String) as unknown }
}

function without<T>(before: readonly T[], now: readonly T[]): T[] {
  const known = new Set(before.map((it) => JSON.stringify(it)))
  return now.filter((it) => !known.has(JSON.stringify(it)))
}
