/** What a creator does on the signed-in pages: playing an alert again, reading notifications, meeting every kind of failure. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from './browser.ts'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'
import { seedRun } from './marked-data.ts'
import { visit } from './visitors.ts'
import type { Visitor } from './visitors.ts'

let browser: Browser
let product: Product
let uid: string
let mark: string
let creator: Visitor

beforeAll(async () => {
  browser = await launchChromium()
  product = await startProduct('postgres')
  ;({ mark, creatorUid: uid } = await seedRun(product))
  creator = await visit(browser, product, accountOf('otto@brimful.example'))
})
afterAll(async () => {
  await browser?.close()
  await product?.[Symbol.asyncDispose]()
})

test('an alert is played again from the feed, and its count of notifications goes when all are read', async () => {
  const { page } = creator
  const overlay = await visit(browser, product, undefined, { viewport: { width: 1280, height: 720 } })
  await overlay.open(`/streamalerts?userUID=${uid}`)
  await overlay.page.waitForLoadState('networkidle')
  await creator.open('/dashboard')
  const replay = page.getByRole('button', { name: new RegExp(`^Replay the alert for Fan ${mark}`) })
  await replay.click()
  await page.getByText('The alert is playing again on your stream.').waitFor()
  await overlay.page.getByText(`Fan ${mark}`).first().waitFor()

  await page
    .getByRole('link', { name: /unread notification/ })
    .first()
    .waitFor()
  await creator.open('/dashboard/notification')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('link', { name: /unread notification/ }).waitFor({ state: 'detached' })
  expect(creator.complaints()).toEqual([])
})

test('a failed call has the effect that its status has', async () => {
  const { page } = creator
  const replay = page.getByRole('button', { name: new RegExp(`^Replay the alert for Fan ${mark}`) })
  // Before the page is there: a service worker's page may not notice a route that comes later.
  let reply: { status: number; json: object } | undefined
  await page.route('**/goals/replay-alert', (route) => (reply ? route.fulfill(reply) : route.abort()))
  const replying = async (status: number, json: object) => {
    reply = { status, json }
    creator.complaints()
    await replay.click()
  }
  await creator.open('/dashboard')
  await replying(503, { ErrorMessage: `Down for ${mark}`, code: 'unavailable' })
  await page.getByText(`Down for ${mark}`).waitFor()
  await replying(500, {})
  await page.getByText('An unexpected error occurred.').waitFor()
  await replying(403, { ErrorMessage: `Not for ${mark}`, code: 'forbidden' })
  await expect.poll(() => creator.complaints().join()).toContain(`Not for ${mark}`)
  expect(await page.getByText(`Not for ${mark}`).count()).toBe(0)
  reply = undefined
  await replay.click()
  await page.getByText('Network error. Please check your connection.').waitFor()

  await page.route('**/update-notification-preference', (route) => route.fulfill({ status: 500, json: {} }))
  await creator.open('/dashboard/notifications-setting')
  const tips = page.getByRole('switch', { name: 'Tips' })
  const before = await tips.getAttribute('aria-checked')
  await tips.click()
  await page.getByText('Failed to update notification settings.').waitFor()
  expect(await tips.getAttribute('aria-checked')).toBe(before)

  await creator.open('/dashboard')
  await replying(401, { ErrorMessage: 'no', code: 'unauthenticated' })
  await page.getByText('Session expired. Redirecting to login.').waitFor()
  await page.waitForURL(`${product.url}/account`)
})

function accountOf(email: string) {
  return product.accounts.find((account) => account.email === email)!
}
