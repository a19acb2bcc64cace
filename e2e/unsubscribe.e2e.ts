/** Tests how the reader of an email about a tip stops emails like it, without a session, by its link and by a mail program. */
import { expect, test } from 'vitest'
import { payAtPaypal, writeTip } from './page-steps.ts'
import { setUpProduct } from './product-fixture.ts'
import { checkPage, phone } from './visitors.ts'

const product = setUpProduct({ viewport: phone, reducedMotion: 'reduce' })

test('a link changes nothing when it is opened; its button and a mail program’s request unsubscribe, and both are undone', async () => {
  const supporter = await product.openPage('/miravale')
  await writeTip(supporter, { amount: '7', name: 'Grace' })
  await payAtPaypal(supporter)
  const link = await product.mailbox.linkFor(product.account('mira').email, 'unsubscribe')
  const settings = await product.openPage('/dashboard/notifications-setting', { as: 'mira' })
  const isOn = async () => {
    await settings.reload()
    const tips = settings.getByRole('switch', { name: 'Tips' })
    await settings.locator('[aria-busy=false]', { has: tips }).waitFor()
    return tips.isChecked()
  }

  const page = await product.openPage(link.slice(product.url.length))
  await page.getByRole('heading', { name: 'Stop emails about tips?' }).waitFor()
  await checkPage(page)
  expect(await isOn()).toBe(true)

  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('heading', { name: 'You’re unsubscribed' }).waitFor()
  await checkPage(page)
  expect(await isOn()).toBe(false)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('heading', { name: 'You’re subscribed again' }).waitFor()
  await checkPage(page)
  expect(await isOn()).toBe(true)

  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await fetch(link, { method: 'POST', body, redirect: 'manual' })).status).toBe(200)
  expect(await isOn()).toBe(false)
  await page.reload()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('heading', { name: 'You’re subscribed again' }).waitFor()
  expect(await isOn()).toBe(true)
})
