/** Tests the one address of the alert box: what the panel and the dashboard say about a source without the key, a tab, and OBS. */
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { openSource } from './obs-source.ts'
import { confirmWith } from './page-steps.ts'
import { setUpProduct } from './product-fixture.ts'
import { checkPageNow, desktop, phone, stream } from './visitors.ts'

const product = setUpProduct({ viewport: desktop, reducedMotion: 'reduce' })
let uid: string

beforeAll(async () => {
  uid = await product.uidOf('juniper_o')
})

const tip = (supporterName: string) => buildTip(product.db, uid, { supporterName, message: '', goalId: null })
const openObs = () => product.browser.newContext({ viewport: stream })

test('a source without the key plays, and what it played stays sent; a pause counts what came since it began', async () => {
  const plain = await openSource(await openObs(), `${product.url}/streamalerts?userUID=${uid}`, {
    displayMs: 500,
  })
  const panel = await product.openPage('/control-panel', { as: 'juniper' })
  const press = (name: string) => panel.getByRole('button', { name }).click()
  const expectRow = (name: string, status: string) =>
    panel.getByRole('listitem').filter({ hasText: name }).getByText(status, { exact: true }).waitFor()
  await panel.getByRole('button', { name: 'Pause alerts' }).waitFor()
  for (const name of ['Ada Plain', 'Ben Plain']) await tip(name)
  await expect.poll(plain.appeared).toHaveLength(2)
  for (const name of ['Ada Plain', 'Ben Plain']) await expectRow(name, 'Sent')

  await press('Pause alerts')
  await tip('Cleo Held')
  await expectRow('Cleo Held', 'Waiting')
  await panel.getByText('Waiting: 1').waitFor()
  await expectRow('Ada Plain', 'Sent')
  await press('Resume alerts')
  await expect.poll(plain.appeared).toHaveLength(3)
  await expectRow('Cleo Held', 'Sent')
})

test('a tab says that the alert box works there; the step of OBS is done once a source has played an alert', async () => {
  const settings = await product.openPage('/dashboard/stream-setting', { as: 'juniper' })
  const card = settings.getByRole('region', { name: 'Stream alerts' })
  const [tab] = await Promise.all([
    settings.waitForEvent('popup'),
    card.getByRole('link', { name: 'Open in a new tab' }).click(),
  ])
  await tab.bringToFront()
  await tab.getByText('Waiting for tips…').waitFor()
  const dashboard = await product.openPage('/dashboard', { as: 'juniper' })
  const step = dashboard.getByRole('link', { name: 'Add your alert box to OBS' })
  await step.waitFor()
  await tip('Dora Tab')
  await dashboard.getByText(/^It works in your browser\. Paste the same URL/).waitFor()
  await dashboard.getByText(/^It works in your browser · last shown/).waitFor()
  expect(await step.count()).toBe(1)
  await checkPageNow(dashboard)
  await tab.close()

  await card.getByRole('button', { name: 'Reveal' }).click()
  await confirmWith(settings, product.account('juniper').password)
  const address = card.getByLabel('Stream Alert URL')
  await expect.poll(() => address.inputValue()).toMatch(/\?userUID=[\w-]{36}#key=[\w-]{43}$/)
  const source = await openSource(await openObs(), await address.inputValue())
  await settings.getByRole('button', { name: 'Test Alert' }).click()
  await expect.poll(source.appeared).toHaveLength(1)
  await step.waitFor({ state: 'detached' })
  await dashboard.getByText(/^Connected · last shown/).waitFor()

  const panel = await product.openPage('/control-panel', { as: 'juniper' })
  const row = panel.getByRole('listitem').filter({ hasText: 'Ada Plain' })
  await row.getByText('Sent', { exact: true }).waitFor()
  await source.page.close()
})

test('the card has one address, and the older one below it', async () => {
  const settings = await product.openPage('/dashboard/stream-setting', { as: 'juniper' })
  const card = settings.getByRole('region', { name: 'Stream alerts' })
  const address = card.getByLabel('Stream Alert URL')
  await expect.poll(() => address.inputValue()).toMatch(/#key=•+$/)
  expect(await card.getByLabel('Address without a key').isVisible()).toBe(false)
  await card.getByText('Older address', { exact: true }).click()
  await card.getByLabel('Address without a key').waitFor()
  for (const viewport of [phone, desktop]) {
    await settings.setViewportSize(viewport)
    await checkPageNow(settings)
    const folder = process.env['PICTURES_DIR']
    if (folder) await card.screenshot({ path: join(folder, `stream-alerts-${viewport.width}.png`) })
  }
})
