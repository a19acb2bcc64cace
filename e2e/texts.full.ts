/** The specification's texts in a browser, word for word, each brought about by what it tells of; and the leaderboard in every state. */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from './browser.ts'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'
import { judge, phone, visit } from './visitors.ts'

let browser: Browser
let product: Product

beforeAll(async () => {
  browser = await launchChromium()
  product = await startProduct('postgres')
})
afterAll(async () => {
  await browser?.close()
  await product?.[Symbol.asyncDispose]()
})

async function open(path: string, name?: string, options?: Parameters<typeof visit>[3]): Promise<Page> {
  const account = product.accounts.find(({ email }) => email.startsWith(`${name}@`))
  const visitor = await visit(browser, product, account, options)
  await visitor.open(path)
  return visitor.page
}

/** Without its live connection a page knows only what it asks for. */
async function openAlone(options?: Parameters<typeof visit>[3]): Promise<Page> {
  const page = await open('/account', undefined, options)
  await page.route('**/socket.io/**', (route) => route.abort())
  return page
}

/** What calls of a path answer from now on; nothing at all, or what a server would. */
async function answer(page: Page, path: string, reply: { status?: number; json?: unknown } | 'nothing') {
  const pattern = `**/api/v1/${path}*`
  await page.unroute(pattern)
  await page.route(pattern, (route) =>
    reply === 'nothing' ? route.abort() : route.fulfill({ json: {}, ...reply }),
  )
}

const says = (page: Page | Locator, text: string) => page.getByText(text, { exact: true }).first().waitFor()

const failure = { status: 500, json: {} }
const board = 'goals/get_creator_leaderboard'
const entry = (place: number) => ({ name: `Fan ${place}`, amount: 900_00 - place * 100 })
const entries = (count: number) => Array.from({ length: count }, (_, index) => entry(index + 1))

test('the leaderboard loads, fails, is empty, and shows who gave most with medals for three', async () => {
  const page = await openAlone({ viewport: phone })
  await page.route(`**/api/v1/${board}*`, () => undefined) // never answered
  await page.goto(`${product.url}/miravale/current-goals`)
  const card = page.locator('#leaderboard')
  await says(card, 'TOP TIPS LEADERBOARD')
  await says(card, 'Loading leaderboard...')

  await answer(page, board, failure)
  await page.reload()
  await says(card, 'Failed to load leaderboard data.')
  await judge(page)

  await answer(page, board, { json: { weekly: [], monthly: [], allTime: entries(50), recent: entries(4) } })
  await card.getByRole('button', { name: 'Try again' }).click()
  const rows = card.getByRole('listitem')
  const medals = card.getByText(/^Place [123]$/)
  await says(card, '£899')
  expect(await card.getByRole('tab', { selected: true }).innerText()).toBe('All Time')
  expect([await rows.count(), await medals.count()]).toEqual([50, 3])
  const panel = card.getByRole('tabpanel')
  expect(await panel.evaluate((box) => [box.clientHeight, box.scrollHeight > box.clientHeight])).toEqual([
    24 * 16,
    true,
  ])
  await panel.focus()
  await page.keyboard.press('End')
  await expect.poll(() => panel.evaluate((box) => box.scrollTop)).toBeGreaterThan(500)

  await card.getByRole('tab', { name: 'Recent' }).click()
  expect([await rows.count(), await medals.count()]).toEqual([4, 0])
  for (const period of ['Week', 'Month']) {
    await card.getByRole('tab', { name: period }).click()
    await says(card, 'No data available for this time period')
  }
  await judge(page)
})

