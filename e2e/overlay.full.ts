/**
 * Tests the overlay pages: goals in rotation, a lost connection, an overfunded goal, other languages, the key, and addresses that do
 * not work. `widget-faults.full.ts` tests every widget.
 */
import { beforeAll, expect, test } from 'vitest'
import { buildGoal } from '../db/builders.fixture.ts'
import { showOverlayKey } from '../domain/alerts/overlay-key.ts'
import { buildTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { setUpProduct } from './product-fixture.ts'
import { stream } from './visitors.ts'
import { readSecretKeys } from '../domain/config/secret-keys.ts'

/** How long the widget shows each goal, and for how long it keeps showing a goal that was just funded. */
const rotationMs = 12_000
const fundedMs = 10_000
const product = setUpProduct({ viewport: stream })
let uid: string
const goals: string[] = []

beforeAll(async () => {
  const { db } = product
  uid = await product.uidOf('juniper_o')
  await db.updateTable('goal').set({ status: 'ARCHIVED' }).where('creatorUid', '=', uid).execute()
  for (const [position, title] of ['Loom', 'Moth wings', 'Lights'].entries())
    goals.push((await buildGoal(db, uid, { title, position })).goalId)
})

async function tip(goaluuid: string, amountMinor: number): Promise<void> {
  await buildTip(product.db, uid, { goalId: goaluuid, amountMinor })
}

test('goals rotate, a lost connection is restored, and an overfunded goal is shown before it disappears', async () => {
  const { page, open, takeErrors } = await product.visit()
  await page.clock.install()
  await open(`/overlay?userUID=${uid}&widget=goal&goals=all`)
  const bar = page.getByRole('progressbar')
  const expectText = async (text: string) => {
    await expect.poll(() => bar.innerText()).toContain(text)
  }
  await expectText('Loom')
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgba(0, 0, 0, 0)')
  for (const title of ['Moth wings', 'Lights', 'Loom']) {
    await page.clock.fastForward(rotationMs)
    await expectText(title)
  }
  expect(await bar.getAttribute('aria-valuetext')).toBe('£20 / £100')
  expect(takeErrors()).toEqual([])

  await product.server.stop()
  await tip(goals[0]!, 30_00)
  expect(await bar.innerText()).toContain('Loom') // the stream must not show that the connection is lost
  await product.server.start()
  await expect.poll(() => bar.innerText()).toContain('£50 / £100')

  await tip(goals[0]!, 82_00)
  await expectText('£132 / £100 · 132 %')
  expect(await bar.evaluate((element) => element.classList.contains('over'))).toBe(true)
  await page.clock.fastForward(fundedMs)
  await expectText('Moth wings')
})

test('on a German creator’s stream alert and widget are German; the preview reports an invalid address in the browser’s language', async () => {
  const { db } = product
  await db.updateTable('account').set({ locale: 'de' }).where('uid', '=', uid).execute()
  const widget = await product.visit()
  await widget.open(`/overlay?userUID=${uid}&widget=goal`)
  const bar = widget.page.getByRole('progressbar')
  await expect.poll(() => bar.getAttribute('aria-valuetext')).toMatch(/^\d+\u00a0£ \/ 100\u00a0£$/)

  const alerts = await product.visit()
  await alerts.open(`/streamalerts?userUID=${uid}`)
  // The page has stored its cursor, so it misses no alert from now on.
  await alerts.page.waitForFunction(() => localStorage.length > 0)
  await tip(goals[2]!, 7_50)
  await alerts.page.getByText('Grace hat 7,50\u00a0£ gegeben').waitFor()
  await alerts.page.getByText('für Lights. Danke!').waitFor()
  expect([...widget.takeErrors(), ...alerts.takeErrors()]).toEqual([])
  await db.updateTable('account').set({ locale: 'en' }).where('uid', '=', uid).execute()

  const german = await product.openPage('/streamalerts?userUID=nobody&preview=1', { locale: 'de-AT' })
  await german.getByText(/^Diese Adresse funktioniert nicht/).waitFor()
})

test('without a log-in only the private address counts as shown, and no request contains its key', async () => {
  const { db, env } = product
  const key = await showOverlayKey({ db, config: { secretsKey: readSecretKeys(env['SECRETS_KEY']!) } }, uid)
  const requests: string[] = []
  const show = async (fragment: string, amountMinor: number) => {
    const { page, open, takeErrors } = await product.visit()
    page.on('request', (request) => requests.push(request.url() + JSON.stringify(request.headers())))
    await open(`/streamalerts?userUID=${uid}${fragment}`)
    await page.waitForFunction(() => localStorage.length > 0) // the page has stored its cursor, so it misses no alert from now on
    await tip(goals[2]!, amountMinor)
    await page.getByText(`Grace tipped £${amountMinor / 100}`).waitFor()
    expect(takeErrors()).toEqual([])
  }

  await show('', 11_00)
  await show(`#key=${key}`, 12_00)

  const latest = db.selectFrom('alert').select('shownAt').where('creatorUid', '=', uid).orderBy('seq', 'desc')
  const isShown = async () => (await latest.limit(2).execute()).map(({ shownAt }) => shownAt !== null)
  await expect.poll(isShown).toEqual([true, false])
  expect(requests.some((request) => request.includes('streamalerts'))).toBe(true)
  expect(requests.filter((request) => request.includes(key))).toEqual([])
})

test('by default the widget shows the first goal only, and an unknown address draws nothing', async () => {
  const { page, open } = await product.visit()
  await open(`/overlay?userUID=${uid}&widget=goal`)
  await expect.poll(() => page.getByRole('progressbar').innerText()).toContain('Moth wings')

  for (const address of ['/overlay?userUID=nobody&widget=goal', `/overlay?userUID=${uid}&widget=gaol`]) {
    await open(address)
    await page.waitForLoadState('networkidle')
    expect(await page.locator('body').innerText()).toBe('')
  }
})

test('without a timer its widget draws nothing, nor does a total without the key', async () => {
  const { page, open, takeErrors } = await product.visit()
  for (const widget of ['timer', 'total']) {
    await open(`/overlay?userUID=${uid}&widget=${widget}`)
    await page.waitForLoadState('networkidle')
    expect(await page.locator('body').innerText()).toBe('')
  }
  expect(takeErrors()).toEqual([])
})
