/** Tests that a tip is written and paid on one screen of a phone, with a keyboard, and on a page that is zoomed to 400 %. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { tabTo } from './keyboard.ts'
import { useOwnFonts } from './page-steps.ts'
import { setUpProduct } from './product-fixture.ts'
import { checkPageNow, phone } from './visitors.ts'

const product = setUpProduct()

test.each([
  ['en-GB', 'Send a tip', 'Pay by card'],
  ['de-DE', 'Trinkgeld senden', 'Mit Karte zahlen'],
])('in %s, after “%s” the whole tip box is on the screen', async (locale, jump, card) => {
  const { page, open, takeErrors } = await product.visit(undefined, { viewport: phone, locale })
  await open('/miravale/current-goals')
  await useOwnFonts(page)
  await page.waitForLoadState('networkidle') // what loads later could move the page after the jump

  await page.getByRole('button', { name: jump }).last().click()

  const buttons = [
    page.getByRole('button', { name: 'PayPal', exact: true }),
    page.getByRole('button', { name: card }),
  ]
  for (const button of buttons) await expect.poll(() => isOnScreen(button)).toBe(true)
  await expect.poll(() => isOnScreen(page.locator('#tip'))).toBe(true)
  const amount = page.locator('#tip [name=amount]')
  expect(await isOnScreen(amount)).toBe(true)
  expect(await amount.inputValue()).toBe('5')
  expect(await isFocused(amount)).toBe(false) // a phone would open its keyboard over the buttons
  await checkPageNow(page)
  await page.locator('#tip summary').click()
  await checkPageNow(page)
  expect(takeErrors()).toEqual([])
})

test.each([
  ['7.50', 'Please enter a whole amount, such as £7 or £8.'],
  ['7,50', 'Please enter a whole amount, such as £7 or £8.'],
  ['1,000', 'Do you mean £1 or £1,000? Please leave out the separator.'],
  ['-20', 'Please enter a valid amount.'],
  ['5e3', 'Please enter a valid amount.'],
  ['€12', 'Please enter the amount in GBP.'],
])('%s, typed or pasted, is never another amount', async (text, fault) => {
  const { page, open } = await product.visit(undefined, {
    viewport: phone,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await open('/miravale/tips')
  const amount = page.locator('#tip [name=amount]')
  await page.getByRole('button', { name: 'PayPal', exact: true }).waitFor()
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  const enter = [() => amount.pressSequentially(text), () => amount.press('ControlOrMeta+v')]
  for (const type of enter) {
    await amount.fill('')
    await amount.focus()
    await type()
    expect(await amount.inputValue()).toBe(text)

    await page.getByRole('button', { name: 'Pay by card' }).click()

    await page.getByText(fault).waitFor()
    expect(new URL(page.url()).pathname).toBe('/miravale/tips')
  }
})

test('while the browser translates the page, a goal is chosen and an amount entered', async () => {
  const { page, open, takeErrors } = await product.visit(undefined, { viewport: phone })
  await open('/miravale/current-goals')
  await page.getByRole('button', { name: 'PayPal', exact: true }).waitFor()
  await page.evaluate(wrapTexts)

  for (const button of await page.getByRole('button', { name: /^Tip this goal: / }).all())
    await button.click()
  await page.locator('#tip [name=amount]').fill('7.50')
  await page.locator('#tip summary').click()

  expect(await page.getByRole('heading', { level: 1, includeHidden: true }).count()).toBeGreaterThan(0)
  expect(takeErrors()).toEqual([])
})

test('the options are changed with the keyboard alone', async () => {
  const page = await product.openPage('/miravale/tips', { viewport: phone })
  const line = page.locator('#tip summary')
  await page.getByRole('button', { name: 'PayPal', exact: true }).waitFor()

  await tabTo(page, line)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('switch', { name: /Private message/ }))
  await page.keyboard.press('Space')

  expect(await line.textContent()).toContain('Private message')
})

test('at 400 % zoom nothing of the tip box is wider than the screen', async () => {
  const zoomed = { width: 320, height: 256 } // 1280 × 1024 at 400 %: https://www.w3.org/WAI/WCAG22/Understanding/reflow
  const page = await product.openPage('/miravale/current-goals', { viewport: zoomed })
  await page.getByRole('button', { name: 'PayPal', exact: true }).waitFor()
  await page.locator('#tip summary').click()

  expect(await widthBeyond(page)).toBe(0)
})

/** Puts every text of the page into elements of its own, also what comes later, as Chrome's translation does. */
function wrapTexts(): void {
  const wrap = () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) found.push(text as Text)
    for (const text of found) {
      if (!text.data.trim() || text.parentElement?.closest('font, script, style, option')) continue
      const font = document.createElement('font')
      font.textContent = text.data
      text.replaceWith(font)
    }
  }
  wrap()
  new MutationObserver(wrap).observe(document.body, { childList: true, subtree: true })
}

/** Returns whether all of an element is between the header and the lower edge of the screen. */
async function isOnScreen(element: Locator): Promise<boolean> {
  return element.evaluate((shown) => {
    const { top, bottom } = shown.getBoundingClientRect()
    const middle = document.elementFromPoint(window.innerWidth / 2, (top + bottom) / 2)
    return top >= 0 && bottom <= window.innerHeight && middle !== null && !middle.closest('header')
  })
}

const isFocused = (element: Locator) => element.evaluate((one) => one === document.activeElement)

const widthBeyond = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