test('a creator’s page says what could not be loaded, and loads it when asked again', async () => {
  const page = await openAlone()
  await answer(page, 'goals/get_all_goals', failure)
  await page.goto(`${product.url}/miravale/current-goals`)
  await says(page, 'Failed to fetch goals')
  await page.unroute('**/api/v1/goals/get_all_goals*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await says(page, 'A kiln for the clay season')

  const first = await openAlone() // which knows nothing from a visit before
  await answer(first, 'account/creator-profile', failure)
  await first.goto(`${product.url}/miravale/current-goals`)
  await says(first, 'Failed to load user data.')
  await first.unroute('**/api/v1/account/creator-profile*')
  await first.getByRole('button', { name: 'Try again' }).click()
  await first.getByRole('heading', { level: 1, name: /Mira Vale/ }).waitFor()
})

test('the tip box says why nothing was paid', async () => {
  const page = await open('/miravale/tips/', 'ada')
  await says(page, 'See All Goals')
  await page.getByRole('heading', { name: 'Send Mira Vale a tip' }).waitFor()
  const paypal = page.getByRole('button', { name: 'PayPal', exact: true })
  await paypal.click()
  await says(page, 'Please enter a valid amount.')

  await page.getByLabel('Amount', { exact: true }).fill('7')
  await answer(page, 'paypal/create-order', failure)
  await paypal.click()
  await says(page, 'Error creating PayPal order.')
  await page.unroute('**/api/v1/paypal/create-order*')
  await page.route('**/api/v1/paypal/capture-order/**', (route) => route.fulfill({ status: 500, json: {} }))
  const opened = page.waitForEvent('popup')
  await paypal.click()
  await (await opened).getByRole('button', { name: 'Pay now' }).click()
  await says(page, 'Error capturing PayPal order.')

  const words = `Not today, ${Date.now()}`
  await answer(page, 'stripe/create-checkout-session', {
    status: 503,
    json: { ErrorMessage: words, code: 'unavailable' },
  })
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await says(page, words)
})

test('who is signed in and meets a creator without a way to be paid is told by the button', async () => {
  const page = await open('/account', 'ada')
  await page.route('**/api/v1/account/creator-profile*', async (route) => {
    const profile = await (await route.fetch()).json()
    await route.fulfill({ json: { ...profile, paypalConnected: false, stripeConnected: false } })
  })
  await page.goto(`${product.url}/miravale/tips/`)
  await page.getByRole('button', { name: 'Tip', exact: true }).click()
  await says(page, 'This creator has not set up a payment method.')
  expect(await page.getByRole('button', { name: 'PayPal', exact: true }).count()).toBe(0)
})

test('explore has its words, and a creator without any is said to have none', async () => {
  const page = await open('/account')
  await page.route(/account\/get_all_creators(\?|$)/, async (route) => {
    const [first, second] = (await (await route.fetch()).json()) as { bio: string }[]
    await route.fulfill({
      json: [
        { ...first, bio: '' },
        { ...second, bio: 'b'.repeat(221) },
      ],
    })
  })
  await page.goto(`${product.url}/explore`)
  await page
    .getByRole('heading', { level: 1, name: 'Multiple Tip Goals, All at Once', exact: true })
    .waitFor()
  await page.getByPlaceholder('Find a Creator to support!', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
  await says(page, 'No biography provided.')
  await says(page, `${'b'.repeat(220)}...`)
})

test('the settings tell of what was saved, sent, copied, and of what was not', async () => {
  const permissions = ['clipboard-read', 'clipboard-write']
  const page = await open('/notifications-setting', 'mira', { permissions })
  await says(page, 'General')
  for (const words of ['Notify me for all tips made', 'Notify me when a goal is fully funded'])
    await says(page, words)
  await page.getByRole('switch', { name: 'Tips' }).click()
  await says(page, 'Notification settings updated.')
  const tabs = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  expect(await tabs.allInnerTexts()).toEqual(['Profile', 'Payment', 'Stream', 'Notifications', 'Chatbot'])

  await page.goto(`${product.url}/stream-setting`)
  await page.getByRole('region', { name: 'Stream alerts' }).getByRole('button', { name: 'Copy' }).click()
  await says(page, 'Stream Alert URL copied to clipboard.')
  const test = page.getByRole('button', { name: 'Test Alert', exact: true })
  await test.click()
  await says(page, 'Test alert sent successfully!')
  await answer(page, 'goals/test-alert', { status: 429, json: { ErrorMessage: 'no', code: 'rate_limited' } })
  await test.click()
  await says(page, 'Failed to send test alert: Too Many Requests')
  await answer(page, 'goals/test-alert', 'nothing')
  await test.click()
  await says(page, 'Failed to send test alert. Please try again.')
})

test('the chatbot’s settings tell of what was saved and disconnected, and of what was not', async () => {
  const page = await open('/chatbot-setting?success=true', 'mira')
  const dialog = page.getByRole('dialog', { name: 'Connection Complete!' })
  await says(dialog, 'It may take a few minutes to reflect on this page.')
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(new URL(page.url()).search).toBe('')
  await says(page, 'The Brimful chatbot must be added as a moderator on your channel.')
  for (const name of ['Tips towards goals', 'Fully funded goals', 'General tips'])
    await page.getByRole('switch', { name, exact: true }).waitFor()

  const save = page.getByRole('button', { name: 'Save Changes', exact: true })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/v1/account/settings/chatbot', async (route) => {
    await held
    await route.continue()
  })
  await save.click()
  await says(page, 'Saving...')
  release()
  await says(page, 'Settings saved successfully!')
  await answer(page, 'account/settings/chatbot', {
    status: 400,
    json: { ErrorMessage: 'Too loud.', error: 'Too loud.', code: 'invalid_input' },
  })
  await save.click()
  await says(page, 'Failed to save settings: Too loud.')
  await answer(page, 'account/settings/chatbot', failure)
  await save.click()
  await says(page, 'Failed to save settings: An unknown error occurred.')

  for (const name of ['YouTube', 'Twitch']) {
    const path = `account/${name.toLowerCase()}/disconnect`
    const row = page.getByRole('switch', { name, exact: true })
    await answer(page, path, failure)
    await row.click()
    await says(page, `Failed to disconnect ${name}`)
    expect(await row.getAttribute('aria-checked')).toBe('true')
    await page.unroute(`**/api/v1/${path}*`)
    await row.click()
    await says(page, `${name} disconnected successfully!`)
    expect(await row.getAttribute('aria-checked')).toBe('false')
  }
  expect(await page.getByText('Not connected — Connect').count()).toBeGreaterThanOrEqual(2)
})

test('the maintenance page has its words', async () => {
  const page = await open('/account')
  await answer(page, 'account/health', { status: 503 })
  await page.reload()
  await page.getByRole('heading', { name: "Hold tight, we're cooking!", exact: true }).waitFor()
  await says(page, 'Brimful is currently down for maintenance but will be back shortly.')
  await page.getByRole('link', { name: /@/ }).waitFor()
})
