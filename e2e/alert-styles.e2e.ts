/** Tests alerts in a published style on an open overlay. */
import { expect, test } from 'vitest'
import { lookOf, standardStyle } from '../contract/alerts/alert-looks.ts'
import type { AlertStyle } from '../contract/alerts/alert-style.ts'
import { buildCreator, buildGoal } from '../db/builders.fixture.ts'
import { publishAlertStyle, saveAlertDraft } from '../db/queries/alerts/alert-styles.ts'
import { getHoldRules, saveHoldRules } from '../db/queries/payments/tip-rules.ts'
import { hashPassword } from '../domain/accounts/passwords.ts'
import { buildTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { openSource } from './obs-source.ts'
import { setUpProduct } from './product-fixture.ts'
import { desktop, stream } from './visitors.ts'

const product = setUpProduct({ viewport: desktop })

async function openOverlay(uid: string, displayMs = 60_000) {
  const context = await product.browser.newContext({ viewport: stream })
  return openSource(context, `${product.url}/streamalerts?userUID=${uid}`, { displayMs })
}

test('a large tip has the look of its variation, and OBS’s Custom CSS wins against the theme', async () => {
  const { uid } = await buildCreator(product.db)
  const when = { kind: null, fromAmount: 50_00, toAmount: null, goalId: null, isFirstTip: false }
  const variationId = '6b2f3c1d-9a57-4a0e-8d64-3f1f0c7a2b11'
  const variations = [{ variationId, name: 'Large', when, look: lookOf('arcade') }]
  await saveAlertDraft(product.db, uid, { ...standardStyle(), variations }, 0)
  await publishAlertStyle(product.db, uid, 1)
  const { page, errors } = await openOverlay(uid)
  // as OBS does: https://github.com/obsproject/obs-browser/pull/189
  await page.evaluate(() => {
    const style = document.createElement('style')
    style.append('.headline { color: rgb(1, 2, 3) }')
    document.head.append(style)
  })

  await buildTip(product.db, uid, { amountMinor: 75_00, supporterName: 'Lin' })

  const shown = page.locator('.alert')
  await shown.waitFor()
  expect(await shown.evaluate((element) => ({ ...(element as HTMLElement).dataset }))).toMatchObject({
    theme: 'arcade',
    variation: 'Large',
    kind: 'generalTip',
  })
  const color = await shown.locator('.headline').evaluate((element) => getComputedStyle(element).color)
  expect(color).toBe('rgb(1, 2, 3)')
  expect(errors()).toEqual([])
})

/** Publishes a style of a creator who has none, and opens an overlay with it. */
async function openWith(uid: string, style: Partial<AlertStyle>, displayMs: number) {
  await saveAlertDraft(product.db, uid, { ...standardStyle(), ...style }, 0)
  await publishAlertStyle(product.db, uid, 1)
  return openOverlay(uid, displayMs)
}

test('small tips that wait share an alert with their sum and names, and a large one has its own', async () => {
  const { uid } = await buildCreator(product.db, { currency: 'gbp' })
  const overlay = await openWith(uid, { merging: { fromWaiting: 4, belowAmount: 5_00 } }, 10_000)
  const tip = (supporterName: string, amountMinor: number) =>
    buildTip(product.db, uid, { supporterName, amountMinor, message: `from ${supporterName}` })
  await tip('Zoe', 1_00)
  await overlay.page.locator('.alert', { hasText: 'Zoe' }).waitFor()

  for (const name of ['Ada', 'Ben', 'Cleo', 'Dot', 'Eve']) await tip(name, 2_00)
  await tip('Fay', 50_00)
  await expect.poll(() => overlay.received()).toHaveLength(7)
  expect(await overlay.appeared()).toEqual([1]) // otherwise it had no time to collect them

  const merged = overlay.page.locator('.alert[data-kind=digest]')
  await merged.waitFor()
  expect(await merged.locator('.headline').textContent()).toBe('£10 in tips')
  expect(await merged.locator('.line').textContent()).toBe('Ada, Ben, Cleo, and 2 others. Thank you!')
  expect(await merged.locator('.message').count()).toBe(0)
  await overlay.page.locator('.alert', { hasText: 'Fay' }).waitFor()
  expect(await overlay.appeared()).toEqual([1, 6, 7])
  expect(overlay.errors()).toEqual([])
})

test('a held tip’s milestone comes after the tip once the panel approves it', async () => {
  const password = 'correct-horse-1'
  const { uid, email } = await buildCreator(product.db, { passwordHash: await hashPassword(password) })
  const { goalId: goaluuid } = await buildGoal(product.db, uid, { amountMinor: 100_00 })
  await saveHoldRules(product.db, uid, { ...(await getHoldRules(product.db, uid)), holdsMessages: true })
  const milestones = { quarters: true, oneTipToGo: false }
  const overlay = await openWith(uid, { milestones }, 1_000)
  const panel = await product.openPage('/control-panel', { account: { email, password } })
  await buildTip(product.db, uid, {
    goalId: goaluuid,
    amountMinor: 30_00,
    supporterName: 'Lin',
    message: 'Hello',
  })
  await buildTip(product.db, uid, { goalId: goaluuid, amountMinor: 1_00, supporterName: 'Max', message: '' })
  await overlay.page.locator('.alert', { hasText: 'Max' }).waitFor()

  await panel.getByRole('button', { name: 'Approve the tip from Lin' }).click()

  await expect.poll(() => overlay.appeared()).toEqual([1, 2, 3])
  const [, tip, milestone] = await overlay.texts()
  expect(tip).toContain('Lin tipped')
  expect(milestone).toMatch(/^50\s%/) // the goal had 20 %
  expect(milestone).toContain('Thank you, Lin!')
})

test('an alert is shown in words if the files that draw it are gone', async () => {
  const { uid } = await buildCreator(product.db)
  const context = await product.browser.newContext({ viewport: stream })
  await context.route(/\/assets\/stage-/, (route) => route.fulfill({ status: 404 }))
  const { page, appeared } = await openSource(context, `${product.url}/streamalerts?userUID=${uid}`)
  // the page reloads once, in case that only its build is gone
  await page.waitForFunction(
    () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).type === 'reload',
    undefined,
    { polling: 100 },
  )
  await page.waitForLoadState('networkidle')

  await buildTip(product.db, uid, { amountMinor: 5_00, supporterName: 'Lin' })

  await page.waitForFunction(() => document.querySelector('.alert'), undefined, { polling: 100 })
  expect(await page.locator('.alert .headline').textContent()).toMatch(/^Lin · /)
  await expect.poll(appeared).toEqual([1])
})

test('an alert leaves on time although the page runs no animations', async () => {
  const { uid } = await buildCreator(product.db)
  const { page } = await openOverlay(uid, 500)
  await page.addStyleTag({
    content: '* { animation-play-state: paused !important; transition: none !important }',
  })

  await buildTip(product.db, uid, { amountMinor: 5_00, supporterName: 'Lin' })

  await page.locator('.alert').waitFor({ state: 'attached' })
  await page.locator('.alert').waitFor({ state: 'detached' })
  expect(await page.locator('.bar').count()).toBe(0)
})
