/** Arranges a scene in the studio, and tests what an open scene of the stream shows of it. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { lookOf, standardStyle } from '../contract/alerts/alert-looks.ts'
import { buildCreator, buildGoal } from '../db/builders.fixture.ts'
import { publishAlertStyle, saveAlertDraft } from '../db/queries/alerts/alert-styles.ts'
import { hashPassword } from '../domain/accounts/passwords.ts'
import { showOverlayKey } from '../domain/alerts/overlay-key.ts'
import { readSecretKeys } from '../domain/config/secret-keys.ts'
import { buildTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { openSource } from './obs-source.ts'
import { setUpProduct } from './product-fixture.ts'
import { checkPageNow, desktop, phone, stream } from './visitors.ts'
import type { Account } from './visitors.ts'

const product = setUpProduct({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
const password = 'lantern-under-river-58'
let creator: { uid: string; account: Account }

beforeEach(async () => {
  const { uid, email } = await buildCreator(product.db, { passwordHash: await hashPassword(password) })
  await buildGoal(product.db, uid, { title: 'A kiln', amountMinor: 100_00 })
  creator = { uid, account: { email, password } }
})

async function openStudio(viewport = { width: 1440, height: 900 }): Promise<Page> {
  const page = await product.openPage('/dashboard/studio', { account: creator.account, viewport })
  await page.frameLocator('iframe').locator('.alert').waitFor()
  await canvasOf(page).getByRole('button', { name: 'Goal bar' }).waitFor()
  return page
}
const canvasOf = (page: Page) => page.getByRole('region', { name: 'Canvas' })
const saved = (page: Page) => page.getByText('Draft saved', { exact: true }).waitFor()

/** Opens the creator's scene as a source of OBS. */
async function openScene(viewport = stream) {
  const { db, env, url } = product
  const key = await showOverlayKey(
    { db, config: { secretsKey: readSecretKeys(env['SECRETS_KEY']!) } },
    creator.uid,
  )
  const context = await product.browser.newContext({ viewport })
  const sockets: string[] = []
  context.on('page', (page) => page.on('websocket', (socket) => sockets.push(socket.url())))
  const address = `${url}/overlay/scene?userUID=${creator.uid}#key=${key}`
  return { ...(await openSource(context, address, { displayMs: 60_000 })), sockets }
}

/** Returns where an element is, as parts of the picture. */
async function partsOf(page: Page, selector: string, { width, height } = stream) {
  const box = (await page.locator(selector).boundingBox())!
  return {
    left: box.x / width,
    right: (box.x + box.width) / width,
    top: box.y / height,
    bottom: (box.y + box.height) / height,
  }
}

test('a layer is dragged, moved by keys, undone after it was saved, and published to an open scene without a reload', async () => {
  const scene = await openScene()
  await scene.page.locator('.layer.goal .bar').waitFor()
  const before = await partsOf(scene.page, '.layer.goal')
  const studio = await openStudio()
  const goal = canvasOf(studio).getByRole('button', { name: 'Goal bar' })

  const box = (await goal.boundingBox())!
  await studio.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await studio.mouse.down()
  await studio.mouse.move(box.x + box.width / 2 + 120, box.y - 160, { steps: 5 })
  await studio.mouse.up()
  await saved(studio)
  const dragged = (await goal.boundingBox())!
  expect(Math.round(dragged.x - box.x)).toBeGreaterThan(100)

  await goal.focus()
  await studio.keyboard.press('Shift+ArrowRight')
  await expect.poll(async () => (await goal.boundingBox())!.x).toBeGreaterThan(dragged.x)
  await studio.keyboard.press('+')
  await expect.poll(async () => (await goal.boundingBox())!.width).toBeGreaterThan(dragged.width)
  for (let i = 0; i < 3; i++) await studio.keyboard.press('Control+z')
  await expect.poll(async () => Math.round((await goal.boundingBox())!.x)).toBe(Math.round(box.x))
  expect(await partsOf(scene.page, '.layer.goal')).toEqual(before) // nothing is published yet

  await studio.keyboard.press('Control+y')
  await saved(studio)
  await studio.getByRole('button', { name: 'Show Top supporters' }).click()
  await studio.getByRole('button', { name: 'Publish' }).click()
  const dialog = studio.getByRole('dialog', { name: 'Publish this scene?' })
  expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([
    'Top supporters: shown',
    'Goal bar: moved',
  ])
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await studio.getByText('Published. Your stream shows this scene now.').waitFor()

  await expect
    .poll(async () => (await partsOf(scene.page, '.layer.goal')).left)
    .toBeGreaterThan(before.left + 0.05)
  await scene.page.locator('.layer[data-layer=top]:not([hidden])').waitFor({ state: 'attached' })
  expect([await scene.loads(), scene.sockets.length, scene.errors()]).toEqual([1, 1, []])
  await studio.reload()
  await studio.getByRole('button', { name: 'Hide Top supporters' }).waitFor()
})

