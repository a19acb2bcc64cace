/**
 * Tests that a page tells the truth however it came about: in two tabs, by Back, out of the browser's memory, on a slow line, and before
 * or without its code.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { logIn, openPaypal, payNow, signUp, writeTip } from './page-steps.ts'
import { setUpProduct } from './product-fixture.ts'
import { phone } from './visitors.ts'

const product = setUpProduct({ viewport: phone, reducedMotion: 'reduce' })

const payByCard = (page: Page) => page.getByRole('button', { name: 'Pay by card' }).click()
const isPaid = (page: Page) => page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()

async function payOnStripe(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
}

/**
 * Shows a document again as the browser does that has kept it: the code goes on where it was
 * (https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-pagetransitionevent-interface). The Chromium of these tests keeps none.
 */
async function showAgain(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

/** Opens a tab with what the tab of `page` stores for itself, as “Duplicate tab” does. */
async function copyTab(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => void window.open(location.href))
  return opened
}

test('a tip in each of two tabs is two tips, and one in a copied tab is charged once', async () => {
  const page = await product.openPage('/miravale/tips')
  const other = await page.context().newPage()
  await other.goto(page.url())
  await writeTip(page, { amount: '6', name: 'Left Tab' })
  await writeTip(other, { amount: '6', name: 'Right Tab' })
  const [left, right] = [await openPaypal(page), await openPaypal(other)]
  await payNow(right)
  await isPaid(other)
  await payNow(left)
  await isPaid(page)
  for (const name of ['Left Tab', 'Right Tab']) expect(await product.tipsBy(name)).toHaveLength(1)

  await page.goto(`${product.url}/miravale/tips`)
  await writeTip(page, { amount: '14', name: 'Copied Tab' })
  await page.getByText(/receives about £12/).waitFor() // the page has its code
  await payByCard(page)
  await page.getByLabel('Card number').waitFor()
  await page.goBack()
  await expect.poll(() => page.getByLabel('Amount', { exact: true }).inputValue()).toBe('14')
  const copy = await copyTab(page)
  await expect.poll(() => copy.getByLabel('Amount', { exact: true }).inputValue()).toBe('14')
  await payByCard(copy)
  await payOnStripe(copy)
  await isPaid(copy)
  await payByCard(page)
  await isPaid(page) // it is that payment
  expect(await product.tipsBy('Copied Tab')).toHaveLength(1)
})

