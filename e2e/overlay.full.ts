/** The goal widget in a browser as broadcast software has one: goals in turn, a lost connection, a goal over its brim. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildGoal, buildOrder } from '../db/builders.fixture.ts'
import { recordTip } from '../domain/payments/orders/record-tip.ts'
import { launchChromium } from './browser.ts'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'
import { visit } from './visitors.ts'

const turn = 12_000
const lastLook = 10_000
const picture = { viewport: { width: 1280, height: 720 } }
let browser: Browser
let product: Product
let uid: string
const goals: string[] = []

beforeAll(async () => {
  browser = await launchChromium()
  product = await startProduct('postgres')
  const { db } = product
  const owner = db.selectFrom('account').select('uid').where('userName', '=', 'juniper_o')
  uid = (await owner.executeTakeFirstOrThrow()).uid
  await db.updateTable('goal').set({ status: 'ARCHIVED' }).where('creatorUid', '=', uid).execute()
  for (const [position, title] of ['Loom', 'Moth wings', 'Lights'].entries())
    goals.push((await buildGoal(db, uid, { title, position })).goaluuid)
})
afterAll(async () => {
  await browser?.close()
  await product?.[Symbol.asyncDispose]()
})

async function tip(goaluuid: string, amountMinor: number): Promise<void> {
  const { providerOrderId, currency } = await buildOrder(product.db, uid, { goaluuid, amountMinor })
  const paid = { provider: 'paypal', providerOrderId: providerOrderId!, captureId: `CAP-${providerOrderId}` }
  await recordTip(product.db, {
    ...paid,
    provider: 'paypal',
    payeeId: undefined,
    chargedMinor: amountMinor,
    currency,
  })
}

test('goals take turns, a connection that was lost is looked for again, and a full goal spills before it goes', async () => {
  const { page, open, complaints } = await visit(browser, product, undefined, picture)
  await page.clock.install()
  await open(`/overlay?userUID=${uid}&widget=goal&goals=all`)
  const bar = page.getByRole('progressbar')
  const reads = async (text: string) => {
    await expect.poll(() => bar.innerText()).toContain(text)
  }
  await reads('Loom')
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgba(0, 0, 0, 0)')
  for (const title of ['Moth wings', 'Lights', 'Loom']) {
    await page.clock.fastForward(turn)
    await reads(title)
  }
  expect(await bar.getAttribute('aria-valuetext')).toBe('£20 / £100')
  expect(complaints()).toEqual([])

  await product.server.stop()
  await tip(goals[0]!, 30_00)
  expect(await bar.innerText()).toContain('Loom') // nothing of the loss is seen on the stream
  await product.server.start()
  await expect.poll(() => bar.innerText(), { timeout: 30_000 }).toContain('£50 / £100')

  await tip(goals[0]!, 82_00)
  await reads('£132 / £100 · 132 %')
  expect(await bar.evaluate((element) => element.classList.contains('over'))).toBe(true)
  await page.clock.fastForward(lastLook)
  await reads('Moth wings')
})

test('on a German creator’s stream alert and widget speak German, and a browser is told of a wrong address in its own', async () => {
  const { db } = product
  await db.updateTable('account').set({ locale: 'de' }).where('uid', '=', uid).execute()
  const widget = await visit(browser, product, undefined, picture)
  await widget.open(`/overlay?userUID=${uid}&widget=goal`)
  const bar = widget.page.getByRole('progressbar')
  await expect.poll(() => bar.getAttribute('aria-valuetext')).toMatch(/^\d+\u00a0£ \/ 100\u00a0£$/)

  const alerts = await visit(browser, product, undefined, picture)
  await alerts.open(`/streamalerts?userUID=${uid}`)
  await alerts.page.waitForFunction(() => localStorage.length > 0) // it has its place, from which on it misses nothing
  await tip(goals[2]!, 7_50)
  await alerts.page.getByText('Grace hat 7,50\u00a0£ gegeben').waitFor()
  await alerts.page.getByText('für Lights. Danke!').waitFor()
  expect([...widget.complaints(), ...alerts.complaints()]).toEqual([])
  await db.updateTable('account').set({ locale: 'en' }).where('uid', '=', uid).execute()

  const german = await browser.newPage({ ...picture, locale: 'de-AT' })
  await german.goto(`${product.url}/streamalerts?userUID=nobody`)
  await german
    .getByRole('alert')
    .getByText(/^Diese Adresse funktioniert nicht/)
    .waitFor()
})

test('without a wish the widget stays with the first goal, and an address of nobody says so', async () => {
  const { page, open } = await visit(browser, product, undefined, picture)
  await open(`/overlay?userUID=${uid}&widget=goal`)
  await expect.poll(() => page.getByRole('progressbar').innerText()).toContain('Moth wings')

  await open('/overlay?userUID=nobody&widget=goal')
  await page
    .getByRole('alert')
    .getByText(/This address does not work/)
    .waitFor()

  await open(`/overlay?userUID=${uid}&widget=timer`)
  await page.getByRole('alert').getByText('This widget is not available yet.').waitFor()
})
