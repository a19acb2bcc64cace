/** A fault for each check of the table, planted in an open page, which the check must find. */
import type { Page } from 'playwright-core'
import type { checks } from './checks.ts'

/** Shows `html` above everything else. */
const insert = (html: string) => (page: Page) =>
  page.evaluate((text) => document.querySelector('main')!.insertAdjacentHTML('beforebegin', text), html)

export const faults: Record<keyof typeof checks, (page: Page) => Promise<unknown>> = {
  'moves nothing while it loads': (page) =>
    page.evaluate(() =>
      document
        .querySelector('main')!
        .before(Object.assign(document.createElement('p'), { style: 'height: 40vh' })),
    ),
  'has a title': (page) => page.evaluate(() => (document.title = '')),
  'is in German': insert('<p>Log In</p>'),
  'has no violation of axe': insert('<button></button>'),
  'is no wider than the screen': (page) =>
    page.evaluate(() =>
      document.body.append(
        Object.assign(document.createElement('p'), { style: 'width: 2000px; height: 1px' }),
      ),
    ),
  'has a header for its visitor': (page) =>
    page.evaluate(() =>
      document
        .querySelectorAll<HTMLElement>('header button')
        .forEach((button) => (button.style.display = 'none')),
    ),
  'leaves room to read between its bars': (page) =>
    page.evaluate(() =>
      document.body.append(
        Object.assign(document.createElement('p'), { style: 'position: fixed; inset: 0; height: 200px' }),
      ),
    ),
  'shows each stop of the Tab key': (page) =>
    page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('a, a * { outline: none !important; box-shadow: none !important }')
      document.adoptedStyleSheets.push(sheet)
    }),
  'links to sections that it has': insert('<a href="#nowhere">Further down</a>'),
  'reports no error in the console': (page) => page.evaluate(() => console.error('broken')),
}
