/**
 * Tests the life of a goal: created with a picture, tipped, overfunded, completed, and open again with a new stream. Also tests the other actions of a creator on
 * goals.
 */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { choosePicture, payAtPaypal, writeTip } from './page-steps.ts'
import { setUpProduct } from './product-fixture.ts'
import { checkPage, phone } from './visitors.ts'
import type { Visitor } from './visitors.ts'

const userName = 'juniper_o'
const title = `A loom, number ${Date.now() % 100_000}`
const product = setUpProduct({ reducedMotion: 'reduce' })
let creator: Visitor

beforeAll(async () => {
  creator = await product.visit('juniper')
})

test('a goal is created with a picture that is previewed before the upload', async () => {
  const { page } = creator
  await creator.open('/dashboard/goals-overview')
  await page.getByRole('heading', { name: /^Running:/ }).waitFor()
  await checkPage(page)

  await page.getByRole('button', { name: 'New goal' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Title').fill(title)
  await form.getByRole('button', { name: 'Publish goal' }).click()
  await form.getByText('Please enter an amount from 1 to 10,000,000.').waitFor()
  await form.getByLabel('Amount in £').fill('20')
  await form.getByLabel('What’s it for?').fill('Wool is here already.')
  await choosePicture(form.locator('input[type=file]'), 900, 700)
  await page.getByRole('button', { name: 'Crop and use' }).click()
  await form.getByAltText('The picture as supporters will see it').waitFor()
  await checkPage(page)
  await form.getByRole('button', { name: 'Publish goal' }).click()
  await page.getByText(`“${title}” is live.`).waitFor()

  const row = rowOf(page, title)
  await row.getByRole('progressbar', { name: `${title}: £0 of £20` }).waitFor()
  const { image, currency } = await goal()
  expect([currency, image]).toEqual(['gbp', expect.stringMatching(/^\/media\/[0-9a-f]{32}-1280\.webp$/)])
  expect((await fetch(product.url + image)).headers.get('content-type')).toBe('image/webp')
})

test('an overfunded goal is completed with one alert and one chat message', async () => {
  const { goalId: goaluuid, creatorUid } = await goal()
  const overlay = await product.openOverlay(`?userUID=${creatorUid}`)
  const supporter = await product.openPage(`/${userName}/fund-goal/${goaluuid}`, { viewport: phone })
  await tip(supporter, '7', 'Ada')
  await rowOf(creator.page, title)
    .getByRole('progressbar', { name: /£7 of £20/ })
    .waitFor()
  await supporter.reload()
  await tip(supporter, '20', 'Grace')

  await rowOf(creator.page, title).getByText('Funded').waitFor()
  await rowOf(creator.page, title).getByText('135%').first().waitFor()
  await expect.poll(overlay.texts).toContainEqual(expect.stringContaining(`${title} was just fully funded!`))
  const funded = product.db
    .selectFrom('alert')
    .select(['body'])
    .where('creatorUid', '=', creatorUid)
    .execute()
  expect((await funded).filter(({ body }) => (body as { kind: string }).kind === 'goalFunded')).toHaveLength(
    1,
  )
  const line = `${title} was just fully funded on Brimful! Thank you! ${product.url}/${userName}/current-goals/${goaluuid}`
  const chat = () => product.chatLines(`twitch/channel/${userName}`)
  await expect.poll(async () => (await chat()).filter((text) => text === line)).toHaveLength(1)
})

test('a goal that starts anew each stream is open again on all pages when one begins, and can be funded again', async () => {
  const { page } = creator
  const { goalId: goaluuid, creatorUid } = await goal()
  const widget = await product.openPage(`/overlay?userUID=${creatorUid}&widget=goal&goal=${goaluuid}`)
  await widget.getByText('£27 / £20').waitFor()
  await page.getByRole('button', { name: `Edit: ${title}` }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Starts anew').selectOption('Each stream')
  await form.getByText(/^The goal counts from zero again when you start/).waitFor()
  await checkPage(page)
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await rowOf(page, title).getByText('starts anew each stream').waitFor()

  await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' }
    await fetch('/api/v1/goals/start-stream-total', { method: 'POST', headers, body: '{}' })
  })

  await widget.getByText('£0 / £20').waitFor()
  await rowOf(page, title)
    .getByRole('progressbar', { name: `${title}: £0 of £20` })
    .waitFor()
  await rowOf(page, title).getByText('History (1)').click()
  await rowOf(page, title).getByText('£27', { exact: true }).waitFor()
  await checkPage(page)
  const supporter = await product.openPage(`/${userName}/fund-goal/${goaluuid}`, { viewport: phone })
  await tip(supporter, '20', 'Ada')
  await widget.getByText('£20 / £20').waitFor()
  const fundings = () =>
    product.db
      .selectFrom('outbox')
      .select('eventId')
      .where('creatorUid', '=', creatorUid)
      .where('type', '=', 'goal.funded')
      .execute()
  await expect.poll(async () => (await fundings()).length).toBe(2)
})

test('closing and archiving can be undone, and the amount of a goal stays above what it has received', async () => {
  const { page } = creator
  const [, second] = await runningTitles()
  await page.getByRole('button', { name: `Move ${second} up` }).click()
  await expect.poll(async () => (await runningTitles())[0]).toBe(second)

  await page.getByRole('button', { name: `Close goal: ${second}` }).click()
  await page.getByText(`“${second}” is closed and no longer takes tips.`).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText(`“${second}” is open again.`).waitFor()
  await page.getByRole('button', { name: `Archive: ${second}` }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(runningTitles).toContain(second)

  await page.getByRole('button', { name: `Edit: ${second}` }).click()
  const form = page.getByRole('dialog')
  await form.getByText(/^This goal already has tips/).waitFor()
  await form.getByLabel('Amount in £').fill('1')
  await form.getByLabel('Title').fill(`${second} again`)
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await form.getByText(/^Please enter more than the £/).waitFor()
  expect(await form.getByLabel('Title').inputValue()).toBe(`${second} again`)
  await page.keyboard.press('Escape')
  expect(creator.takeErrors().filter((text) => !text.includes('400'))).toEqual([])
})

async function runningTitles(): Promise<string[]> {
  return (await product.goalsOf(userName)).map((row) => row.title)
}

function goal() {
  return product.db.selectFrom('goal').selectAll().where('title', '=', title).executeTakeFirstOrThrow()
}

function rowOf(page: Page, name: string) {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
}

async function tip(page: Page, amount: string, name: string): Promise<void> {
  await writeTip(page, { amount, name })
  await payAtPaypal(page)
  await page.getByText('Payment Successful!').waitFor()
}
