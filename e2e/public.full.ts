/** What anybody may do without an account: reading the landing page, searching, sharing, another language, no connection. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatMoney } from '../contract/money-format.ts'
import { launchChromium } from './browser.ts'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'
import { slowDown, watchShifts } from './layout-shift.ts'
import { desktop, phone, visit } from './visitors.ts'

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

test.each([
  ['/', 'Fill every goal to the brim.'],
  ['/explore', 'Mira Vale'],
  ['/miravale/current-goals', 'TOP TIPS LEADERBOARD'],
])('%s stands still while a slow phone loads it', async (path, text) => {
  const { page, open } = await visit(browser, product, undefined, { viewport: phone })
  const shifts = await watchShifts(page)
  await slowDown(page)
  await open(path)
  await page.getByText(text).first().waitFor()
  await page.waitForLoadState('networkidle')
  await expect.poll(() => page.locator('.animate-shimmer').count()).toBe(0)
  expect(await shifts()).toBeLessThanOrEqual(0.02)
})

test('a stranger stays on the landing page, which stands still while it is read, and finds the way in', async () => {
  const { page, open, complaints } = await visit(browser, product)
  const shifts = await watchShifts(page)
  await open('/')
  await page.getByRole('heading', { level: 1, name: 'Fill every goal to the brim.' }).waitFor()
  await page.waitForTimeout(3000) // what would send somebody away has had its time
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await page.getByText('$50,000+').count()).toBeGreaterThan(0)

  const grown = () => page.locator('[data-timeline]').evaluate((line) => (line as HTMLElement).style.scale)
  await page.evaluate(() => scrollTo({ top: 1200, behavior: 'instant' }))
  await expect.poll(grown).toBe('1 0.5')
  await page.getByRole('heading', { name: 'What creators say' }).scrollIntoViewIfNeeded()
  await page.getByText('Sam R.').first().waitFor()
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  expect(await shifts()).toBeLessThanOrEqual(0.02)
  await judge(page)

  await page.goto(`${product.url}/#faqs`)
  await expect
    .poll(() => page.evaluate(() => document.getElementById('faqs')!.getBoundingClientRect().top))
    .toBeLessThan(300)
  await page.getByText('What does it cost?').click()
  await page
    .getByText(/service fee of 5% per transaction/)
    .last()
    .waitFor()
  await page.getByRole('link', { name: 'Start Now' }).last().click()
  await page.waitForURL(/\/signup\/?$/)
  expect(complaints()).toEqual([])
})

const turn = 4000

test('testimonials go on every four seconds, and stand under a pointer, a focus, and once they are paused', async () => {
  const { page, open } = await visit(browser, product)
  await page.clock.install()
  await open('/')
  const stack = page.getByRole('region', { name: 'What creators say' })
  await page.getByRole('heading', { name: 'What creators say' }).scrollIntoViewIfNeeded()
  const onTop = () => stack.locator('li:not([inert])').getAttribute('aria-label')
  const afterTurns = async (turns: number) => {
    for (let passed = 0; passed < turns * turn; passed += turn / 4) await page.clock.runFor(turn / 4)
    await page.clock.runFor(100)
    return onTop()
  }
  await stack.getByText('Sam R.').waitFor()
  expect(await onTop()).toBe('1 of 2')
  expect(await afterTurns(1)).toBe('2 of 2')
  expect(await afterTurns(1)).toBe('1 of 2')

  await stack.hover()
  expect(await afterTurns(1)).toBe('1 of 2')
  await page.mouse.move(0, 0)
  expect(await afterTurns(1)).toBe('2 of 2')
  await stack.getByRole('button', { name: 'Previous testimonial' }).focus()
  expect(await afterTurns(1)).toBe('2 of 2')

  await stack.getByRole('button', { name: 'Pause' }).click()
  await stack.hover()
  await page.mouse.move(0, 0)
  expect(await afterTurns(2)).toBe('2 of 2')
  await stack.getByRole('button', { name: 'Play' }).press('Enter')
  expect(await afterTurns(1)).toBe('1 of 2')
})

test('testimonials stand for who wants stillness, whatever the pointer does', async () => {
  const { page, open } = await visit(browser, product, undefined, {
    viewport: desktop,
    reducedMotion: 'reduce',
  })
  await page.clock.install()
  await open('/')
  const stack = page.getByRole('region', { name: 'What creators say' })
  await page.getByRole('heading', { name: 'What creators say' }).scrollIntoViewIfNeeded()
  await stack.getByText('Sam R.').waitFor()
  await stack.hover()
  await page.mouse.move(0, 0)
  await page.clock.runFor(3 * turn)
  expect(await stack.locator('li:not([inert])').getAttribute('aria-label')).toBe('1 of 2')
})

test('a creator is found by keyboard', async () => {
  const { page, problems } = await openPage('/explore', phone)
  const box = page.getByPlaceholder('Find a Creator to support!')
  await box.fill('MIRA')
  await page.getByRole('option', { name: /Mira Vale/ }).waitFor()
  await box.press('ArrowDown')
  await box.press('Enter')
  await page.waitForURL(/\/miravale\/current-goals$/)
  expect(problems).toEqual([])
})

test('a browser that asks for German is answered in it, money and all, until somebody chooses English', async () => {
  const { page, problems } = await openPage('/', phone, 'de-DE')
  await page.getByRole('heading', { level: 1, name: 'Füll jedes Ziel bis zum Rand.' }).waitFor()
  await page.getByRole('link', { name: 'Jetzt starten' }).first().waitFor()
  await judge(page)
  const { amountReceivedMinor, goaluuid } = await goalOf('ACTIVE')
  await page.goto(`${product.url}/miravale/current-goals/${goaluuid}`)
  await page
    .getByText(formatMoney(amountReceivedMinor, 'gbp', 'de'))
    .first()
    .waitFor()
  await page.getByRole('heading', { name: 'RANGLISTE DER TRINKGELDER' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
  await judge(page)

  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'TOP TIPS LEADERBOARD' }).waitFor()
  await page.goto(product.url)
  await page.getByRole('heading', { level: 1, name: 'Fill every goal to the brim.' }).waitFor()
  expect(problems).toEqual([])
})

test('without a connection the site says so, and is there again once it is back', async () => {
  const { page } = await openPage('/explore', phone)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const manifest = await (await fetch(`${product.url}/manifest.webmanifest`)).json()
  for (const { src, sizes } of (manifest as { icons: { src: string; sizes: string }[] }).icons) {
    const { width, height } = await sharp(await (await fetch(product.url + src)).arrayBuffer()).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }

  await page.context().setOffline(true)
  await page.goto(`${product.url}/miravale`)
  await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
  await judge(page)
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: /Mira Vale/ }).waitFor()
})

test('a link to a goal carries its card, its picture, and a code to point a camera at', async () => {
  const goal = await goalOf('ACTIVE')
  const address = `/miravale/current-goals/${goal.goaluuid}`
  const html = await (await fetch(product.url + address)).text()
  const tag = (name: string) => new RegExp(`(?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1]
  expect(tag('og:title')).toContain(goal.title)
  expect(tag('og:url')).toBe(product.url + address)
  expect(tag('twitter:card')).toBe('summary_large_image')
  const picture = await fetch(tag('og:image')!)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])

  const { page, problems } = await openPage(address, desktop)
  await page.getByRole('article').getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await dialog.getByRole('img', { name: `QR code for ${goal.title}` }).waitFor()
  await dialog.getByText(product.url + address).waitFor()
  await judge(page)
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await dialog.getByText('Copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(product.url + address)
  expect(problems).toEqual([])
})

async function goalOf(status: 'ACTIVE' | 'COMPLETED') {
  const { uid } = await account('miravale')
  return product.db
    .selectFrom('goal')
    .selectAll()
    .where('creatorUid', '=', uid)
    .where('status', '=', status)
    .orderBy('position')
    .executeTakeFirstOrThrow()
}

async function account(userName: string) {
  return product.db
    .selectFrom('account')
    .selectAll()
    .where('userName', '=', userName)
    .executeTakeFirstOrThrow()
}

/** A page of a browser of its own, with what its console complains of. */
async function openPage(
  path: string,
  viewport: typeof phone,
  locale = 'en-GB',
): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({
    viewport,
    locale,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(product.url + path)
  return { page, problems }
}

/** Nothing that axe can find is wrong with the page. */
async function judge(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze()
  expect(violations.map(({ id, nodes }) => [page.url(), id, nodes.map(({ html }) => html)])).toEqual([])
}
