/** A creator connects where she is paid by the providers' own pages; only their word makes her ready. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from './browser.ts'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'

let browser: Browser
let product: Product

beforeAll(async () => {
  browser = await launchChromium()
  product = await startProduct('postgres')
})
afterAll(async () => {
  await browser?.close()
  await product?.[Symbol.asyncDispose]()
})

const email = 'juniper@brimful.example'

test('Stripe and PayPal are disconnected and connected again on their own pages', async () => {
  const page = await openSettings()
  await judge(page)
  for (const name of ['Stripe', 'PayPal']) {
    await page.getByRole('button', { name: 'Disconnect', exact: true }).last().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
    await page.getByText(`${name} disconnected.`).waitFor()
  }

  await page.getByRole('button', { name: 'Connect Stripe' }).click()
  await page.getByText(/you’re the seller: Stripe’s fees/).waitFor()
  await judge(page)
  await page.getByRole('button', { name: 'Continue to Stripe' }).click()
  await page.getByRole('button', { name: 'Save for later' }).click()
  await page.getByText('Not finished on Stripe yet.').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)

  await page.getByRole('button', { name: 'Finish on Stripe' }).click()
  await page.getByRole('button', { name: 'Continue to Stripe' }).click()
  await page.getByRole('button', { name: 'Agree and submit' }).click()
  await closeDialog(page)
  await page.getByText(/^Ready to take tips/).waitFor()

  await page.getByRole('button', { name: 'Connect PayPal' }).click()
  await page.getByRole('button', { name: 'Continue to PayPal' }).click()
  await page.getByRole('button', { name: 'Agree and connect' }).click()
  await closeDialog(page)
  await expect.poll(() => page.getByText(/^Ready to take tips/).count()).toBe(2)
  expect(new URL(page.url()).search).toBe('')
  await product.canary.check()
})

async function openSettings(): Promise<Page> {
  const { password } = product.accounts.find((account) => account.email === email)!
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await page.goto(`${product.url}/account`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).last().click()
  await page.waitForURL(/current-goals/)
  await page.goto(`${product.url}/dashboard/payment-setting`)
  await page.getByRole('button', { name: 'Disconnect', exact: true }).first().waitFor()
  return page
}

async function closeDialog(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Connection Complete!' })
  await dialog.getByText('It may take a few minutes to reflect on this page.').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
}

async function judge(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}
