/** Tests the editor of styles in a browser, and that what it publishes reaches an open overlay. */
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { lookOf, standardStyle } from '../contract/alert-looks.ts'
import type { AlertStyle } from '../contract/alert-style.ts'
import { buildCreator, buildGoal } from '../db/builders.fixture.ts'
import { publishAlertStyle, saveAlertDraft } from '../db/queries/alert-styles.ts'
import { getHoldRules, saveHoldRules } from '../db/queries/tip-rules.ts'
import { hashPassword } from '../domain/accounts/passwords.ts'
import { buildTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { openSource } from './obs-source.ts'
import { setUpProduct } from './product-fixture.ts'
import { checkPageNow, desktop, phone, stream } from './visitors.ts'

const product = setUpProduct({ viewport: desktop })

async function openOverlay(uid: string, displayMs = 60_000) {
  const context = await product.browser.newContext({ viewport: stream })
  return openSource(context, `${product.url}/streamalerts?userUID=${uid}`, { displayMs })
}

test('a change shows in the preview, and once published on an open overlay without a reload', async () => {
  const { uid } = await product.db
    .selectFrom('account')
    .select('uid')
    .where('userName', '=', 'miravale')
    .executeTakeFirstOrThrow()
  const overlay = await openOverlay(uid)
  const { page, takeErrors } = await product.visit('mira')
  await page.goto(`${product.url}/dashboard/stream-setting`)
  const card = page.getByRole('region', { name: 'Alert style' })
  const preview = page.frameLocator('iframe[title="Preview of the alert"]')
  await preview.locator('.alert[data-theme=liquid]').waitFor()

  await card.getByRole('radio', { name: /^Ticket/ }).check()
  await preview.locator('.alert[data-theme=ticket].still').waitFor()
  await card.getByLabel('Headline').fill('{user} is a legend')
  await expect.poll(() => preview.locator('.headline').textContent()).toMatch(/ is a legend$/)
  await card.getByLabel('Headline').fill('{usr}')
  expect(await card.getByRole('alert').textContent()).toContain('{usr}')
  await page.keyboard.press('Control+z')
  await expect.poll(() => preview.locator('.headline').textContent()).not.toContain('{usr}')
  await card.getByLabel('Headline').fill('{user} is a legend')
  await card.getByRole('button', { name: 'Duplicate as a variation' }).click()
  await card.getByLabel('From amount').fill('100')
  await card.getByRole('radio', { name: /^Arcade/ }).check()
  await preview.locator('.alert[data-theme=arcade]').waitFor()
  await card.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Published. Your next alert looks like this.').waitFor()
  await checkPageNow(page)
  expect(takeErrors()).toEqual([])

  const { goaluuid } = await product.db
    .selectFrom('goal')
    .select('goaluuid')
    .where('creatorUid', '=', uid)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirstOrThrow()
  await buildTip(product.db, uid, { goaluuid, amountMinor: 5_00, supporterName: 'Lin' })
  const shown = overlay.page.locator('.alert')
  await shown.waitFor()
  expect(await shown.getAttribute('data-theme')).toBe('ticket')
  expect(await shown.locator('.headline').textContent()).toBe('Lin is a legend')
  expect(overlay.errors()).toEqual([])
})

test('the preview shows every widget in the draft, by keyboard and on a phone, and the stream what is published', async () => {
  const password = 'correct-horse-1'
  const { uid, email } = await buildCreator(product.db, { passwordHash: await hashPassword(password) })
  await buildGoal(product.db, uid, { title: 'A kiln' })
  const onStream = await product.openPage(`/overlay?userUID=${uid}&widget=goal`)
  const { page, open, takeErrors } = await product.visit(undefined, {
    account: { email, password },
    viewport: phone,
  })
  await open('/dashboard/stream-setting')
  const card = page.getByRole('region', { name: 'Alert style' })
  const preview = page.frameLocator('iframe[title="Preview of the widget in this style"]')
  const colorOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).color)

  await card.getByLabel('In the preview').focus()
  for (const [part, text] of [
    ['.bar-title', 'A kiln'], // the creator's own goal; of the rest there are examples
    ['.timer-name', 'Donothon 1'],
    ['.board-row:first-child', 'Ada'],
    ['.board-row:first-child', 'Lin'],
    ['.total-sum', '£185'],
  ] as const) {
    await page.keyboard.press('ArrowDown')
    await preview.locator(part, { hasText: text }).waitFor()
    expect(await preview.locator('#problem').isVisible()).toBe(false)
  }
  await card.getByRole('radio', { name: /^Ticket/ }).check()
  await expect.poll(() => colorOf(preview.locator('.total-sum'))).toBe('rgb(27, 21, 48)')
  await card.getByRole('radio', { name: 'Large' }).check()
  await expect.poll(() => preview.locator(':root').getAttribute('data-size')).toBe('large')
  await checkPageNow(page)
  expect(takeErrors()).toEqual([])
  expect(await colorOf(onStream.locator('.bar-text'))).toBe('rgb(255, 255, 255)')
})

