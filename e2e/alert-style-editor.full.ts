/** Tests the editor of styles in a browser, and that what it publishes reaches an open overlay. */
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { buildCreator, buildGoal } from '../db/builders.fixture.ts'
import { hashPassword } from '../domain/accounts/passwords.ts'
import { buildTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { openSource } from './obs-source.ts'
import { setUpProduct } from './product-fixture.ts'
import { checkPageNow, desktop, phone, stream } from './visitors.ts'

const product = setUpProduct({ viewport: desktop })

test('a change shows in the preview, and once published on an open overlay without a reload', async () => {
  const { uid } = await product.db
    .selectFrom('account')
    .select('uid')
    .where('userName', '=', 'miravale')
    .executeTakeFirstOrThrow()
  const context = await product.browser.newContext({ viewport: stream })
  const overlay = await openSource(context, `${product.url}/streamalerts?userUID=${uid}`, {
    displayMs: 60_000,
  })
  const { page, takeErrors } = await product.visit('mira')
  await page.goto(`${product.url}/dashboard/alert-style`)
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

  const { goalId: goaluuid } = await product.db
    .selectFrom('goal')
    .select('goalId')
    .where('creatorUid', '=', uid)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirstOrThrow()
  await buildTip(product.db, uid, { goalId: goaluuid, amountMinor: 5_00, supporterName: 'Lin' })
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
  await open('/dashboard/alert-style')
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
  const page = await product.openPage('/dashboard/alert-style', { as: 'otto' })
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
