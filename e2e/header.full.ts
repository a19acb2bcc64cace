/** Tests the header in all its states, from the narrowest phone to a desktop. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { tabTo } from './keyboard.ts'
import { setUpProduct } from './product-fixture.ts'
import { checkPage, checkPageNow } from './visitors.ts'

const product = setUpProduct()

interface State {
  state: string
  /** The demo account to sign in with; undefined for a visitor who is not signed in. */
  name?: string
  home: string
}

const states: State[] = [
  { state: 'signed-out', home: '/' },
  { state: 'supporter', name: 'ada', home: '/dashboard/explore' },
  { state: 'creator', name: 'mira', home: '/miravale/current-goals' },
]
/** Below this width in pixels the header has a menu instead of links. */
const menuBelow = 640

describe.each([320, 390, 768, 1280])('%i wide', (width) => {
  test.each(states)('$state', async ({ state, name, home }) => {
    const page = await openPage(width, name)
    const header = page.getByRole('banner')
    await header.getByRole('link', { name: name ? /^Dashboard/ : 'Sign Up' }).waitFor()

    expect(await header.getByRole('link', { name: 'Brimful home' }).getAttribute('href')).toBe(home)
    if (width < menuBelow) await openMenu(page, name !== undefined)
    else
      expect(await linksOf(page)).toEqual(name ? ['Explore', 'Dashboard'] : ['Explore', 'Log In', 'Sign Up'])
    await checkPage(page)
    await savePicture(page, `${state}-${width}`)
  })

  test('while the profile is loading, it shows the account of the last visit, or the sign-up', async () => {
    const page = await openPage(width, 'mira')
    const avatar = page.getByRole('banner').getByRole('link', { name: /^Dashboard/ })
    const signUp = page.getByRole('banner').getByRole('link', { name: 'Sign Up' })
    await avatar.waitFor()
    // the session stays unknown, because the profile request gets no response
    await page.route('**/account/profile', () => undefined)
    await page.reload()

    await avatar.waitFor() // the avatar was stored at the last visit
    expect(await signUp.count()).toBe(0)
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await signUp.waitFor()
    await checkPageNow(page)
    await savePicture(page, `unknown-${width}`)
  })
})

test.each([320, 390, 430])('with the longer German words it fits a phone %i wide', async (width) => {
  const page = await openPage(width)
  await page.getByRole('button', { name: 'Deutsch' }).click()
  const menu = page.getByRole('banner').getByRole('button', { name: 'Menü' })
  await menu.waitFor()

  const { x, width: menuWidth } = (await menu.boundingBox())!
  expect(x + menuWidth).toBeLessThanOrEqual(width)
  await checkPage(page)
  await savePicture(page, `signed-out-de-${width}`)
})

test('the number of unread notifications is shown up to 99+ and named in full for screen readers', async () => {
  const page = await openPage(320, 'mira')
  await page.route('**/socket.io/**', (route) => route.abort()) // blocks live updates, which would replace the faked count
  await page.route('**/account/notifications', (route) =>
    route.fulfill({ json: { notifications: [], unread: 120 } }),
  )
  await page.reload()

  const avatar = page.getByRole('link', { name: 'Dashboard, 120 unread notifications' })
  await avatar.waitFor()
  expect(await avatar.innerText()).toBe('99+')
  await checkPage(page)
  await savePicture(page, 'unread-320')
})

function openPage(width: number, name?: string): Promise<Page> {
  return product.openPage('/explore', { as: name, viewport: { width, height: 700 } })
}

/** Opens the menu by keyboard, moves through it, closes it and opens it again. */
async function openMenu(page: Page, isSignedIn: boolean): Promise<void> {
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

/** Returns the texts of the visible links beside the logo. */
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

/** If PICTURES_DIR is set, saves a screenshot there for people to look at. */
async function savePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES_DIR
  if (folder) await page.screenshot({ path: join(folder, `header-${name}.png`) })
}
