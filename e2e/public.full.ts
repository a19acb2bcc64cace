/** Tests what visitors do without an account: read the landing page, search, share, change the language, go offline. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { formatMoney } from '../contract/money/money-format.ts'
import { countSkeletons, maxShifts, slowDown, watchShifts } from './layout-shift.ts'
import { setUpProduct } from './product-fixture.ts'
import type { VisitOptions } from './product-fixture.ts'
import { checkPage, phone } from './visitors.ts'
import type { Visitor } from './visitors.ts'

const product = setUpProduct()

test.each([
  ['/', 'Fill every goal to the brim.'],
  ['/explore', 'Mira Vale'],
  ['/miravale/current-goals', 'TOP TIPS LEADERBOARD'],
])('%s does not shift while a slow phone loads it', async (path, text) => {
  const { page, open } = await product.visit(undefined, { viewport: phone })
  const shifts = await watchShifts(page)
  await slowDown(page)
  await open(path)
  await page.getByText(text).first().waitFor()
  await page.waitForLoadState('networkidle')
  await expect.poll(() => countSkeletons(page)).toBe(0)
  expect(await shifts()).toBeLessThanOrEqual(maxShifts)
})

test('a visitor stays on the landing page, which does not shift while it is read, and finds the sign-up', async () => {
  const { page, open, takeErrors } = await product.visit()
  const shifts = await watchShifts(page)
  await open('/')
  await page.getByRole('heading', { level: 1, name: 'Fill every goal to the brim.' }).waitFor()
  await page.waitForTimeout(3000) // long enough to notice an unwanted redirect
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await page.getByText('$50,000+').count()).toBeGreaterThan(0)

  const grown = () => page.locator('[data-timeline]').evaluate((line) => (line as HTMLElement).style.scale)
  await page.evaluate(() => scrollTo({ top: 1200, behavior: 'instant' }))
  await expect.poll(grown).toBe('1 0.5')
  await page.getByRole('heading', { name: 'What creators say' }).scrollIntoViewIfNeeded()
  await page.getByText('Sam R.').first().waitFor()
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  expect(await shifts()).toBeLessThanOrEqual(maxShifts)
  await checkPage(page)

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
  expect(takeErrors()).toEqual([])
})

const rotationMs = 4000

test('testimonials advance every four seconds, but not under the pointer, with focus, or while paused', async () => {
  const { page, stack, onTop } = await openTestimonials()
  const afterRotations = async (rotations: number) => {
    for (let passed = 0; passed < rotations * rotationMs; passed += rotationMs / 4)
      await page.clock.runFor(rotationMs / 4)
    await page.clock.runFor(100)
    return onTop()
  }
  expect(await onTop()).toBe('1 of 2')
  expect(await afterRotations(1)).toBe('2 of 2')
  expect(await afterRotations(1)).toBe('1 of 2')

  await stack.hover()
  expect(await afterRotations(1)).toBe('1 of 2')
  await page.mouse.move(0, 0)
  expect(await afterRotations(1)).toBe('2 of 2')
  await stack.getByRole('button', { name: 'Previous testimonial' }).focus()
  expect(await afterRotations(1)).toBe('2 of 2')

  await stack.getByRole('button', { name: 'Pause' }).click()
  await stack.hover()
  await page.mouse.move(0, 0)
  expect(await afterRotations(2)).toBe('2 of 2')
  await stack.getByRole('button', { name: 'Play' }).press('Enter')
  expect(await afterRotations(1)).toBe('1 of 2')
})

test('with reduced motion testimonials never advance by themselves', async () => {
  const { page, stack, onTop } = await openTestimonials({ reducedMotion: 'reduce' })
  await stack.hover()
  await page.mouse.move(0, 0)
  await page.clock.runFor(3 * rotationMs)
  expect(await onTop()).toBe('1 of 2')
})

test('a creator is found by keyboard', async () => {
  const { page, takeErrors } = await openPage('/explore', { viewport: phone })
  const box = page.getByPlaceholder('Find a Creator to support!')
  await box.fill('MIRA')
  await page.getByRole('option', { name: /Mira Vale/ }).waitFor()
  await box.press('ArrowDown')
  await box.press('Enter')
  await page.waitForURL(/\/miravale\/current-goals$/)
  expect(takeErrors()).toEqual([])
})

test('a browser that prefers German gets German texts and amounts until the visitor chooses English', async () => {
  const { page, takeErrors } = await openPage('/', { viewport: phone, locale: 'de-DE' })
  await page.getByRole('heading', { level: 1, name: 'Füll jedes Ziel bis zum Rand.' }).waitFor()
  await page.getByRole('link', { name: 'Jetzt starten' }).first().waitFor()
  await checkPage(page)
  const { amountReceivedMinor, goalId: goaluuid } = (await product.goalsOf('miravale'))[0]!
  await page.goto(`${product.url}/miravale/current-goals/${goaluuid}`)
  await page
    .getByText(formatMoney(amountReceivedMinor, 'gbp', 'de'))
    .first()
    .waitFor()
  await page.getByRole('heading', { name: 'RANGLISTE DER TRINKGELDER' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
  await checkPage(page)

  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'TOP TIPS LEADERBOARD' }).waitFor()
  await page.goto(product.url)
  await page.getByRole('heading', { level: 1, name: 'Fill every goal to the brim.' }).waitFor()
  expect(takeErrors()).toEqual([])
})

test('without a connection the site shows that it is offline, and loads again afterwards', async () => {
  const page = await product.openPage('/explore', { viewport: phone })
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const manifest = await (await fetch(`${product.url}/manifest.webmanifest`)).json()
  for (const { src, sizes } of (manifest as { icons: { src: string; sizes: string }[] }).icons) {
    const { width, height } = await sharp(await (await fetch(product.url + src)).arrayBuffer()).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }

  await page.context().setOffline(true)
  await page.goto(`${product.url}/miravale`)
  await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
  await checkPage(page)
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: /Mira Vale/ }).waitFor()
})

test('a link to a goal has a preview card, a picture and a QR code', async () => {
  const goal = (await product.goalsOf('miravale'))[0]!
  const address = `/miravale/current-goals/${goal.goalId}`
  const html = await (await fetch(product.url + address)).text()
  const tag = (name: string) => new RegExp(`(?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1]
  expect(tag('og:title')).toContain(goal.title)
  expect(tag('og:url')).toBe(product.url + address)
  expect(tag('twitter:card')).toBe('summary_large_image')
  const picture = await fetch(tag('og:image')!)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])

  const { page, takeErrors } = await openPage(address, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByRole('article').getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await dialog.getByRole('img', { name: `QR code for ${goal.title}` }).waitFor()
  await dialog.getByText(product.url + address).waitFor()
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await dialog.getByText('Copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(product.url + address)
  expect(takeErrors()).toEqual([])
})

/** Opens the testimonials with a clock that the test controls. */
async function openTestimonials(options: VisitOptions = {}) {
  const { page, open } = await product.visit(undefined, options)
  await page.clock.install()
  await open('/')
  await page.getByRole('heading', { name: 'What creators say' }).scrollIntoViewIfNeeded()
  const stack = page.getByRole('region', { name: 'What creators say' })
  await stack.getByText('Sam R.').waitFor()
  return { page, stack, onTop: () => stack.locator('li:not([inert])').getAttribute('aria-label') }
}

async function openPage(path: string, options: VisitOptions): Promise<Visitor> {
  const visitor = await product.visit(undefined, { locale: 'en-GB', ...options })
  await visitor.open(path)
  return visitor
}
