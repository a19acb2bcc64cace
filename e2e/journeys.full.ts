/**
 * Counts what people do from their first page to what they came for, and prints how long it took with half a second of thought before
 * each click. The counts are limits; the times depend on the machine, so they are only printed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { payNow } from './page-steps.ts'
import { setUpProduct } from './product-fixture.ts'
import { desktop, phone, stream } from './visitors.ts'

const product = setUpProduct()
const thoughtMs = 500

/** Starts counting clicks and time. */
function startJourney() {
  const startedAt = performance.now()
  let clicks = 0
  return {
    /** Thinks, and clicks or taps. */
    async click(target: Locator): Promise<void> {
      await count()
      await target.click()
    },
    count,
    /** Returns the number of clicks, and prints it with the time. */
    end(name: string): number {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      console.log(`${name}: ${clicks} clicks, ${seconds} s`)
      return clicks
    },
  }

  async function count(): Promise<void> {
    clicks += 1
    await sleep(thoughtMs)
  }
}

test.each([
  [
    'PayPal',
    async (page: Page, { click, count }: ReturnType<typeof startJourney>) => {
      const opened = page.waitForEvent('popup')
      await click(page.getByRole('button', { name: 'PayPal', exact: true }))
      await count()
      await payNow(await opened)
    },
  ],
  [
    'card',
    async (page: Page, { click }: ReturnType<typeof startJourney>) => {
      await click(page.getByRole('button', { name: 'Pay by card' }))
      await page.getByLabel('Card number').fill('4242 4242 4242 4242')
      await click(page.getByRole('button', { name: 'Pay', exact: true }))
    },
  ],
])('a supporter comes from the creator’s page to the thanks with four taps by %s', async (name, pay) => {
  const { page, open } = await product.visit(undefined, { viewport: phone, hasTouch: true })
  await open('/miravale')
  const journey = startJourney()

  await journey.click(page.getByRole('button', { name: 'Send a tip' }))
  await pay(page, journey)
  await page.getByText('Payment Successful!').waitFor()

  expect(journey.end(`supporter, ${name}`)).toBeLessThanOrEqual(4)
})

test('a new creator comes from the landing page to the first test alert with fourteen clicks', async () => {
  const email = 'wren@example.test'
  const { page, open } = await product.visit(undefined, { viewport: desktop })
  await open('/')
  const journey = startJourney()
  const next = () => journey.click(page.getByRole('button', { name: 'Continue' }))

  await journey.click(page.getByRole('link', { name: 'Start Now' }).first())
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Your name').fill('Wren')
  await page.getByLabel('Password', { exact: true }).fill('lanterns over quiet harbours')
  await journey.click(page.getByRole('checkbox'))
  await journey.click(page.getByRole('button', { name: 'Create account' }))
  await journey.click(page.getByRole('radio', { name: /creator/ }))
  await next()
  await page.getByLabel('Your address').fill('wren_sings')
  await page.getByText('wren_sings is available').waitFor()
  await next()
  await journey.click(page.getByRole('link', { name: 'Skip for now' }))
  await journey.click(page.getByRole('button', { name: 'Email me the code' }))
  await page.getByLabel('Code').fill(await product.mailbox.codeFor(email))
  await page.waitForURL(/\/wren_sings\/current-goals$/)
  await journey.click(page.getByRole('link', { name: /^Dashboard/ }).first())
  await journey.click(page.locator('a[href="/dashboard/stream-setting"]').first())

  const opened = page.waitForEvent('popup')
  await journey.click(page.getByRole('link', { name: 'Open in a new tab' }).first())
  const overlay = await opened
  await overlay.setViewportSize(stream)
  await journey.click(page.getByRole('button', { name: 'Test Alert' }))
  await overlay.getByRole('status').getByText('Thank you!').waitFor()

  expect(journey.end('new creator')).toBeLessThanOrEqual(14)
})
