/** Tests what a visitor of a single-page site loses without care: the top of a new page, its announcement, and unsaved work. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isFocused } from './keyboard.ts'
import { setUpProduct } from './product-fixture.ts'
import { desktop, phone } from './visitors.ts'

const product = setUpProduct({ reducedMotion: 'reduce' })

test('a page opens at its top, has the focus and is announced; going back restores the place', async () => {
  const { page, open } = await product.visit(undefined, { viewport: phone })
  await open('/explore')
  await page
    .getByRole('link', { name: 'miravale' })
    .or(page.getByRole('button', { name: /Mira Vale/ }))
    .first()
    .waitFor()
  await page.waitForLoadState('networkidle')
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' })
  await link.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)

  await link.click()

  const title = page.getByRole('heading', { level: 1, name: 'Terms of Service' })
  await expect.poll(() => isFocused(title)).toBe(true)
  expect(before).toBeGreaterThan(100)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expect.poll(() => announced(page)).toBe('Terms of Service · Brimful')

  await page.goBack()

  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
  await expect.poll(() => announced(page)).toBe('Explore · Brimful')
})

test('a link to a section goes there, also on a page that loads first', async () => {
  const { page, open } = await product.visit('mira', { viewport: phone })
  await open('/dashboard/profile-setting')
  await page.getByRole('heading', { level: 1 }).waitFor()

  await open('/dashboard/profile-setting#time-zone')

  const card = page.locator('#time-zone')
  await expect.poll(async () => (await card.boundingBox())?.y).toBeLessThan(phone.height)
  await open('/')
  await page.getByRole('button', { name: 'Menu' }).waitFor()
  await open('/terms-of-service')
  const target = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last()
  await target.click()
  const id = new URL(page.url()).hash
  await expect.poll(async () => (await page.locator(id).boundingBox())?.y).toBeLessThan(phone.height)
})

test('a tab that is pressed keeps the focus and the place', async () => {
  const { page, open } = await product.visit('mira', { viewport: phone })
  await open('/dashboard/profile-setting')
  const tab = page
    .getByRole('navigation', { name: 'Settings', exact: true })
    .getByRole('link', { name: 'Notifications' })
  await tab.focus()

  await page.keyboard.press('Enter')

  await page.waitForURL(/notifications-setting/)
  await expect.poll(() => announced(page)).toContain('Settings')
  expect(await isFocused(tab)).toBe(true)
})

test('typed work is never lost without a question: by a link, Back, and the tab', async () => {
  const { page, open } = await product.visit('mira', { viewport: desktop })
  await open('/dashboard/goals-overview')
  const profile = page.getByRole('navigation', { name: 'Page' }).getByRole('link', { name: 'Profile' })
  await profile.click()
  const bio = page.getByLabel('About you')
  await bio.fill('I build synths from scrap.')
  const question = page.getByRole('dialog', { name: 'Discard changes?' })

  await page.getByRole('navigation', { name: 'Also here:' }).getByRole('link', { name: 'Goals' }).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  expect(new URL(page.url()).pathname).toBe('/dashboard/profile-setting')
  await page.evaluate(() => history.back())
  await question.getByRole('button', { name: 'Keep editing' }).click()
  expect(new URL(page.url()).pathname).toBe('/dashboard/profile-setting')
  expect(await bio.inputValue()).toBe('I build synths from scrap.')
  let requested = 0
  page.on('dialog', (dialog) => {
    requested++
    void dialog.accept()
  })
  await page.evaluate(() => history.back())
  await question.getByRole('button', { name: 'Discard', exact: true }).click()

  await page.waitForURL(/\/dashboard\/goals-overview$/)
  await page.reload()
  expect(requested).toBe(0)
  await profile.click()
  await bio.fill('I build synths from scrap.')
  await page.reload()
  expect(requested).toBe(1)
})

test('a new goal survives Escape', async () => {
  const { page, open } = await product.visit('mira', { viewport: desktop })
  await open('/dashboard/goals-overview')
  await page.getByRole('button', { name: 'New goal' }).click()
  const title = page.getByRole('dialog').getByLabel('Title')
  await title.fill('A second oscillator')

  await page.keyboard.press('Escape')

  const question = page.getByRole('dialog', { name: 'Discard changes?' })
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  expect(await title.inputValue()).toBe('A second oscillator')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard', exact: true }).click()
  await title.waitFor({ state: 'hidden' })
})

/** Returns what the page has announced last, from the browser's accessibility tree, as a screen reader sees it. */
async function announced(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const text = nodes.find(({ role, ignored, parentId, name }) => {
    const parent = nodes.find(({ nodeId }) => nodeId === parentId)
    const isLive = parent?.properties?.some(
      ({ name: key, value }) => key === 'live' && value.value === 'polite',
    )
    return role?.value === 'StaticText' && !ignored && isLive && String(name?.value).endsWith('Brimful')
  })
  await session.detach()
  return String(text?.name?.value ?? '')
}
