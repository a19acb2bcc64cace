/** Compares the editor's preview with the overlay by picture in each theme, and takes pictures of each over two games. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { lookOf, standardStyle } from '../contract/alerts/alert-looks.ts'
import { alertTheme } from '../contract/alerts/alert-style.ts'
import { findAlertStyle, publishAlertStyle, saveAlertDraft } from '../db/queries/alerts/alert-styles.ts'
import { buildCreator, buildGoal } from '../db/builders.fixture.ts'
import { buildTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { openSource } from './obs-source.ts'
import { setUpProduct } from './product-fixture.ts'
import { differenceOf, setGround, takePicture } from './style-pictures.ts'
import { desktop, stream } from './visitors.ts'

const product = setUpProduct({ viewport: desktop })
/** Letters may be placed a fraction of a pixel apart. */
const maxDifference = 0.002

async function findCreator(): Promise<string> {
  const { uid } = await product.db
    .selectFrom('account')
    .select('uid')
    .where('userName', '=', 'miravale')
    .executeTakeFirstOrThrow()
  return uid
}

/** Shows the editor's frame alone, in the overlay's size. */
const onlyPreview = `
  .style-ground { position: static !important; overflow: visible !important }
  iframe { display: none }
  iframe[src='/streamalerts?editor'] { display: block; position: fixed !important; inset: 0; z-index: 9999; transform: none !important }
  header { visibility: hidden !important } * { contain: none !important }`

/** Returns a picture of the editor's frame. */
async function takePreview(page: Page): Promise<Buffer> {
  const element = await page.waitForSelector('iframe[src="/streamalerts?editor"]')
  const frame = (await element.contentFrame())!
  await frame.waitForFunction(() => document.querySelector('.alert.still') !== null, undefined, {
    polling: 100,
  })
  await setGround(frame, 'plain')
  // a sheet of the page's own object model, because its content policy refuses inline styles
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets.push(sheet)
  }, onlyPreview)
  await frame.evaluate(() => document.fonts.ready)
  return page.screenshot({ clip: { x: 0, y: 0, ...stream } })
}

/** The clip's width, how many pictures it has, and how far they are apart in milliseconds. */
const clip = { width: 400, pictures: 30, stepMs: 110, maxBytes: 200 * 1024 }

/** Takes pictures of an alert's way in and stay over the bright game, and returns them as an animated WebP. */
async function takeClip(page: Page): Promise<Buffer> {
  await setGround(page, 'bright')
  const pictures: Buffer[] = []
  for (let i = 0; i < clip.pictures; i++) {
    await page.evaluate((at) => {
      for (const animation of document.getAnimations()) {
        animation.pause()
        animation.currentTime = at
      }
    }, i * clip.stepMs)
    pictures.push(
      await sharp(await page.screenshot())
        .resize(clip.width)
        .png()
        .toBuffer(),
    )
  }
  const delay = [...Array<number>(clip.pictures - 1).fill(clip.stepMs), 2_000]
  return sharp(pictures, { join: { animated: true } })
    .webp({ quality: 45, effort: 6, delay, loop: 0 })
    .toBuffer()
}

test('a clip of an alert over a game is small enough for the gallery', async () => {
  const { uid } = await buildCreator(product.db)
  const { goalId: goaluuid } = await buildGoal(product.db, uid, {
    title: 'A kiln for the clay season',
    amountMinor: 100_00,
  })
  const overlay = await openSource(
    await product.browser.newContext({ viewport: stream }),
    `${product.url}/streamalerts?userUID=${uid}`,
    { displayMs: 120_000 },
  )
  // Pauses animations from their start: one that has ended before the first picture could not be rewound.
  await overlay.page.addStyleTag({ content: '* { animation-play-state: paused !important }' })
  await buildTip(product.db, uid, {
    goalId: goaluuid,
    amountMinor: 75_00,
    supporterName: 'Ada',
    message: 'For the kiln!',
  })
  await overlay.page.locator('.alert').waitFor({ state: 'attached' })
  await overlay.page.evaluate(() => document.fonts.ready)

  const animated = await takeClip(overlay.page)

  expect((await sharp(animated).metadata()).pages).toBe(clip.pictures)
  expect(animated.length).toBeLessThanOrEqual(clip.maxBytes)
  if (process.env.PICTURES_DIR) await writeFile(join(process.env.PICTURES_DIR, 'alert-clip.webp'), animated)
})

/** Opens the editor of Mira's style. */
async function openEditor() {
  const page = await product.openPage('/dashboard/alert-style', { as: 'mira' })
  await page.frameLocator('iframe[src="/streamalerts?editor"]').locator('.alert.still').waitFor()
  return { page, card: page.getByRole('region', { name: 'Alert style' }) }
}

