/**
 * Tests that a creator answers disputes on a phone: with evidence about a card payment, by refunding one that a bank asks about, and
 * by accepting a claim at PayPal. Afterwards
 * the statement has what the providers have booked.
 */
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { DisputeStatus } from '../db/ledger-tables.ts'
import { readPaypal, readStripe } from '../domain/payments/reconciliation/standin-records.fixture.ts'
import type { Booked } from '../domain/payments/reconciliation/standin-records.fixture.ts'
import { modesFor } from './modes.ts'
import { confirmWith, payAtPaypal, writeTip } from './page-steps.ts'
import { setUpProduct } from './product-fixture.ts'
import { checkPageNow, phone } from './visitors.ts'

const statementPath = '/dashboard/payment-setting2'

interface StripeState {
  disputes: Record<string, { intentId: string; status: string; evidence?: Record<string, string> }>
}
interface PaypalState {
  disputes: Record<string, { captureId: string; outcome?: string }>
}

/** A text without the line breaks that a page and a provider write differently. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

describe.each(modesFor('juniper_o'))('$mode', ({ settings }) => {
  const product = setUpProduct({ settings, viewport: phone })

  test('evidence about a card payment goes to Stripe as it was shown, and a won dispute returns the money', async () => {
    const page = await product.openPage('/juniper_o')
    await writeTip(page, { amount: '25', name: 'Card Contester', message: 'Keep going!' })
    await page.getByRole('button', { name: 'Pay by card' }).click()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
    const { captureId } = (await product.tipsBy('Card Contester'))[0]!
    await product.control('/stripe/control/act', { intentId: captureId, act: 'dispute' })
    await waitForDispute(captureId, 'open')

    const { statement, disputes } = await openStatement()
    await statement.getByText('Dispute opened · Card Contester').waitFor()
    await statement.getByText('−£20.00').waitFor()
    const dialog = await openDispute(disputes, 'Answer the dispute about the tip from Card Contester')
    await dialog.getByText('A voluntary tip of £25 to Juniper Okafor (@juniper_o)').waitFor()
    await checkPageNow(dialog.page())
    await dialog.getByLabel('Your own words (optional)').fill('I read the message aloud.')
    await dialog.getByRole('button', { name: 'Send to Stripe' }).click()
    await confirmWith(dialog.page(), product.account('juniper').password)
    await dialog.getByText(/^Evidence sent on/).waitFor()
    expect(await dialog.getByText(/^Respond by/).count()).toBe(0)
    const shown = (await dialog.getByRole('definition').allInnerTexts()).map(plain)
    await dialog.page().keyboard.press('Escape')
    const view = disputes.getByRole('button', { name: 'Your answer to the dispute about the tip from Card' })
    await expect.poll(() => view.evaluate((button) => button === document.activeElement)).toBe(true)
    await disputes.getByText('Answered. Now the provider decides.').waitFor()

    const received = await stripeDispute(captureId)
    expect(received.status).toBe('under_review')
    expect(Object.values(received.evidence ?? {}).map(plain)).toEqual(expect.arrayContaining(shown))
    expect(shown).toContain('I read the message aloud.')
    await product.control('/stripe/control/act', { intentId: captureId, act: 'dispute-won' })
    await waitForDispute(captureId, 'won')
    await dialog.page().reload()
    await statement.getByText('Dispute won · Card Contester').waitFor()
    await disputes.getByText('Decided: 1').click()
    await disputes.getByText('£25.00 · Card Contester · Won').waitFor()
    await expectSameSums(captureId, 'stripe')
  })

  test('a bank’s inquiry takes no money, is told in the inbox, and ends with a refund', async () => {
    const page = await product.openPage('/juniper_o')
    await writeTip(page, { amount: '12', name: 'Asked About' })
    await page.getByRole('button', { name: 'Pay by card' }).click()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
    const { captureId } = (await product.tipsBy('Asked About'))[0]!
    await product.control('/stripe/control/act', { intentId: captureId, act: 'inquire' })
    await waitForDispute(captureId, 'inquiry')

    const inbox = await product.openPage('/dashboard/notification', { as: 'juniper' })
    await inbox.getByText('A bank has a question about the tip of £12 from Asked About').waitFor()
    await checkPageNow(inbox)
    const { statement, disputes } = await openStatement()
    await disputes.getByText('£12.00 · Asked About · Inquiry').waitFor()
    expect(await statement.getByText('Dispute opened · Asked About').count()).toBe(0)
    const dialog = await openDispute(disputes, 'Answer the inquiry about the tip from Asked About')
    await checkPageNow(dialog.page())
    await dialog.getByRole('button', { name: 'Refund £12' }).click()
    await dialog.getByText(/^The supporter gets £12 back, and the inquiry ends\./).waitFor()
    await dialog.getByRole('button', { name: 'Refund tip' }).click()
    await confirmWith(dialog.page(), product.account('juniper').password)

    await waitForDispute(captureId, 'inquiry_closed')
    expect(await stripeDispute(captureId)).toMatchObject({ status: 'warning_closed' })
    await dialog.page().reload()
    await statement.getByText('Refund · Asked About').waitFor()
    await disputes.getByText(/^Decided: \d$/).click()
    await disputes.getByText('£12.00 · Asked About · Inquiry closed').waitFor()
    await expectSameSums(captureId, 'stripe', ['payment', 'refund'])
  })

  test('an accepted claim at PayPal gives the money back, and takes the tip out of all totals', async () => {
    const page = await product.openPage('/juniper_o')
    await writeTip(page, { amount: '18', name: 'Claimer' })
    await payAtPaypal(page)
    await page.getByText('Payment Successful!').waitFor()
    const [tip] = await product.tipsBy('Claimer')
    const { captureId } = tip!
    await product.control('/paypal/control/act', { captureId, act: 'dispute' })
    await waitForDispute(captureId, 'open')

    const { statement, disputes } = await openStatement()
    const answer = 'Answer the dispute about the tip from Claimer'
    const early = await openDispute(disputes, answer)
    await early.getByText(/^PayPal doesn’t take evidence yet\./).waitFor()
    expect(await early.getByRole('button', { name: 'Accept the dispute' }).count()).toBe(0)
    await early.page().keyboard.press('Escape')
    await product.control('/paypal/control/act', { captureId, act: 'escalate' })

    const dialog = await openDispute(disputes, answer)
    await dialog.getByRole('button', { name: 'Accept the dispute' }).click()
    await dialog.getByText(/^The supporter gets £18 back, and the dispute ends\./).waitFor()
    await checkPageNow(dialog.page())
    await dialog.getByRole('button', { name: 'Give the money back' }).click()
    await confirmWith(dialog.page(), product.account('juniper').password)
    await dialog.getByText(/^Accepted on/).waitFor()
    await dialog.page().keyboard.press('Escape')

    const { disputes: held } = await product.control<PaypalState>('/paypal/control/state')
    const outcomes = Object.values(held).filter((one) => one.captureId === captureId)
    expect(outcomes).toEqual([expect.objectContaining({ outcome: 'RESOLVED_BUYER_FAVOUR' })])
    await waitForDispute(captureId, 'lost')
    await expect.poll(async () => (await product.tipsBy('Claimer'))[0]?.returnedMinor).toBe(1800)
    await dialog.page().reload()
    await statement.getByText('Taken back by the bank or provider · Claimer').waitFor()
    await expectSameSums(captureId, 'paypal')
    await product.leakScan.check()
  })

  test.each(['paypal', 'stripe'] as const)(
    'a tip by %s is refunded on the statement, and the sums are those of the provider',
    async (provider) => {
      const name = `Returned By ${provider}`
      const page = await product.openPage('/juniper_o')
      await writeTip(page, { amount: '9', name })
      if (provider === 'paypal') await payAtPaypal(page)
      else {
        await page.getByRole('button', { name: 'Pay by card' }).click()
        await page.getByRole('button', { name: 'Pay', exact: true }).click()
      }
      await page.getByText('Payment Successful!').first().waitFor()
      const { captureId } = (await product.tipsBy(name))[0]!
      const own = await product.openPage(statementPath, { as: 'juniper' })
      const statement = own.getByRole('region', { name: 'Statement' })

      await statement.getByRole('button', { name: `Refund the tip from ${name}` }).click()
      await own.getByRole('dialog').getByRole('button', { name: 'Refund tip', exact: true }).click()
      await confirmWith(own, product.account('juniper').password)

      await statement.getByText(`Refund · ${name}`).waitFor()
      await expect.poll(async () => (await product.tipsBy(name))[0]?.returnedMinor).toBe(900)
      await expectSameSums(captureId, provider, ['payment', 'refund'])
    },
  )

  async function openStatement(): Promise<{ statement: Locator; disputes: Locator }> {
    const page = await product.openPage(statementPath, { as: 'juniper' })
    const disputes = page.getByRole('region', { name: 'Disputes' })
    await disputes.waitFor()
    await checkPageNow(page)
    return { statement: page.getByRole('region', { name: 'Statement' }), disputes }
  }

  async function openDispute(disputes: Locator, button: string): Promise<Locator> {
    await disputes.getByRole('button', { name: button }).click()
    const dialog = disputes.page().getByRole('dialog', { name: /^(Dispute|Inquiry) about/ })
    await dialog.getByRole('definition').first().waitFor()
    return dialog
  }

  async function waitForDispute(captureId: string, status: DisputeStatus): Promise<void> {
    const query = product.db.selectFrom('dispute').select('status').where('captureId', '=', captureId)
    await expect.poll(() => query.execute()).toEqual([{ status }])
  }

  async function stripeDispute(intentId: string) {
    const { disputes } = await product.control<StripeState>('/stripe/control/state')
    return Object.values(disputes).find((one) => one.intentId === intentId)!
  }

  /** Waits until the ledger has for this payment what its stand-in has booked: at least these kinds of movements. */
  async function expectSameSums(
    captureId: string,
    provider: 'paypal' | 'stripe',
    kinds: Booked['kind'][] = ['dispute'],
  ): Promise<void> {
    const control = <T>(path: string) => product.control<T>(`/${provider}/control/${path}`)
    const read: (from: typeof control) => Promise<Booked[]> = provider === 'paypal' ? readPaypal : readStripe
    const booked = (await read(control)).filter((one) => one.captureId === captureId)
    const net = booked.reduce((sum, one) => sum + one.net, 0)
    expect(booked.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds))
    await expect.poll(() => ledgerSum(captureId)).toBe(net)
  }

  async function ledgerSum(captureId: string): Promise<number> {
    const { sum } = await product.db
      .selectFrom('ledgerEntry')
      .innerJoin('tip', 'tip.id', 'ledgerEntry.tipId')
      .select(({ fn }) => fn.sum<number>('ledgerEntry.amountMinor').as('sum'))
      .where('tip.captureId', '=', captureId)
      .where('ledgerEntry.account', '=', 'creator')
      .executeTakeFirstOrThrow()
    return Number(sum)
  }
})