test('an alert plays at its layer’s place, without a bar of its own, and counts as shown', async () => {
  await saveAlertDraft(product.db, creator.uid, { ...standardStyle(), look: lookOf('ticket') }, 0)
  await publishAlertStyle(product.db, creator.uid, 1)
  const studio = await openStudio()
  await studio.getByLabel('From the left, in per cent').fill('0')
  await studio.getByLabel('From the top, in per cent').fill('100')
  await saved(studio)
  await studio.getByRole('button', { name: 'Publish' }).click()
  await studio.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await studio.getByText('On your stream', { exact: true }).waitFor()
  const scene = await openScene()

  await buildTip(product.db, creator.uid, { supporterName: 'Lin', amountMinor: 5_00 })

  await scene.page.locator('.alert', { hasText: 'Lin' }).waitFor()
  const place = await partsOf(scene.page, '.alert')
  expect([place.left < 0.1, place.bottom > 0.85, place.bottom <= 1]).toEqual([true, true, true])
  expect(await scene.page.locator('.bar').count()).toBe(1)
  await expect
    .poll(() =>
      product.db.selectFrom('alert').select('shownAt').where('creatorUid', '=', creator.uid).execute(),
    )
    .toEqual([{ shownAt: expect.any(Date) }])
  expect([await scene.plays(), scene.sockets.length, scene.errors()]).toEqual([1, 1, []])
})

test('a scene that hides the alert leaves alerts to the other overlays', async () => {
  const scene = await openScene()
  await scene.page.locator('.layer.goal .bar').waitFor()
  const studio = await openStudio()
  await studio.getByRole('button', { name: 'Hide Alert' }).click()
  await saved(studio)
  await studio.getByRole('button', { name: 'Publish' }).click()
  await studio.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect.poll(() => scene.loads()).toBe(2)
  await scene.page.locator('.layer.goal .bar').waitFor()

  await buildTip(product.db, creator.uid, { supporterName: 'Lin' })
  await scene.page.locator('.bar-sum', { hasText: '10' }).waitFor()

  const alerts = await product.db
    .selectFrom('alert')
    .select('begunAt')
    .where('creatorUid', '=', creator.uid)
    .execute()
  expect(alerts.map(({ begunAt }) => begunAt)).toEqual(alerts.map(() => null))
  expect(await scene.appeared()).toEqual([])
})

test.each([
  { width: 800, height: 600 },
  { width: 1080, height: 1920 },
  { width: 640, height: 200 },
  { width: 3840, height: 2160 },
])('in a picture of $width × $height no layer leaves it', async (size) => {
  const studio = await openStudio()
  for (const name of ['Donothon timer', 'Top supporters', 'Latest tips', 'Total'])
    await studio.getByRole('button', { name: `Show ${name}` }).click()
  for (const name of ['Goal bar', 'Top supporters']) {
    await canvasOf(studio).getByRole('button', { name }).focus()
    for (let i = 0; i < 12; i++) await studio.keyboard.press('+')
  }
  await saved(studio)
  await studio.getByRole('button', { name: 'Publish' }).click()
  await studio.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await studio.getByText('On your stream', { exact: true }).waitFor()
  for (let i = 0; i < 6; i++)
    await buildTip(product.db, creator.uid, { supporterName: 'W'.repeat(50), amountMinor: 50_000_00 })

  const { page } = await openScene(size)
  await page.locator('.layer.total .total-sum').waitFor()
  await page.locator('.layer.board .board-row').first().waitFor()
  for (const box of await page
    .locator('.layer:not(#alert):not([hidden])')
    .evaluateAll((layers) => layers.map((layer) => layer.getBoundingClientRect().toJSON() as DOMRect))) {
    expect(Math.min(box.left, box.top)).toBeGreaterThanOrEqual(-0.5)
    expect(box.right).toBeLessThanOrEqual(size.width + 0.5)
    expect(box.bottom).toBeLessThanOrEqual(size.height + 0.5)
  }
})

test('on a phone the studio is whole, and work is not lost on the way out', async () => {
  const studio = await openStudio(phone)
  await checkPageNow(studio)
  await studio.getByRole('button', { name: 'Hide Goal bar' }).click()
  await studio.getByRole('link', { name: 'Stream', exact: true }).click()
  await studio.getByRole('alertdialog').or(studio.getByRole('dialog')).waitFor()
})

test('a screenshot lies below the scene, and is sent nowhere', async () => {
  const studio = await openStudio(desktop)
  const sent: string[] = []
  studio.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  const picture = { name: 'game.png', mimeType: 'image/png', buffer: await studio.screenshot() }
  await studio.locator('input[type=file]').setInputFiles(picture)

  await canvasOf(studio).locator('img[src^="blob:"]').waitFor()
  expect(sent).toEqual([])
  await checkPageNow(studio)
})