/** Returns an animation of 1,001 frames that differ, in a file of a few kilobytes. */
async function makeLongAnimation(): Promise<Buffer> {
  const [size, frames] = [8, 1_001]
  const pixels = Buffer.alloc(size * size * frames * 3)
  for (let i = 0; i < frames; i++) pixels.fill((i * 97) % 256, i * size * size * 3, (i + 1) * size * size * 3)
  const raw = { width: size, height: size * frames, channels: 3, pageHeight: size } as const
  return sharp(pixels, { raw }).webp({ effort: 0 }).toBuffer()
}

test('hostile pictures and sounds are refused in one sentence', async () => {
  const page = await product.openPage('/dashboard/stream-setting', { as: 'otto' })
  const picture = page.getByRole('group', { name: 'Picture' })
  const sound = page.getByLabel('Upload a sound')
  const folder = await mkdtemp(join(tmpdir(), 'brimful-'))
  const huge = join(folder, 'huge.png')
  await writeFile(huge, '')
  await truncate(huge, 100 * 1024 * 1024)
  const svg = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') }
  const bomb = { name: 'a.webp', mimeType: 'image/webp', buffer: await makeLongAnimation() }
  const says = (sentence: string) => page.getByText(sentence, { exact: true }).waitFor()

  await picture.getByLabel('Upload').setInputFiles(svg)
  await says('Please use a JPEG, PNG, WebP or GIF picture, or a WebM video.')
  await picture.getByLabel('Upload').setInputFiles(bomb)
  await says(
    'This animation is too large: it has too many frames, or too many pixels altogether. Please make it smaller or shorter.',
  )
  await picture.getByLabel('Upload').setInputFiles(huge)
  await says('Please use a picture of up to 5 MB.')
  await sound.setInputFiles(svg)
  await says('Please use an MP3, Ogg or WAV sound.')
  await sound.setInputFiles(huge)
  await says('Please use a sound of up to 500 KB.')

  expect(await picture.getByRole('radio').count()).toBe(1) // the style's own
  await rm(folder, { recursive: true })
})

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
  const { goaluuid } = await buildGoal(product.db, uid, { amountMinor: 100_00 })
  await saveHoldRules(product.db, uid, { ...(await getHoldRules(product.db, uid)), holdsMessages: true })
  const milestones = { quarters: true, oneTipToGo: false }
  const overlay = await openWith(uid, { milestones }, 1_000)
  const panel = await product.openPage('/control-panel', { account: { email, password } })
  await buildTip(product.db, uid, { goaluuid, amountMinor: 30_00, supporterName: 'Lin', message: 'Hello' })
  await buildTip(product.db, uid, { goaluuid, amountMinor: 1_00, supporterName: 'Max', message: '' })
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
