/** Tests what the server renders: the browser hydrates this page, it reads without scripts, and is the same for everybody. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { maxShifts, watchShifts } from './layout-shift.ts'
import { switchOn, writeTip } from './page-steps.ts'
import { setUpProduct } from './product-fixture.ts'
import { phone } from './visitors.ts'

const product = setUpProduct()

const publicPaths = async () => {
  const goals = await product.goalsOf('miravale')
  const active = goals.find(({ status }) => status === 'ACTIVE')!.goalId
  return [
    '/miravale/current-goals',
    `/miravale/current-goals/${active}`,
    `/miravale/fund-goal/${active}`,
    '/miravale/completed-goals',
    '/miravale/tips',
    '/explore',
    '/explore?tag=synths',
  ]
}

/** One language and theme in `npm test`, both in `npm run test:full`. */
const looks = [
  ['de-DE', 'dark'],
  ['en-GB', 'light'],
] as const

test.each(looks.slice(0, process.env.TEST_FULL === 'true' ? 2 : 1))(
  'every public page in %s, %s, is hydrated as the server has rendered it',
  async (locale, theme) => {
    for (const path of await publicPaths()) {
      const { page, open, takeErrors } = await product.visit(undefined, { viewport: phone, locale })
      await page.context().addCookies([{ name: 'brimful_theme', value: theme, url: product.url }])
      await page.route('**/*.woff2', (route) => route.fulfill({ contentType: 'font/woff2', body: '' })) // what fonts move is tested below
      const shifts = await watchShifts(page)
      await open(path)
      const rendered = await page.locator('h1').evaluate((heading) => {
        Object.assign(globalThis, { rendered: heading })
        return document.documentElement.dataset.theme
      })
      await page.waitForLoadState('networkidle')
      const isSame = await page
        .locator('h1')
        .evaluate((heading) => heading === (globalThis as unknown as { rendered: Element }).rendered)

      expect([path, rendered, isSame, takeErrors()]).toEqual([path, theme, true, []])
      expect(await shifts()).toBe(0)
      await page.context().close()
    }
  },
)

test('fonts that come late move nothing', async () => {
  async function staysStill(path: string): Promise<boolean> {
    const { page, open } = await product.visit(undefined, { viewport: phone, locale: 'de-DE' })
    const shifts = await watchShifts(page)
    await page.route('**/*.woff2', async (route) => {
      await sleep(2_000)
      await route.continue().catch(() => {}) // the page may be closed by now
    })
    await open(path)
    await page.waitForLoadState('networkidle')
    const isStill = (await shifts()) <= maxShifts
    await page.context().close()
    return isStill
  }

  const paths = ['/', ...(await publicPaths())]
  const moving = await Promise.all(paths.map(async (path) => ((await staysStill(path)) ? [] : [path])))
  expect(moving.flat()).toEqual([])
})

test('fonts that come late are used', async () => {
  const { page, open } = await product.visit(undefined, { viewport: phone })
  await page.route('**/*.woff2', async (route) => {
    await sleep(2_000)
    await route.continue()
  })
  await open('/')

  await expect.poll(() => fontsOfHeading(page)).toEqual(['Bricolage Grotesque'])
})

/** Returns the names of the fonts that the page's first heading is drawn with. */
async function fontsOfHeading(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  return [...new Set(fonts.map(({ familyName }) => familyName.replace(/ \d.*$/, '')))]
}

test('without scripts a visitor reads the goals, the board and the creators', async () => {
  const page = await product.openPage('/miravale/current-goals', {
    javaScriptEnabled: false,
    viewport: phone,
  })
  const goals = (await product.goalsOf('miravale')).filter(({ status }) => status === 'ACTIVE')
  for (const { title } of goals)
    expect(await page.getByRole('heading', { name: title }).isVisible()).toBe(true)
  expect(await page.getByRole('listitem').filter({ hasText: 'Grace' }).isVisible()).toBe(true)
  expect(await page.getByLabel('Amount').isVisible()).toBe(true)
  await page.goto(`${product.url}/explore`)
  await page.getByRole('link', { name: 'Mira Vale' }).click()
  await page.waitForURL(/\/miravale\/current-goals$/)
})

