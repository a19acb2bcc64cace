/**
 * Uses every feature that handles secrets, and finds no leak. Then plants a leak in each place where data leaves the product, and
 * finds them all.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTransport } from 'nodemailer'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { addWebhook } from '../../contract/tools/webhook-calls.ts'
import { apiBase } from '../../contract/calls.ts'
import type { AccountRow } from '../../db/schema.ts'
import { buildSupporter } from '../../db/builders.fixture.ts'
import { openPubSub } from '../../db/pubsub.ts'
import { hashPassword } from '../../domain/accounts/passwords.ts'
import { backends } from '../product.ts'
import { logIn, payAtPaypal, writeTip, switchOn } from '../page-steps.ts'
import type { WrittenTip } from '../page-steps.ts'
import { setUpProduct } from '../product-fixture.ts'
import { fetchJson } from '../program.ts'
import { importTips, makeToken, readAsTool, readTimersAndTotals, startTimer } from './creator-tools.ts'
import { traceKinds } from './find-leaks.ts'
import type { TraceKind } from './find-leaks.ts'

const creator = { userName: 'juniper_o', email: 'juniper@brimful.example' }
const password = 'sparrow-over-quarry-61'
const supporterName = 'Perpetua Quillfeather'
const messages = {
  guest: 'a guest whispers 7c1d to juniper alone',
  supporter: 'nobody must know 9e4f that i was here',
}

describe.each(backends)('with queues on %s', (backend) => {
  // Without digests, each tip causes an email.
  const product = setUpProduct({ backend, reducedMotion: 'reduce', settings: { MAIL_DIGEST_SECONDS: '0' } })
  let supporter: AccountRow
  /** The messages that the creator's tool has received by the feed. */
  const fed: string[] = []
  let feed: WebSocket | undefined
  const endpoint = createServer((req, res) => {
    let body = ''
    req.on('data', (chunk) => (body += String(chunk)))
    req.on('end', () => {
      const text = JSON.stringify(req.headers) + body
      product.recording.proxy.traces.push({ kind: 'webhook', where: req.url!, text })
      res.writeHead(204).end()
    })
  })
  afterAll(async () => {
    feed?.terminate()
    endpoint.closeAllConnections()
    await new Promise((closed) => endpoint.close(closed))
  })

  beforeAll(async () => {
    const passwordHash = await hashPassword(password)
    supporter = await buildSupporter(product.db, {
      displayName: supporterName,
      email: 'perpetua@supporters.test',
      passwordHash,
    })
  })

  test('using every feature that handles secrets leaks none of them', async () => {
    const uid = await product.uidOf(creator.userName)
    const overlay = await product.openOverlay(`?userUID=${uid}`)
    const dashboard = await product.openPage('/account')

    await logIn(dashboard, { email: creator.email, password: 'a-wrong-guess-0417' })
    await dashboard.getByText('Wrong email or password.').first().waitFor()
    await logIn(dashboard, product.account('juniper'))
    await dashboard.waitForURL(/current-goals/)
    const token = await addTools(dashboard)
    const timerId = await startTimer(dashboard, product.url)
    for (const widget of ['goal', 'timer', 'top', 'recent'])
      await product.openPage(`/overlay?userUID=${uid}&widget=${widget}`)

    await tip(await product.openPage('/account'), { name: 'Whispering Guest', message: messages.guest })
    await expect.poll(overlay.texts).toContainEqual(expect.stringContaining('Whispering Guest'))

    const phone = await product.openPage('/account')
    await logIn(phone, { email: supporter.email, password })
    await phone.waitForURL(/explore/)
    await tip(phone, { message: messages.supporter }, true)
    await expect.poll(overlay.texts).toContainEqual(expect.stringContaining('Anonymous'))
    // two about the tips, and one each about the new token and the new webhook
    await expect.poll(() => product.control<unknown[]>(`/mail/messages?to=${creator.email}`)).toHaveLength(4)

    await open(dashboard, '/dashboard/notification')
    await dashboard.getByText(messages.guest).first().waitFor()
    await dashboard.getByText(messages.supporter).first().waitFor()
    await open(dashboard, '/dashboard/notifications-setting')
    await dashboard.getByRole('switch', { name: 'Goals' }).click()
    await dashboard.getByText('Notification settings updated.').first().waitFor()
    await open(dashboard, '/dashboard/stream-setting')
    await dashboard.getByRole('button', { name: 'Test Alert' }).click()
    await dashboard.getByText('Test alert sent successfully!').first().waitFor()
    await expect.poll(overlay.texts).toContainEqual(expect.stringContaining('TestUser'))
    const card = dashboard.getByRole('region', { name: 'Stream alerts' })
    await card.getByRole('button', { name: 'Reveal' }).click()
    const address = card.getByLabel('Stream Alert URL')
    await expect.poll(() => address.inputValue()).toMatch(/#key=[\w-]{43}$/)
    const { search, hash } = new URL(await address.inputValue())
    const keyed = await product.openOverlay(search + hash)
    await dashboard.getByRole('button', { name: 'Test Alert' }).click()
    await expect.poll(keyed.texts).toContainEqual(expect.stringContaining('TestUser'))
    const total = await product.openPage(`/overlay${search}&widget=total${hash}`)
    await total.getByText('This stream').waitFor()
    await readAsTool(product.url, token, timerId)
    await readTimersAndTotals(dashboard, product.url, timerId)
    const importedEmail = 'osric.fennimore@elsewhere.test'
    product.leakScan.add({ name: 'an email address of an imported tip', text: importedEmail })
    await importTips(dashboard, product.url, fileWith(importedEmail))
    await open(dashboard, '/dashboard/chatbot-setting')
    await dashboard.getByText(`Connected with ${creator.email}`).first().waitFor()
    for (const name of ['Twitch', 'YouTube']) {
      await dashboard.getByRole('switch', { name }).click()
      await dashboard.getByText(`${name} disconnected successfully!`).first().waitFor()
    }
    await phone.request.post(`${product.url}/api/v1/account/log-out`, { data: {} })

    expect(await product.leakScan.check(traceKinds)).toBeGreaterThan(100)
    const ownTraces = (await product.leakScan.traces()).filter(({ requester }) => requester === uid)
    expect(
      ownTraces.some(
        ({ where, text }) => where.endsWith('/notifications') && text.includes(messages.supporter),
      ),
    ).toBe(true)
  })

  test('jobs, pub/sub messages and both Socket.IO namespaces are recorded', async () => {
    const traces = await product.leakScan.traces()

    const tracesOf = (kind: TraceKind) => traces.filter((trace) => trace.kind === kind)
    expect(tracesOf('queue').some(({ text }) => text.includes('eventId'))).toBe(true)
    expect(tracesOf('queue').some(({ text }) => text.includes('"kind":"alert"'))).toBe(true)
    expect(new Set(tracesOf('socket').map(({ where }) => where))).toContain('/alerts')
    expect(new Set(tracesOf('socket').map(({ where }) => where))).toContain('/live')
    const alertFrames = tracesOf('socket').filter(({ where }) => where === '/alerts')
    const events = new Set(alertFrames.map(({ text }) => /\["([\w:-]+)"/.exec(text)?.[1]))
    for (const event of ['ready', 'alert', 'active', 'played']) expect(events).toContain(event)
  })

  test('what tools receive is recorded', async () => {
    const traces = await product.leakScan.traces()

    for (const place of ['/api/v1/feed', '/hook']) {
      const texts = traces.filter(({ where }) => where === place).map(({ text }) => text)
      expect(texts.some((text) => text.includes('Whispering Guest'))).toBe(true)
      expect(texts.some((text) => text.includes('Anonymous'))).toBe(true)
    }
  })

  test('what widgets receive is recorded, with the names of public tips', async () => {
    const traces = await product.leakScan.traces()

    const frames = traces.filter(({ kind, where }) => kind === 'socket' && where === '/live')
    for (const event of ['goals', 'leaderboard', 'timers', 'totals', 'blank'])
      expect(frames.some(({ text }) => text.includes(`["${event}"`))).toBe(true)
    for (const event of ['leaderboard', 'timers'])
      expect(
        frames.some(({ text }) => text.includes(`["${event}"`) && text.includes('Whispering Guest')),
      ).toBe(true)
  })

  test('a leak in a response and one in a frame are found', async () => {
    const uid = await product.uidOf(creator.userName)
    product.recording.proxy.setFault(({ where, text }) => {
      if (where.endsWith('/get_creator_leaderboard'))
        return text.replace('}', `,"message":"${messages.guest}"}`)
      if (['/alerts', '/api/v1/feed'].includes(where) && text.includes('TestUser'))
        return text.replace('TestUser', supporterName)
      return text
    })

    await fetch(`${product.url}/api/v1/goals/get_creator_leaderboard?username=${creator.userName}`)
    const overlay = await product.openOverlay(`?userUID=${uid}`)
    const dashboard = await product.openPage('/account')
    await logIn(dashboard, product.account('juniper'))
    await dashboard.waitForURL(/current-goals/)
    await open(dashboard, '/dashboard/stream-setting')
    await dashboard.getByRole('button', { name: 'Test Alert' }).click()
    await expect.poll(overlay.texts).toContainEqual(expect.stringContaining(supporterName))
    await expect.poll(() => fed.some((text) => text.includes(supporterName))).toBe(true)
    product.recording.proxy.setFault(undefined)

    const found = new Set(await product.leakScan.leaks()) // the alert and the feed's event race
    expect(found).toEqual(
      new Set([
        leak('a private message to juniper_o', 'http', 'GET /api/v1/goals/get_creator_leaderboard'),
        leak('the name of an anonymous supporter', 'socket', '/alerts'),
        leak('the name of an anonymous supporter', 'socket', '/api/v1/feed'),
      ]),
    )
    await expect(product.leakScan.check()).rejects.toThrow(
      'the name of an anonymous supporter was sent by socket, /alerts',
    )
  })

  test('a leak in each chat, a mail, a payment and a webhook is found', async () => {
    const before = await product.leakScan.leaks()

    await product.control('/twitch/control/say', {
      channel: 'miravale',
      user: 'somebody',
      text: messages.supporter,
    })
    await insertYoutubeMessage(`mail me at ${supporter.email}`)
    const mailer = createTransport(product.env['SMTP_URL'])
    const copy = { from: 'hello@brimful.example', to: 'otto@brimful.example', subject: 'A copy' }
    await mailer.sendMail({ ...copy, text: messages.guest })
    await openPaypalOrder(`Tip by ${supporterName}`)
    await fetch(hookUrl(), { method: 'POST', body: JSON.stringify({ name: supporterName }) })

    const expected = [
      leak('a private message to juniper_o', 'irc', 'miravale'),
      leak(`the email address of ${supporter.userName}`, 'youtube', expect.any(String)),
      leak('the name of an anonymous supporter', 'paypal', 'paypal.orders'),
      leak('the name of an anonymous supporter', 'webhook', '/hook'),
      leak('a private message to juniper_o', 'mail', 'A copy'),
    ]
    await expect
      .poll(async () => without(before, await product.leakScan.leaks()))
      .toEqual(expect.arrayContaining(expected))
    expect(without(before, await product.leakScan.leaks())).toHaveLength(expected.length)
  })

  test('a leak in a pub/sub message and one in a log line are found', async () => {
    const before = await product.leakScan.leaks()
    const uid = await product.uidOf(creator.userName)

    const { REDIS_URL: redisUrl, DATABASE_URL: databaseUrl } = product.env
    const pubsub = openPubSub({ databaseUrl: databaseUrl!, redisUrl, onError: console.error })
    const leaking = { kind: 'live' as const, creatorUid: uid, message: messages.supporter }
    await pubsub.publish(leaking) // subscribers drop unknown fields, so this message has no effect in the product
    await pubsub.close()
    const { output } = product.workers
    product.workers.output = () => `${output()}{"level":30,"to":"${creator.email}","msg":"mail sent"}\n`

    const store = backend === 'redis' ? 'Redis' : 'Postgres'
    await expect
      .poll(async () => without(before, await product.leakScan.leaks()))
      .toEqual([
        leak('a private message to juniper_o', 'queue', store),
        leak('the email address of juniper_o', 'log', 'the workers'),
      ])
  })

  test('disposing a product that leaked throws', async () => {
    const dispose = product[Symbol.asyncDispose]
    product[Symbol.asyncDispose] = async () => {} // because the test itself disposes of the product

    await expect(dispose()).rejects.toThrow('The leak scan found')
  })

  const hookUrl = () => `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/hook`

  /** Lets a tool follow the creator's feed, adds an endpoint for webhooks, and returns the tool's headers. */
  async function addTools(dashboard: Page) {
    await new Promise<void>((listening) => endpoint.listen(0, '127.0.0.1', listening))
    const headers = await makeToken(dashboard, product.url, product.account('juniper').password)
    const added = await dashboard.request.post(product.url + apiBase + addWebhook.path, {
      data: { dialect: 'standard', url: hookUrl() },
    })
    expect(added.status()).toBe(200)
    feed = new WebSocket(`${product.url.replace('http', 'ws')}/api/v1/feed`, { headers })
    feed.on('message', (data: Buffer) => fed.push(data.toString()))
    await expect.poll(() => fed.length).toBeGreaterThan(0)
    return headers
  }

  async function open(page: Page, path: string): Promise<void> {
    await page.goto(product.url + path)
  }

  /** Gives a tip with a private message. */
  async function tip(page: Page, words: Partial<WrittenTip>, isAnonymous = false): Promise<void> {
    await open(page, `/${creator.userName}`)
    await writeTip(page, { amount: '7', ...words })
    await switchOn(page, /Private message/, ...(isAnonymous ? ['Send anonymously'] : []))
    await payAtPaypal(page)
    await page.getByText('Payment Successful!').waitFor()
  }

  /** Posts a message to the live chat with the bot's own token. */
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
    const url = `${product.env['GOOGLE_API_URL']}/youtube/v3/liveChat/messages?part=snippet`
    await fetchJson(url, { snippet }, { authorization: `Bearer ${token}` })
  }

  /** Opens an order at PayPal as the product would, with a description that contains a secret. */
  async function openPaypalOrder(description: string): Promise<void> {
    const { PAYPAL_API_URL: base, PAYPAL_CLIENT_ID: id, PAYPAL_CLIENT_SECRET: secret } = product.env
    const granted = await fetch(`${base}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    const { access_token: token } = (await granted.json()) as { access_token: string }
    const unit = { description, amount: { currency_code: 'GBP', value: '7.00' } }
    const order = { intent: 'CAPTURE', purchase_units: [unit] }
    await fetchJson(`${base}/v2/checkout/orders`, order, { authorization: `Bearer ${token}` })
  }
})

/** Returns an export of Ko-fi with one tip. */
function fileWith(email: string): string {
  return `DateTime (UTC),From,Message,Item,Received,Given,Currency,TransactionType,TransactionId,BuyerEmail
2025-02-03T10:00:00Z,Osric,So glad,Ko-fi Support,5.00,,GBP,Tip,0000000002,${email}
`
}

function leak(secret: string, kind: TraceKind, where: unknown) {
  return { secret, kind, where, encoding: expect.any(String) as unknown }
}

function without<T>(before: readonly T[], now: readonly T[]): T[] {
  const known = new Set(before.map((it) => JSON.stringify(it)))
  return now.filter((it) => !known.has(JSON.stringify(it)))
}
