/** The header in all its states, from the narrowest phone to a desk. */
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from './browser.ts'
import { tabTo } from './keyboard.ts'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'
import { judge, judgeNow, visit } from './visitors.ts'

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

interface State {
  state: string
  /** Whose address begins with this; nobody's for a stranger. */
  who?: string
  home: string
}

const states: State[] = [
  { state: 'stranger', home: '/' },
  { state: 'supporter', who: 'ada', home: '/dashboard/explore' },
  { state: 'creator', who: 'mira', home: '/miravale/current-goals' },
]
const folded = 640

describe.each([320, 390, 768, 1280])('%i wide', (width) => {
  test.each(states)('a $state', async ({ state, who, home }) => {
    const page = await openPage(width, who)
    const header = page.getByRole('banner')
    await (
      who ? header.getByRole('link', { name: /^Dashboard/ }) : header.getByRole('link', { name: 'Sign Up' })
    ).waitFor()

    expect(await header.getByRole('link', { name: 'Brimful home' }).getAttribute('href')).toBe(home)
    if (width < folded) await foldOut(page, who !== undefined)
    else
      expect(await linksOf(page)).toEqual(who ? ['Explore', 'Dashboard'] : ['Explore', 'Log In', 'Sign Up'])
    await judge(page)
    await keep(page, `${state}-${width}`)
  })

  test('while it is not known who is there', async () => {
    const page = await openPage(width, 'mira')
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Dashboard/ })
      .waitFor()
    await page.route('**/account/profile', () => undefined) // never answered
    await page.reload()

    const avatar = page.getByRole('banner').getByRole('link', { name: /^Dashboard/ })
    await avatar.waitFor() // as it was at the last visit
    expect(await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).count()).toBe(0)
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).waitFor()
    await judgeNow(page)
    await keep(page, `unknown-${width}`)
  })
})

test.each([320, 390, 430])(
  'in German, with its longer words, all of it stands on a phone %i wide',
  async (width) => {
    const page = await openPage(width)
    await page.getByRole('button', { name: 'Deutsch' }).click()
    const menu = page.getByRole('banner').getByRole('button', { name: 'Menü' })
    await menu.waitFor()

    const { x, width: own } = (await menu.boundingBox())!
    expect(x + own).toBeLessThanOrEqual(width)
    await judge(page)
    await keep(page, `stranger-de-${width}`)
  },
)

test('the count of what was not read is said and shown, and stops at 99+', async () => {
  const page = await openPage(320, 'mira')
  await page.route('**/socket.io/**', (route) => route.abort()) // which would tell the true count
  await page.route('**/account/notifications', (route) =>
    route.fulfill({ json: { notifications: [], unread: 120 } }),
  )
  await page.reload()

  const avatar = page.getByRole('link', { name: 'Dashboard, 120 unread notifications' })
  await avatar.waitFor()
  expect(await avatar.innerText()).toBe('99+')
  await judge(page)
  await keep(page, 'unread-320')
})

async function openPage(width: number, who?: string): Promise<Page> {
  const account =
    who === undefined ? undefined : product.accounts.find(({ email }) => email.startsWith(`${who}@`))
  const visitor = await visit(browser, product, account, { viewport: { width, height: 700 } })
  await visitor.open('/explore')
  return visitor.page
}

/** Opens the menu by keyboard alone, goes through it, and closes it; it stays open at the end. */
async function foldOut(page: Page, isSignedIn: boolean): Promise<void> {
  const button = page.getByRole('button', { name: 'Menu' })
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await menu.waitFor()
  const rows = isSignedIn ? ['Explore', 'Dashboard'] : ['Explore', 'Log In']
  for (const name of rows) await tabTo(page, menu.getByRole('link', { name }))
  if (isSignedIn) await tabTo(page, menu.getByRole('button', { name: 'Log Out' }))
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await menu.waitFor()
}

/** The names of the visible links beside the logo. */
async function linksOf(page: Page): Promise<string[]> {
  const links = await page.getByRole('banner').getByRole('link').all()
  const names = await Promise.all(
    links.map(async (link) => {
      if (!(await link.isVisible())) return ''
      return (await link.getAttribute('aria-label')) ?? link.innerText()
    }),
  )
  return names.filter((name) => name && name !== 'Brimful home').map((name) => name.split(',')[0]!)
}

/** With PICTURES_DIR set, leaves a picture there to be looked at. */
async function keep(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES_DIR
  if (folder) await page.screenshot({ path: join(folder, `header-${name}.png`) })
}
