/**
 * Tests that a creator connects payout accounts on the providers' own pages, and that an account is ready only when its provider
 * confirms that.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { confirmWith } from './page-steps.ts'
import { setUpProduct } from './product-fixture.ts'
import { checkPageNow, phone } from './visitors.ts'

const product = setUpProduct({ viewport: phone, reducedMotion: 'reduce' })

test('Stripe and PayPal are disconnected and connected again on their own pages', async () => {
  const page = await openSettings()
  await checkPageNow(page)
  for (const name of ['Stripe', 'PayPal']) {
    await page.getByRole('button', { name: 'Disconnect', exact: true }).last().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
    if (name === 'Stripe') await confirmWith(page, product.account('juniper').password)
    await page.getByText(`${name} disconnected.`).waitFor()
  }

  await page.getByRole('button', { name: 'Connect Stripe' }).click()
  await page.getByText(/you’re the seller: Stripe’s fees/).waitFor()
  await checkPageNow(page)
  await page.getByRole('button', { name: 'Continue to Stripe' }).click()
  await page.getByRole('button', { name: 'Save for later' }).click()
  await page.getByText('Not finished on Stripe yet.').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)

  await page.getByRole('button', { name: 'Finish on Stripe' }).click()
  await page.getByRole('button', { name: 'Continue to Stripe' }).click()
  await page.getByRole('button', { name: 'Agree and submit' }).click()
  // Juniper has received payments to another account before, so the new account at Stripe has to wait for a day.
  await page.getByText(/^New account .*: takes tips from .* on$/).waitFor()
  await page.getByText(/^Your page takes no tips until /).waitFor()
  await checkPageNow(page)

  await page.getByRole('button', { name: 'Connect PayPal' }).click()
  await page.getByRole('button', { name: 'Continue to PayPal' }).click()
  await page.getByRole('button', { name: 'Agree and connect' }).click()
  await closeDialog(page) // Juniper was paid to this PayPal account before, so it does not have to wait
  await page.getByText(/^Ready to take tips/).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await product.leakScan.check()
})

async function openSettings(): Promise<Page> {
  const page = await product.openPage('/dashboard/payment-setting', { as: 'juniper' })
  await page.getByRole('button', { name: 'Disconnect', exact: true }).first().waitFor()
  return page
}

async function closeDialog(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Connection Complete!' })
  await dialog.getByText('It may take a few minutes to reflect on this page.').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
}