test('a log-out in another tab takes unsaved text away only after a question, and it is saved after the next log-in', async () => {
  const account = product.account('mira')
  const page = await product.openPage('/dashboard/profile-setting', { account })
  const bio = page.getByLabel('About you')
  await bio.fill('I build looms from old bicycles.')
  const other = await page.context().newPage()
  await other.goto(`${product.url}/account`)
  await logOut(other)

  const question = page.getByRole('dialog', { name: 'You’ve been logged out' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  expect(await bio.inputValue()).toBe('I build looms from old bicycles.')
  await other.goto(`${product.url}/account`)
  await logIn(other, account)
  await other.waitForURL(/current-goals$/)
  const form = page.locator('form').filter({ has: bio })
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Profile saved.').waitFor()
  await page.reload()
  await expect.poll(() => bio.inputValue()).toBe('I build looms from old bicycles.')

  await bio.fill('Never mind.')
  await logOut(other)
  await question.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('Session expired. Redirecting to login.').waitFor()
  await page.waitForURL(/\/account$/)
})

async function logOut(page: Page): Promise<void> {
  const done = await page.context().request.post(`${product.url}/api/v1/account/log-out`)
  expect(done.status()).toBe(200)
}

test('Back after paying shows the truth, and the same form charges nothing twice', async () => {
  const page = await product.openPage('/miravale/tips')
  await writeTip(page, { amount: '12', name: 'Back Again' })
  await payByCard(page)
  await payOnStripe(page)
  await isPaid(page)

  await page.goBack() // the provider's page of a payment that is over
  await page
    .getByText(/paid|complete|expired/i)
    .first()
    .waitFor()
  await page.goBack()
  const amount = page.getByLabel('Amount', { exact: true })
  await amount.waitFor()
  await page.waitForLoadState('networkidle')
  expect(await amount.inputValue()).not.toBe('12')
  expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('')
  expect(await product.tipsBy('Back Again')).toHaveLength(1)
})

test('a tip box that Back brings out of memory can be used, and pays no tip that was paid meanwhile', async () => {
  const page = await product.openPage('/miravale/tips')
  await writeTip(page, { amount: '15', name: 'From Memory' })
  let leave = (_: string) => {}
  const address = new Promise<string>((resolve) => (leave = resolve))
  // an answer without content leaves the document where it is, as memory does
  await page.route(
    (url) => url.pathname.includes('/stripe/'),
    async (route) => {
      if (!route.request().isNavigationRequest()) return route.fallback()
      leave(route.request().url())
      await route.fulfill({ status: 204 })
    },
  )
  await payByCard(page)
  const other = await page.context().newPage()
  await other.goto(await address)
  await payOnStripe(other)
  await isPaid(other)
  await page.evaluate(() => sessionStorage.clear()) // as the page of the paid tip has done in the same tab

  await showAgain(page)
  await page.getByRole('button', { name: 'Pay by card' }).waitFor()
  await payByCard(page)

  await isPaid(page)
  expect(await product.tipsBy('From Memory')).toHaveLength(1)
})

test('a page that Back brings out of memory after a log-out does not stay logged in', async () => {
  const page = await product.openPage('/dashboard/notifications-setting', { as: 'otto' })
  await page.getByRole('switch', { name: 'Tips' }).waitFor()
  await page.context().setOffline(true) // a page in memory hears nothing
  const cookies = await page.context().cookies()
  const elsewhere = await product.browser.newContext()
  await elsewhere.addCookies(cookies)
  const done = await elsewhere.request.post(`${product.url}/api/v1/account/log-out`)
  expect(done.status()).toBe(200)
  await page.context().setOffline(false)

  await showAgain(page)

  await page.getByText('Session expired. Redirecting to login.').waitFor()
  await page.waitForURL(/\/account$/)
  await elsewhere.close()
})

test('two clicks on a slow line open one payment', async () => {
  const page = await product.openPage('/miravale/tips')
  await writeTip(page, { amount: '16', name: 'Slow Line' })
  let release = () => {}
  const clicked = new Promise<void>((resolve) => (release = resolve))
  const opened: string[] = []
  await page.route('**/api/**', async (route) => {
    if ((route.request().postData() ?? '').includes('ReceipentUID')) opened.push(route.request().url())
    await clicked
    await route.continue()
  })

  await page.getByRole('button', { name: 'Pay by card' }).dblclick()
  release()
  await payOnStripe(page)

  await isPaid(page)
  expect(opened).toHaveLength(1)
  expect(await product.tipsBy('Slow Line')).toHaveLength(1)
})

test.each(['Enter', 'the button'])(
  'a name that is claimed by %s before the page has its code is there in the sign-up',
  async (way) => {
    const { page } = await product.visit()
    let load = () => {}
    const loaded = new Promise<void>((resolve) => (load = resolve))
    await page.route('**/assets/*.js', (route) => loaded.then(() => route.continue()))
    await page.goto(product.url, { waitUntil: 'commit' })
    await page.getByLabel('Your name on Brimful').fill('nova_early')
    if (way === 'Enter') await page.keyboard.press('Enter')
    else await page.getByRole('button', { name: 'Claim' }).click()
    await page.waitForURL(/\/signup/, { waitUntil: 'commit' })
    load()

    await signUp(page, `${way.replace(/\W/g, '')}@early.example`, 'Nova')
    await page.getByRole('radio', { name: /supporter/ }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect.poll(() => page.getByLabel('Your address').inputValue()).toBe('nova_early')
  },
)

test.each([
  ['en-GB', 'This page needs JavaScript.'],
  ['de-DE', 'Diese Seite braucht JavaScript.'],
])('without JavaScript each page that needs it says so, in %s', async (locale, sentence) => {
  const { page, open } = await product.visit(undefined, { locale, javaScriptEnabled: false })
  for (const path of ['/account', '/signup', '/dashboard', '/dashboard/profile-setting', '/control-panel']) {
    await open(path)
    expect(await page.innerText('body')).toMatch(new RegExp(`^${sentence}`)) // and nothing that would load for ever
  }
})
