/** Tests that a creator replays an alert, reads notifications, and sees each kind of failed request. */
import { beforeAll, expect, test } from 'vitest'
import { seedMarkedData } from './marked-data.ts'
import { setUpProduct } from './product-fixture.ts'
import type { Visitor } from './visitors.ts'

const product = setUpProduct()
let uid: string
let mark: string
let creator: Visitor

beforeAll(async () => {
  ;({ mark, creatorUid: uid } = await seedMarkedData(product))
  creator = await product.visit('otto')
})

test('an alert is replayed from the feed, and the unread count disappears when all notifications are read', async () => {
  const { page } = creator
  const overlay = await product.openOverlay(`?userUID=${uid}`)
  await creator.open('/dashboard')
  const replay = page.getByRole('button', { name: new RegExp(`^Replay the alert for Supporter ${mark}`) })
  await replay.click()
  await page.getByText('The alert is playing again on your stream.').waitFor()
  await expect.poll(overlay.texts).toContainEqual(expect.stringContaining(`Supporter ${mark}`))

  await page
    .getByRole('link', { name: /unread notification/ })
    .first()
    .waitFor()
  await creator.open('/dashboard/notification')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('link', { name: /unread notification/ }).waitFor({ state: 'detached' })
  expect(creator.takeErrors()).toEqual([])
})

test('each kind of failed request shows the message for its status', async () => {
  const { page } = creator
  const replay = page.getByRole('button', { name: new RegExp(`^Replay the alert for Supporter ${mark}`) })
  // The route is set before the page opens, because a page with a service worker may ignore later ones.
  let reply: { status: number; json: object } | undefined
  await page.route('**/goals/replay-alert', (route) => (reply ? route.fulfill(reply) : route.abort()))
  const replying = async (status: number, json: object) => {
    reply = { status, json }
    creator.takeErrors()
    await replay.click()
  }
  await creator.open('/dashboard')
  await replying(503, { ErrorMessage: `Down for ${mark}`, code: 'unavailable' })
  await page.getByText(`Down for ${mark}`).waitFor()
  await replying(500, {})
  await page.getByText('An unexpected error occurred.').waitFor()
  await replying(403, { ErrorMessage: `Not for ${mark}`, code: 'forbidden' })
  await expect.poll(() => creator.takeErrors().join()).toContain(`Not for ${mark}`)
  expect(await page.getByText(`Not for ${mark}`).count()).toBe(0)
  reply = undefined
  await replay.click()
  await page.getByText('Network error. Please check your connection.').waitFor()

  await page.route('**/update-notification-preference', (route) => route.fulfill({ status: 500, json: {} }))
  await creator.open('/dashboard/notifications-setting')
  const tips = page.getByRole('switch', { name: 'Tips' })
  const before = await tips.isChecked()
  await tips.click()
  await page.getByText('Failed to update notification settings.').waitFor()
  expect(await tips.isChecked()).toBe(before)

  await creator.open('/dashboard')
  await replying(401, { ErrorMessage: 'no', code: 'unauthenticated' })
  await page.getByText('Session expired. Redirecting to login.').waitFor()
  await page.waitForURL(`${product.url}/account`)
})
