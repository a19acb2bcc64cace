/**
 * Tests that the specification's texts appear, word for word, after the action that must show them. Also tests the leaderboard in
 * every state.
 */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { confirmWith, payAtPaypal } from './page-steps.ts'
import { setUpProduct } from './product-fixture.ts'
import type { VisitOptions } from './product-fixture.ts'
import { checkPage, phone } from './visitors.ts'

const product = setUpProduct()

/** Opens a page without live updates, so that it knows only the responses to its own requests. */
async function openWithoutSocket(options?: VisitOptions): Promise<Page> {
  // A service worker would load documents and responses past the test's routes.
  const page = await product.openPage('/account', { serviceWorkers: 'block', ...options })
  await page.route('**/socket.io/**', (route) => route.abort())
  return page
}

/**
 * Opens pages as the server sends them when it could not render them, so that the browser loads the data, and a test can answer for
 * the server.
 */
async function leaveUnrendered(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const { 'content-encoding': _encoding, ...headers } = response.headers()
    const rendered =
      /<div id="root" data-drawn>.*<script type="application\/json" id="page-data">.*?<\/script>/s
    const body = (await response.text()).replace(rendered, '<div id="root"></div>')
    return route.fulfill({ response, headers, body })
  })
}

/** Replaces the responses to requests of a path; with 'no response', the connection fails. */
async function respond(page: Page, path: string, response: { status?: number; json?: unknown } | 'nothing') {
  const pattern = `**/api/v1/${path}*`
  await page.unroute(pattern)
  await page.route(pattern, (route) =>
    response === 'nothing' ? route.abort() : route.fulfill({ json: {}, ...response }),
  )
}

const expectText = (page: Page | Locator, text: string) =>
  page.getByText(text, { exact: true }).first().waitFor()

const failure = { status: 500, json: {} }
const leaderboard = 'goals/get_creator_leaderboard'
const entry = (rank: number) => ({ name: `Supporter ${rank}`, amount: 900_00 - rank * 100 })
const entries = (count: number) => Array.from({ length: count }, (_, index) => entry(index + 1))

test('the leaderboard loads, fails, is empty, and shows the top supporters with medals for three', async () => {
  const page = await openWithoutSocket({ viewport: phone })
  await leaveUnrendered(page)
  // the page stays in its loading state, because the request gets no response
  await page.route(`**/api/v1/${leaderboard}*`, () => undefined)
  await page.goto(`${product.url}/miravale/current-goals`)
  const card = page.locator('#leaderboard')
  await expectText(card, 'TOP TIPS LEADERBOARD')
  await expectText(card, 'Loading leaderboard...')

  await respond(page, leaderboard, failure)
  await page.reload()
  await expectText(card, 'Failed to load leaderboard data.')
  await checkPage(page)

  await respond(page, leaderboard, {
    json: { weekly: [], monthly: [], allTime: entries(50), recent: entries(4) },
  })
  await card.getByRole('button', { name: 'Try again' }).click()
  const rows = card.getByRole('listitem')
  const medals = card.getByText(/^Place [123]$/)
  await expectText(card, '£899')
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
    await expectText(card, 'No data available for this time period')
  }
  await checkPage(page)
})