/** Runs in the page: changes a field and returns how many frames have begun when the preview's document has the change. */
async function countFrames([selector, value]: readonly [string, string]): Promise<number> {
  const preview = document.querySelector<HTMLIFrameElement>('.style-ground iframe')!
  const field = document.querySelector<HTMLInputElement>(selector)!
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
  await new Promise(requestAnimationFrame)
  let frames = 0
  const count = () => {
    frames += 1
    requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
  setValue.call(field, value) // as a person does, unnoticed by React's own setter
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await new Promise((done) => {
    const observer = new MutationObserver(done)
    const { documentElement: root } = preview.contentDocument!
    observer.observe(root.querySelector('#alert') ?? root, { childList: true, attributeFilter: ['style'] })
  })
  return frames
}

test('a change in the editor is in the preview within two frames', async () => {
  const { page, card } = await openEditor()
  await card.getByLabel('Headline').evaluate((field) => field.setAttribute('data-test', 'headline'))
  const counts: number[] = []
  for (let i = 0; i < 20; i++) {
    counts.push(await page.evaluate(countFrames, ['[data-test=headline]', `Thank you, ${i}`] as const))
    const color = `#${String(i + 10).repeat(3)}`
    counts.push(await page.evaluate(countFrames, ['input[type=color]', color] as const))
  }
  const sorted = counts.toSorted((a, b) => a - b)
  console.log(`from an input to the preview: ${sorted[20]} frames (median of 40), at most ${sorted.at(-1)}`)
  expect(sorted[20]).toBeLessThanOrEqual(2)
})

test('a widget in the preview has a change within two frames', async () => {
  const { page, card } = await openEditor()
  await card.getByLabel('In the preview').selectOption('timer')
  await page.frameLocator('iframe[src="/overlay?editor&widget=timer"]').locator('.timer-time').waitFor()
  const counts: number[] = []
  for (let i = 0; i < 40; i++) {
    const color = `#${String(i + 10).repeat(3)}`
    counts.push(await page.evaluate(countFrames, ['input[type=color]', color] as const))
  }
  const sorted = counts.toSorted((a, b) => a - b)
  console.log(`from an input to the widget: ${sorted[20]} frames (median of 40), at most ${sorted.at(-1)}`)
  expect(sorted[20]).toBeLessThanOrEqual(2)
})

test('in forced colours it shows what is chosen', async () => {
  const { page, card } = await openEditor()
  await page.emulateMedia({ forcedColors: 'active' })
  const choices = [
    [
      card.getByRole('switch', { name: 'Show the message' }),
      card.getByRole('switch', { name: 'Show the message' }),
    ],
    [card.getByRole('group', { name: 'Size' }), card.getByRole('radio', { name: 'Small' })],
    [card.getByRole('group', { name: 'Place' }), card.getByRole('radio', { name: 'Bottom left' })],
  ] as const
  for (const [seen, choice] of choices) {
    const before = await seen.screenshot()
    await choice.click({ force: true })
    await choice.blur()
    await page.mouse.move(0, 0)
    await expect.poll(async () => differenceOf(before, await seen.screenshot())).toBeGreaterThan(0.02)
  }
  const border = (name: string) =>
    page.getByRole('button', { name }).evaluate((element) => getComputedStyle(element).borderTopWidth)
  expect([await border('Publish'), await border('Save draft')]).toEqual(['1px', '1px'])
})

test.each(alertTheme.options)('the preview of %s equals the overlay', async (theme) => {
  const { db } = product
  const uid = await findCreator()
  await db.updateTable('goal').set({ status: 'ARCHIVED' }).where('creatorUid', '=', uid).execute()
  const goal = { title: 'A kiln for the clay season', amountMinor: 100_00, position: 0 }
  const { goalId: goaluuid } = await buildGoal(db, uid, goal)
  const look = { ...lookOf(theme), durationMs: 20_000 }
  const version = (await findAlertStyle(db, uid))?.draftVersion ?? 0
  await saveAlertDraft(db, uid, { ...standardStyle(), look }, version)
  await publishAlertStyle(db, uid, version + 1)
  const options = { viewport: stream, reducedMotion: 'reduce' as const }
  const overlay = await product.openPage(`/streamalerts?userUID=${uid}`, options)
  await overlay.waitForFunction(() => localStorage.length > 0, undefined, { polling: 100 })
  await setGround(overlay, 'plain')

  await buildTip(db, uid, {
    goalId: goaluuid,
    amountMinor: 45_00,
    supporterName: 'Ada',
    message: 'For the workshop and many, many cups!',
  })
  const shown = await takePicture(overlay)
  const editor = await product.openPage('/dashboard/alert-style', { as: 'mira', reducedMotion: 'reduce' })
  const previewed = await takePreview(editor)

  const folder = process.env.PICTURES_DIR
  if (folder) {
    await sharp(shown).toFile(join(folder, `${theme}-overlay.png`))
    await sharp(previewed).toFile(join(folder, `${theme}-preview.png`))
    for (const ground of ['bright', 'dark'] as const) {
      await setGround(overlay, ground)
      const picture = await overlay.screenshot()
      await sharp(picture)
        .resize(640)
        .webp({ quality: 70 })
        .toFile(join(folder, `${theme}-${ground}.webp`))
    }
    await overlay.emulateMedia({ forcedColors: 'active' })
    await overlay.screenshot({ path: join(folder, `${theme}-forced.png`) })
  }
  expect(await overlay.locator('.alert').getAttribute('data-theme')).toBe(theme)
  expect(await differenceOf(shown, previewed)).toBeLessThan(maxDifference)
})