test.each([
  ['Pay by card', payByCard],
  ['Pay with PayPal', async (page: Page) => page.getByRole('button', { name: 'Pay now' }).click()],
])('without scripts a visitor tips toward a goal, and pays once: “%s”', async (button, pay) => {
  const page = await product.openPage('/miravale/current-goals', {
    javaScriptEnabled: false,
    viewport: phone,
  })
  const [goal] = (await product.goalsOf('miravale')).filter(({ status }) => status === 'ACTIVE')
  const received = async () =>
    (await product.goalsOf('miravale')).find(({ goalId: goaluuid }) => goaluuid === goal!.goalId)!
      .amountReceivedMinor
  const before = await received()
  const tip = { amount: '7', name: 'Plain Page', message: button, goaluuid: goal!.goalId }
  await writeTip(page, tip)

  await page.getByRole('button', { name: button }).click()
  await pay(page)

  await page.waitForURL(/\/dashboard\/payment-success\//)
  expect(await page.locator('noscript p').innerText()).toContain('your tip arrives on its own')
  await expect.poll(received).toBe(before + 7_00)

  await page.goto(`${product.url}/miravale/current-goals`)
  await writeTip(page, tip)
  await page.getByRole('button', { name: button }).click()
  await page.waitForURL(/\/dashboard\/payment-success\/paid$/)
  expect(await received()).toBe(before + 7_00)
})

async function payByCard(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
}

test('a page is the same for an account as for a visitor until it is hydrated, and only the visitor’s is kept', async () => {
  const { page } = await product.visit('ada')
  const own = await page.context().request.get(`${product.url}/miravale/tips`)
  const public_ = await fetch(`${product.url}/miravale/tips`)

  expect(own.headers()['cache-control']).toBe('no-cache')
  expect(public_.headers.get('cache-control')).toBe('public, max-age=2, stale-while-revalidate=20')
  const withoutTime = (html: string) => html.replace(/"renderedAt":\d+/, '')
  expect(withoutTime(await own.text())).toBe(withoutTime(await public_.text()))
})

/** Opens a page whose code waits for `load`. */
async function openWithoutCode(path: string, visitor: 'ada' | undefined, saved: Record<string, string> = {}) {
  const { page, takeErrors } = await product.visit(visitor, { viewport: phone })
  let load = () => {}
  const loaded = new Promise<void>((resolve) => (load = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await loaded
    await route.continue()
  })
  await page.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
  }, saved)
  await page.goto(product.url + path, { waitUntil: 'commit' }) // its load event comes after the code
  return { page, takeErrors, load }
}

test('what a supporter types before the code has loaded stays, and saved choices appear', async () => {
  const { page, load } = await openWithoutCode('/miravale/tips', undefined, {
    paymentSendAsAnonymous: 'true',
  })
  await page.getByLabel('Amount').fill('25')
  load()

  await expect.poll(() => page.getByRole('button', { name: '£25' }).getAttribute('aria-pressed')).toBe('true')
  expect(await page.getByLabel('Amount').inputValue()).toBe('25')
  await switchOn(page)
  expect(await page.getByRole('switch', { name: 'Send anonymously' }).isChecked()).toBe(true)
})

test.each([
  ['has tipped before in this browser', undefined, { paymentUserName: 'Grace' }, 'Grace'],
  ['is logged in', 'ada', {}, 'Ada'],
] as const)('what a supporter types early stays if she %s', async (_, visitor, saved, name) => {
  for (const path of ['/miravale/tips', '/miravale/current-goals']) {
    const { page, load, takeErrors } = await openWithoutCode(path, visitor, saved)
    await page.getByLabel('Amount').fill('25')
    await page.getByLabel('Message', { exact: true }).fill('typed early')
    load()

    await expect.poll(() => page.getByLabel('Your name').inputValue()).toContain(name)
    expect(await page.getByRole('button', { name: '£25' }).getAttribute('aria-pressed')).toBe('true')
    expect(await page.getByLabel('Amount').inputValue()).toBe('25')
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('typed early')
    expect(takeErrors()).toEqual([])
    await page.context().close()
  }
})

test('what a supporter switches and chooses before the code has loaded is sent', async () => {
  const rendered = async () => (await fetch(`${product.url}/miravale/current-goals`)).text()
  await expect.poll(rendered).toMatch(/<select[^>]* name="currency"/) // once rates have been read
  const goals = (await product.goalsOf('miravale')).filter(({ status }) => status === 'ACTIVE')
  for (const goaluuid of [goals.at(-1)!.goalId, '']) {
    const { page, load, takeErrors } = await openWithoutCode('/miravale/current-goals', undefined)
    await writeTip(page, { amount: '25', name: 'Early', message: 'not for all' })
    await page.getByLabel('Towards').selectOption({ value: goaluuid })
    await page.getByLabel('Currency').selectOption('eur')
    await switchOn(page, /private/i)
    load()
    await expect
      .poll(() => page.getByRole('button', { name: '€25' }).getAttribute('aria-pressed'))
      .toBe('true')
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && (request.postData() ?? '').includes('ReceipentUID'),
    )
    await page.getByRole('button', { name: 'Pay by card' }).click()

    expect((await sent).postDataJSON()).toMatchObject({
      GoalUid: goaluuid || null,
      amount: 25_00,
      currency: 'eur',
      name: 'Early',
      isPrivateMessage: true,
    })
    expect(takeErrors()).toEqual([])
    await page.context().close()
  }
})

test('what a visitor types early into the search box is searched', async () => {
  const { page, load, takeErrors } = await openWithoutCode('/explore', undefined)
  const box = page.getByPlaceholder('Find a Creator to support!')
  await box.fill('MIRA')

  load()

  await page.getByRole('option', { name: /Mira Vale/ }).waitFor()
  expect(await box.inputValue()).toBe('MIRA')
  expect(takeErrors()).toEqual([])
})
