/**
 * Tests the main feature: a supporter tips in a browser, and the tip appears on the stream, in both chats and in the creator's
 * emails.
 */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { traceKinds } from './leak-scan/find-leaks.ts'
import { backends } from './product.ts'
import { openPaypal, payAtPaypal, writeTip } from './page-steps.ts'
import { soloSettings } from './modes.ts'
import { setUpProduct } from './product-fixture.ts'
import { desktop, phone } from './visitors.ts'

const creator = { userName: 'juniper_o', email: 'juniper@brimful.example' }
const supporter = { name: 'Grace Hopper', message: 'For the moth wings!' }

const installations = [
  ...backends.map((backend) => ({ name: `with queues on ${backend}`, backend, settings: {} })),
  { name: 'in solo mode', backend: 'postgres' as const, settings: soloSettings(creator.userName) },
]

describe.each(installations)('$name', ({ backend, settings }) => {
  const product = setUpProduct({ backend, settings, viewport: phone })

  test('a tip of 7 toward a goal shows on the stream, in both chats, in the inbox and on the board', async () => {
    const goal = (await product.goalsOf(creator.userName))[0]!
    const uid = goal.creatorUid
    const overlay = await product.openOverlay(`?userUID=${uid}`)
    const dashboard = await product.openPage('/dashboard', { as: 'juniper', viewport: desktop })
    const page = await product.openPage(`/${creator.userName}`)
    const before = goal.amountReceivedMinor
    await page.getByRole('progressbar', { name: goal.title }).first().waitFor()

    // Both the browser and two webhooks report the capture.
    await product.control('/paypal/control/webhooks', { mode: 'duplicate' })
    await writeTip(page, { amount: '7', ...supporter, goaluuid: goal.goalId })
    const received = `£${(before + 700) / 100}`
    // The alert shows the goal's progress for a few seconds, which may be over before the page shows its own.
    const goalOnStream = overlay.page.getByText(`${received} / £${goal.amountMinor / 100}`).waitFor()
    await payAtPaypal(page)

    const alert = new RegExp(`${supporter.name}[^]*£7[^]*${goal.title}[^]*${supporter.message}`)
    await expect.poll(overlay.texts).toContainEqual(expect.stringMatching(alert))
    await page.getByText('Payment Successful!').waitFor()
    await page.getByText(/The goal's progress will update shortly\./).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()

    await page
      .getByRole('progressbar', { name: new RegExp(received) })
      .first()
      .waitFor()
    await goalOnStream

    const first = page.getByRole('tabpanel').getByRole('listitem').first()
    await expect.poll(() => first.innerText()).toMatch(new RegExp(`${supporter.name}[^]*£7`))

    await expect.poll(captureWebhooks).toBeGreaterThan(1)
    expect(await product.tipsBy(supporter.name)).toHaveLength(1)

    const line = `${supporter.name} just tipped £7 towards ${goal.title} on Brimful! Thank you! ${product.url}/${creator.userName}/current-goals/${goal.goalId}`
    const chats = [
      `twitch/channel/${creator.userName}`,
      `youtube/chat/${await product.youtubeChannelOf(uid)}`,
    ]
    for (const chat of chats) await expect.poll(() => product.chatLines(chat)).toEqual([line])

    await expect
      .poll(() => product.mailbox.textsTo(creator.email))
      .toEqual([expect.stringContaining(`${supporter.name} tipped £7`)])
    await dashboard
      .getByRole('link', { name: /1 unread notification/ })
      .first()
      .waitFor()
  })

  test('after a declined card the supporter pays in a second window, and the tip is recorded once', async () => {
    const page = await product.openPage(`/${creator.userName}`)
    await writeTip(page, { amount: '9', name: 'Second Try' })

    const first = await openPaypal(page)
    await first.getByRole('button', { name: 'Pay with a card that is declined' }).click()
    await page.getByText('That payment method was declined. Please try another one.').waitFor()
    await payAtPaypal(page)

    await page.getByText('Payment Successful!').waitFor()
    expect(await product.tipsBy('Second Try')).toHaveLength(1)
  })

  test('an eCheck shows as being processed and becomes a tip when it has cleared', async () => {
    const page = await product.openPage(`/${creator.userName}`)
    await writeTip(page, { amount: '11', name: 'Slow Money' })

    await (await openPaypal(page)).getByRole('button', { name: 'Pay by eCheck (stays pending)' }).click()
    await page.getByRole('heading', { name: 'Your payment is being processed' }).waitFor()
    expect(await product.tipsBy('Slow Money')).toEqual([])

    const { captures } = await product.control<{ captures: Record<string, { status: string }> }>(
      '/paypal/control/state',
    )
    const [captureId] = Object.entries(captures).find(([, { status }]) => status === 'PENDING')!
    await product.control('/paypal/control/act', { captureId, act: 'clear' })
    await expect.poll(() => product.tipsBy('Slow Money')).toHaveLength(1)
  })

  test('an overlay that is closed during a burst of twenty alerts and reopened goes on with the one that it cut short', async () => {
    const uid = await product.uidOf(creator.userName)
    const context = await product.browser.newContext()
    const address = `${product.url}/streamalerts?userUID=${uid}`
    const first = await watchAlerts(await context.newPage(), address, 'Burst 1')
    const { request } = (await product.visit('juniper')).page
    const send = async (n: number) => {
      const alert = {
        userUID: uid,
        donorName: `Burst ${n}`,
        amount: 5,
        currency: 'gbp',
        goalTitle: 'Test Goal',
      }
      const response = await request.post(`${product.url}/api/v1/goals/test-alert`, { data: alert })
      expect(response.status()).toBe(200)
    }

    for (let n = 1; n <= 8; n++) await send(n)
    await first.page.waitForURL('about:blank')
    for (let n = 9; n <= 20; n++) await send(n)
    const second = await watchAlerts(await context.newPage(), address)

    expect(await first.shown()).toEqual(['Burst 1'])
    const inOrder = Array.from({ length: 20 }, (_, i) => `Burst ${i + 1}`)
    await expect
      .poll(
        async () => {
          await second.page.clock.runFor(1_000)
          return second.shown()
        },
        { timeout: 90_000, interval: 100 },
      )
      .toEqual(inOrder)
  })

  test('none of these tests leaked a secret', async () => {
    const kinds = traceKinds.filter((kind) => kind !== 'webhook') // nobody here has an endpoint
    expect(await product.leakScan.check(kinds)).toBeGreaterThan(100)
  })

  /** Returns how many webhooks from PayPal the server has accepted. */
  async function captureWebhooks(): Promise<number> {
    const requests = product.server
      .output()
      .split('\n')
      .filter((line) => line.includes('/api/v1/paypal/webhook'))
    return requests.filter((line) => line.includes('"status":200')).length
  }
})

/**
 * Opens an overlay and records the names that it shows, in order. The test controls its clock. When it has shown `lastName`, it leaves
 * by a timer of its own, before it has drawn that alert for two seconds.
 */
async function watchAlerts(
  page: Page,
  url: string,
  lastName?: string,
): Promise<{ page: Page; shown(): Promise<string[]> }> {
  const names: string[] = []
  await page.exposeFunction('recordAlert', (name: string) => {
    if (names.at(-1) !== name) names.push(name)
  })
  await page.addInitScript((last) => {
    new MutationObserver(() => {
      const name = /Burst \d+/.exec(document.querySelector('[role=status]')?.textContent ?? '')?.[0]
      if (name) (window as unknown as { recordAlert(name: string): void }).recordAlert(name)
      if (name && name === last) setTimeout(() => location.replace('about:blank'), 600)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  }, lastName)
  await page.clock.install()
  await page.goto(url)
  return { page, shown: async () => [...names] }
}