test('a creator’s page reports what could not be loaded and loads it on a retry', async () => {
  const page = await openWithoutSocket()
  await leaveUnrendered(page)
  await respond(page, 'goals/get_all_goals', failure)
  await page.goto(`${product.url}/miravale/current-goals`)
  await expectText(page, 'Failed to fetch goals')
  await page.unroute('**/api/v1/goals/get_all_goals*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectText(page, 'A kiln for the clay season')

  const first = await openWithoutSocket() // a new browser context, which has no cached profile
  await leaveUnrendered(first)
  await respond(first, 'account/creator-profile', failure)
  await first.goto(`${product.url}/miravale/current-goals`)
  await expectText(first, 'Failed to load user data.')
  await first.unroute('**/api/v1/account/creator-profile*')
  await first.getByRole('button', { name: 'Try again' }).click()
  await first.getByRole('heading', { level: 1, name: /Mira Vale/ }).waitFor()
})

test('the tip box explains why a payment failed', async () => {
  const page = await product.openPage('/miravale/tips/', { as: 'ada' })
  await expectText(page, 'See All Goals')
  await page.getByRole('heading', { name: 'Send Mira Vale a tip' }).waitFor()
  const paypal = page.getByRole('button', { name: 'PayPal', exact: true })
  await page.getByLabel('Amount', { exact: true }).fill('0')
  await paypal.click()
  await expectText(page, 'Please enter a valid amount.')

  await page.getByLabel('Amount', { exact: true }).fill('7')
  await respond(page, 'paypal/create-order', failure)
  await paypal.click()
  await expectText(page, 'Error creating PayPal order.')
  await page.unroute('**/api/v1/paypal/create-order*')
  await page.route('**/api/v1/paypal/capture-order/**', (route) => route.fulfill({ status: 500, json: {} }))
  await payAtPaypal(page)
  await expectText(page, 'Error capturing PayPal order.')

  // While it is unknown whether PayPal has paid, no other way to pay can be used; a new page is a new checkout.
  await page.reload()
  const message = `Not today, ${Date.now()}`
  await respond(page, 'stripe/create-checkout-session', {
    status: 503,
    json: { ErrorMessage: message, code: 'unavailable' },
  })
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await expectText(page, message)
})

test('a signed-in supporter of a creator without a payment method reads so on the button', async () => {
  const page = await product.openPage('/account', { as: 'ada' })
  await leaveUnrendered(page)
  await page.route('**/api/v1/account/creator-profile*', async (route) => {
    const profile = await (await route.fetch()).json()
    await route.fulfill({ json: { ...profile, paypalConnected: false, stripeConnected: false } })
  })
  await page.goto(`${product.url}/miravale/tips/`)
  await page.getByRole('button', { name: 'Tip', exact: true }).click()
  await expectText(page, 'This creator has not set up a payment method.')
  expect(await page.getByRole('button', { name: 'PayPal', exact: true }).count()).toBe(0)
})

test('Explore shows its texts and a placeholder for a missing biography', async () => {
  const page = await product.openPage('/account')
  await leaveUnrendered(page)
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
  await expectText(page, 'No biography provided.')
  await expectText(page, `${'b'.repeat(220)}...`)
})

test('the settings report what was saved, sent and copied, and what failed', async () => {
  const permissions = ['clipboard-read', 'clipboard-write']
  const page = await product.openPage('/notifications-setting', { as: 'mira', permissions })
  await expectText(page, 'General')
  for (const text of ['Notify me for all tips made', 'Notify me when a goal is fully funded'])
    await expectText(page, text)
  await page.getByRole('switch', { name: 'Tips' }).click()
  await expectText(page, 'Notification settings updated.')
  const tabs = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  expect(await tabs.allInnerTexts()).toEqual(['Profile', 'Payment', 'Stream', 'Notifications', 'Chatbot'])

  await page.goto(`${product.url}/stream-setting`)
  await page
    .getByRole('region', { name: 'Stream alerts' })
    .getByRole('button', { name: 'Copy' })
    .first()
    .click()
  await confirmWith(page, product.account('mira').password)
  await expectText(page, 'Stream Alert URL copied to clipboard.')
  const test = page.getByRole('button', { name: 'Test Alert', exact: true })
  await test.click()
  await expectText(page, 'Test alert sent successfully!')
  await expectText(
    page,
    'But we can’t see an open alert box. Open it in OBS or in a tab, then try again. We can’t see one with the older address.',
  )
  await respond(page, 'goals/test-alert', { status: 429, json: { ErrorMessage: 'no', code: 'rate_limited' } })
  await test.click()
  await expectText(page, 'Failed to send test alert: Too Many Requests')
  await respond(page, 'goals/test-alert', 'nothing')
  await test.click()
  await expectText(page, 'Failed to send test alert. Please try again.')
})

test('the chatbot’s settings report what was saved and disconnected, and what failed', async () => {
  const page = await product.openPage('/chatbot-setting?success=true', { as: 'mira' })
  const dialog = page.getByRole('dialog', { name: 'Connection Complete!' })
  await expectText(dialog, 'It may take a few minutes to reflect on this page.')
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(new URL(page.url()).search).toBe('')
  await expectText(page, 'The Brimful chatbot must be added as a moderator on your channel.')
  for (const name of ['Tips towards goals', 'Fully funded goals', 'General tips'])
    await page.getByRole('switch', { name, exact: true }).waitFor()

  const save = page.getByRole('button', { name: 'Save Changes', exact: true })
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/v1/account/settings/chatbot', async (route) => {
    await released
    await route.continue()
  })
  await save.click()
  await expectText(page, 'Saving...')
  release()
  await expectText(page, 'Settings saved successfully!')
  await respond(page, 'account/settings/chatbot', {
    status: 400,
    json: { ErrorMessage: 'Too loud.', error: 'Too loud.', code: 'invalid_input' },
  })
  await save.click()
  await expectText(page, 'Failed to save settings: Too loud.')
  await respond(page, 'account/settings/chatbot', failure)
  await save.click()
  await expectText(page, 'Failed to save settings: An unknown error occurred.')

  for (const name of ['YouTube', 'Twitch']) {
    const path = `account/${name.toLowerCase()}/disconnect`
    const row = page.getByRole('switch', { name, exact: true })
    await respond(page, path, failure)
    await row.click()
    await expectText(page, `Failed to disconnect ${name}`)
    expect(await row.isChecked()).toBe(true)
    await page.unroute(`**/api/v1/${path}*`)
    await row.click()
    await expectText(page, `${name} disconnected successfully!`)
    expect(await row.isChecked()).toBe(false)
  }
  expect(await page.getByText('Not connected — Connect').count()).toBeGreaterThanOrEqual(2)
})

test('the maintenance page shows its texts', async () => {
  const page = await product.openPage('/account')
  await respond(page, 'account/health', { status: 503 })
  await page.reload()
  await page.getByRole('heading', { name: "Hold tight, we're cooking!", exact: true }).waitFor()
  await expectText(page, 'Brimful is currently down for maintenance but will be back shortly.')
  await page.getByRole('link', { name: /@/ }).waitFor()
})
