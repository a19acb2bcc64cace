/**
 * Tests tips in other currencies than the creator's: yen by card and forint at PayPal, to a creator who is paid in pounds. Everybody
 * sees the tip's own currency; the creator also sees what it counts as.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { formatMoney } from '../contract/money/money.ts'
import type { Currency } from '../contract/money/money.ts'
import { openPaypal, payNow, writeTip } from './page-steps.ts'
import { setUpProduct } from './product-fixture.ts'
import { checkPageNow, desktop, phone, stream } from './visitors.ts'

const product = setUpProduct({ viewport: phone })
const creator = 'juniper_o'

test('a card tip in yen shows as yen to everybody, and counts in pounds for its creator', async () => {
  const goal = (await product.goalsOf(creator))[0]!
  const overlay = await product.openPage(`/streamalerts?userUID=${goal.creatorUid}`, { viewport: stream })
  const page = await openTipBox('jpy', ['¥500', '¥1,000', '¥3,000', '¥5,000'])
  await page.getByRole('button', { name: '¥3,000', exact: true }).click()
  await page.getByText(/^About £1\d(\.\d\d)?\. The payment provider’s own rate decides\.$/).waitFor()
  await checkPageNow(page)
  await writeTip(page, { amount: '3000', name: 'Haruto', goaluuid: goal.goalId })
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await page.getByText('¥3,000').first().waitFor()
  const alert = overlay.getByRole('status').filter({ hasText: 'Haruto' }).innerText({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Pay', exact: true }).click()

  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  expect(await alert).toMatch(/¥3,000(?!\d)/)
  await page.getByRole('link', { name: 'Follow your tip' }).click()
  await page.getByRole('heading', { name: 'Sent to the stream' }).waitFor()
  expect(await page.getByRole('main').innerText()).toMatch(/¥3,000(?!\d)/)
  await checkPageNow(page)
  const chat = () => product.chatLines(`twitch/channel/${creator}`)
  await expect
    .poll(chat)
    .toEqual([expect.stringContaining(`Haruto just tipped ¥3,000 towards ${goal.title}`)])
  await expect
    .poll(() => product.mailbox.textsTo('juniper@brimful.example'))
    .toEqual([expect.stringContaining('Haruto tipped ¥3,000')])
  const worth = await recordedWorth('Haruto')
  await expectBothAmounts({ name: 'Haruto', given: '¥3,000', gross: '¥3,000', worth })
})

test('a PayPal tip in forint is charged in whole forint, and counts in pounds for its creator', async () => {
  const page = await openTipBox('huf', ['HUF 1,000', 'HUF 2,500', 'HUF 5,000', 'HUF 10,000'])
  await writeTip(page, { amount: '499', name: 'Béla' })
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await page.getByText('The minimum tip here is HUF 500.').waitFor()
  await writeTip(page, { amount: '5000' })
  const paypal = await openPaypal(page)
  await paypal
    .getByText(/HUF\s5,000/)
    .first()
    .waitFor()
  await payNow(paypal)
  await page.getByText('Payment Successful!').waitFor()
  await checkPageNow(page)

  const worth = await recordedWorth('Béla')
  await expectBothAmounts({ name: 'Béla', given: 'HUF 5,000', gross: 'HUF 5,000.00', worth })
  await product.leakScan.check()
})

/** Opens the creator's page when rates have been read, and chooses the currency, which must suggest these amounts. */
async function openTipBox(currency: Currency, suggested: string[]): Promise<Page> {
  const page = await product.openPage(`/${creator}`)
  const select = page.getByLabel('Currency')
  await expect
    .poll(async () => {
      if ((await select.count()) === 0) await page.reload({ waitUntil: 'networkidle' })
      return select.count()
    })
    .toBe(1)
  await select.selectOption(currency)
  const amounts = page.getByRole('group', { name: 'Quick amounts' }).getByRole('button')
  await expect.poll(async () => (await amounts.allInnerTexts()).map(plain)).toEqual(suggested)
  return page
}

/** Waits until the provider's own conversion is recorded; returns what the tip counts as, formatted. */
async function recordedWorth(name: string): Promise<string> {
  await expect.poll(async () => (await product.tipsBy(name))[0]?.worthRecordedAt).toEqual(expect.any(Date))
  const [tip] = await product.tipsBy(name)
  return formatMoney(tip!.worthMinor!, 'gbp')
}

interface BothAmounts {
  name: string
  given: string
  gross: string
  worth: string
}

/** Checks where the creator sees the tip: on the board of the page, among the latest tips, and on the statement. */
async function expectBothAmounts({ name, given, gross, worth }: BothAmounts): Promise<void> {
  const { page, open } = await product.visit('juniper', { viewport: desktop })
  await open(`/${creator}`)
  const board = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: name })
  await board.first().waitFor()
  expect(plain(await board.first().innerText())).toContain(worth)

  await open('/dashboard')
  const latest = page.getByRole('region', { name: 'Latest tips' }).getByRole('listitem')
  const row = latest.filter({ hasText: name }).first()
  await row.waitFor()
  expect(plain(await row.innerText())).toMatch(new RegExp(`${given}(?!\\d).*${worth}`))

  await open('/dashboard/payment-setting2')
  const entry = page.getByRole('region', { name: 'Statement' }).getByRole('listitem')
  const line = entry.filter({ hasText: `Tip · ${name}` })
  await line.waitFor()
  expect(plain(await line.innerText())).toMatch(new RegExp(`${gross} counts as ${worth}`))
  await checkPageNow(page)
  const refund = page.getByRole('button', { name: `Refund the tip from ${name}` })
  await refund.click()
  await page.getByText(`up to ${given}`).waitFor()
  await checkPageNow(page)
}

/** A text with plain spaces only. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
