/** The main feature: a supporter tips in a browser, and the tip appears on the stream, in both chats and in the inbox. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findOrderErrors } from '../server/sockets/alert-order.fixture.ts'
import { traceKinds } from './leak-scan/find-leaks.ts'
import { backends } from './product.ts'
import { setUpProduct } from './product-fixture.ts'
import { desktop, phone, stream } from './visitors.ts'

const creator = { userName: 'juniper_o', email: 'juniper@brimful.example' }
const supporter = { name: 'Grace Hopper', message: 'For the moth wings!' }

describe.each(backends)('with queues on %s', (backend) => {
  const product = setUpProduct({ backend, viewport: phone })

  test('a tip of 7 toward a goal shows on the stream, in both chats, in the inbox and on the board', async () => {
    const { uid } = await product.db
      .selectFrom('account')
      .select('uid')
      .where('userName', '=', creator.userName)
      .executeTakeFirstOrThrow()
    const goal = await product.db
      .selectFrom('goal')
      .selectAll()
      .where('creatorUid', '=', uid)
      .where('status', '=', 'ACTIVE')
      .orderBy('position')
      .executeTakeFirstOrThrow()
    const overlay = await product.openPage(`/streamalerts?userUID=${uid}`, { viewport: stream })
    const dashboard = await product.openPage('/dashboard', { as: 'juniper', viewport: desktop })
    const page = await product.openPage(`/${creator.userName}`)
    const before = goal.amountReceivedMinor
    await page.getByRole('progressbar', { name: goal.title }).first().waitFor()

    await product.control('/paypal/control/webhooks', { mode: 'duplicate' }) // browser, webhook, and webhook again
    await page.getByLabel('Amount', { exact: true }).fill('7')
    await page.getByLabel('Your name').fill(supporter.name)
    await page.getByLabel('Message', { exact: true }).fill(supporter.message)
    await page.getByLabel('Towards').selectOption({ value: goal.goaluuid })
    await payAtPaypal(page, 'Pay now')

    const shown = overlay.getByRole('status')
    await shown.getByText(supporter.name).waitFor()
    await expect
      .poll(() => shown.innerText())
      .toMatch(new RegExp(`£7[^]*${goal.title}[^]*${supporter.message}`))
    await page.getByText('Payment Successful!').waitFor()
    await page.getByText(/The goal's progress will update shortly\./).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()

    const received = `£${(before + 700) / 100}`
    await page
      .getByRole('progressbar', { name: new RegExp(received) })
      .first()
      .waitFor()
    await overlay.getByText(`${received} / £${goal.amountMinor / 100}`).waitFor()

    const first = page.getByRole('tabpanel').getByRole('listitem').first()
    await expect.poll(() => first.innerText()).toMatch(new RegExp(`${supporter.name}[^]*£7`))

    await expect.poll(captureWebhooks).toBeGreaterThan(1)
    const tips = await product.db
      .selectFrom('tip')
      .selectAll()
      .where('supporterName', '=', supporter.name)
      .execute()
    expect(tips).toHaveLength(1)

    const line = `${supporter.name} just tipped £7 towards ${goal.title} on Brimful! Thank you! ${product.url}/${creator.userName}/current-goals/${goal.goaluuid}`
    await expect.poll(() => chatLines(`/twitch/channel/${creator.userName}/messages`)).toEqual([line])
    await expect
      .poll(async () => chatLines(`/youtube/chat/${await youtubeChannel(uid)}/messages`))
      .toEqual([line])

    await expect
      .poll(() => product.mailbox.textsTo(creator.email))
      .toEqual([expect.stringContaining(`${supporter.name} tipped £7`)])
    await dashboard
      .getByRole('link', { name: /1 unread notification/ })
      .first()
      .waitFor()
  })

  test('after a declined card the payment is retried in a second window, and the tip is recorded once', async () => {
    const page = await product.openPage('/miravale')
    await page.getByLabel('Amount', { exact: true }).fill('9')
    await page.getByLabel('Your name').fill('Second Try')

    const first = await openPaypal(page)
    const again = page.waitForEvent('popup')
    await first.getByRole('button', { name: 'Pay with a card that is declined' }).click()
    await (await again).getByRole('button', { name: 'Pay now' }).click()

    await page.getByText('Payment Successful!').waitFor()
    const tips = await product.db
      .selectFrom('tip')
      .selectAll()
      .where('supporterName', '=', 'Second Try')
      .execute()
    expect(tips).toHaveLength(1)
  })

  test('an eCheck shows as being processed and becomes a tip when it has cleared', async () => {
    const page = await product.openPage('/miravale')
    await page.getByLabel('Amount', { exact: true }).fill('11')
    await page.getByLabel('Your name').fill('Slow Money')

    await payAtPaypal(page, 'Pay by eCheck (stays pending)')
    await page.getByRole('heading', { name: 'Your payment is being processed' }).waitFor()
    const tipsOf = () =>
      product.db.selectFrom('tip').selectAll().where('supporterName', '=', 'Slow Money').execute()
    expect(await tipsOf()).toEqual([])

    const { captures } = await product.control<{ captures: Record<string, { status: string }> }>(
      '/paypal/control/state',
    )
    const [captureId] = Object.entries(captures).find(([, { status }]) => status === 'PENDING')!
    await product.control('/paypal/control/act', { captureId, act: 'clear' })
    await expect.poll(tipsOf).toHaveLength(1)
  })

  test('an overlay that is closed during a burst of twenty alerts and reopened shows each once, in order', async () => {
    const { uid } = await product.db
      .selectFrom('account')
      .select('uid')
      .where('userName', '=', 'ottokestrel')
      .executeTakeFirstOrThrow()
    const context = await product.browser.newContext()
    const first = await watchAlerts(await context.newPage(), `${product.url}/streamalerts?userUID=${uid}`)
    const session = await logIn('otto')
    const send = (n: number) => sendTestAlert(session, uid, `Burst ${n}`)

    for (let n = 1; n <= 8; n++) await send(n)
    await expect.poll(() => first.shown()).toContain('Burst 1')
    await first.page.close()
    for (let n = 9; n <= 20; n++) await send(n)
    const second = await watchAlerts(await context.newPage(), `${product.url}/streamalerts?userUID=${uid}`)

    const inOrder = Array.from({ length: 20 }, (_, i) => `Burst ${i + 1}`)
    await expect
      .poll(
        async () => {
          await second.page.clock.runFor(1_000)
          return [...(await first.shown()), ...(await second.shown())]
        },
        { timeout: 90_000, interval: 100 },
      )
      .toEqual(inOrder)
    const shown = [...(await first.shown()), ...(await second.shown())]
    expect(findOrderErrors(shown.map((name) => Number(name.slice('Burst '.length))))).toEqual([])
  })

  test('none of these tests leaked a secret', async () => {
    expect(await product.leakScan.check(traceKinds)).toBeGreaterThan(100)
  })

  /** Returns how many webhooks from PayPal the server has accepted. */
  async function captureWebhooks(): Promise<number> {
    const requests = product.server
      .output()
      .split('\n')
      .filter((line) => line.includes('/api/v1/paypal/webhook'))
    return requests.filter((line) => line.includes('"status":200')).length
  }

  async function payAtPaypal(page: Page, how: string): Promise<void> {
    await (await openPaypal(page)).getByRole('button', { name: how }).click()
  }

  /** Opens PayPal's window with PayPal's button. */
  async function openPaypal(page: Page): Promise<Page> {
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'PayPal', exact: true }).click()
    return opened
  }

  async function logIn(name: string): Promise<string> {
    const response = await fetch(`${product.url}/api/v1/account/log-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(product.account(name)),
    })
    return response.headers.getSetCookie()[0]!.split(';')[0]!
  }

  async function sendTestAlert(cookie: string, userUID: string, donorName: string): Promise<void> {
    const response = await fetch(`${product.url}/api/v1/goals/test-alert`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ userUID, donorName, amount: 5, currency: 'gbp', goalTitle: 'Test Goal' }),
    })
    expect(response.status).toBe(200)
  }

  async function chatLines(path: string): Promise<string[]> {
    return (await product.control<{ text: string }[]>(path)).map(({ text }) => text)
  }

  async function youtubeChannel(uid: string): Promise<string> {
    const row = await product.db
      .selectFrom('platformConnection')
      .select('channel')
      .where('uid', '=', uid)
      .where('platform', '=', 'youtube')
      .executeTakeFirstOrThrow()
    return row.channel
  }
})

/** Opens an overlay and records each name that it shows, in order. The test can advance its clock. */
async function watchAlerts(page: Page, url: string): Promise<{ page: Page; shown(): Promise<string[]> }> {
  const names: string[] = []
  await page.exposeFunction('recordAlert', (name: string) => {
    if (names.at(-1) !== name) names.push(name)
  })
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const name = /Burst \d+/.exec(document.querySelector('[role=status]')?.textContent ?? '')?.[0]
      if (name) (window as unknown as { recordAlert(name: string): void }).recordAlert(name)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await page.clock.install()
  await page.goto(url)
  return { page, shown: async () => [...names] }
}
