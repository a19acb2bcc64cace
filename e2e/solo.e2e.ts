/** Tests an installation in solo mode: the site is the creator's page, and a tip goes straight to the creator's own account. */
import { expect, test } from 'vitest'
import { soloSettings } from './modes.ts'
import { writeTip } from './page-steps.ts'
import { setUpProduct } from './product-fixture.ts'
import { checkPageNow, desktop, phone } from './visitors.ts'

const product = setUpProduct({ settings: soloSettings('miravale'), viewport: phone, reducedMotion: 'reduce' })

test('a tip on the first page of the site has no fee, is charged on the own account and shows on the stream', async () => {
  const goal = (await product.goalsOf('miravale'))[0]!
  const overlay = await product.openOverlay(`?userUID=${goal.creatorUid}`)
  const page = await product.openPage('/')
  await page.getByRole('heading', { name: 'Mira Vale' }).first().waitFor()
  await checkPageNow(page)
  await writeTip(page, { amount: '7', name: 'Straight Payer', goaluuid: goal.goalId })
  await page.getByText(/^No service fee: Mira Vale receives about/).waitFor()

  await page.getByRole('button', { name: 'Pay by card' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()

  await expect.poll(overlay.texts).toContainEqual(expect.stringMatching(/Straight Payer[^]*£7/))
  const [tip] = await product.tipsBy('Straight Payer')
  expect(tip).toMatchObject({ amountMinor: 700, feeMinor: 0, provider: 'stripe' })
  const { intents, accounts } = await product.control<{
    intents: Record<string, { account: string; applicationFee: number | null }>
    accounts: Record<string, { isOwn?: boolean }>
  }>('/stripe/control/state')
  const intent = intents[tip!.captureId]!
  expect(intent.applicationFee).toBeNull()
  expect(accounts[intent.account]).toMatchObject({ isOwn: true })
  await product.leakScan.check()
})

test('the creator is paid straight and has nothing to connect', async () => {
  const page = await product.openPage('/dashboard/payment-setting', { as: 'mira', viewport: desktop })

  await page.getByText('Tips are paid straight to your Stripe account.').waitFor()
  await page.getByText('Tips are paid straight to your PayPal account.').waitFor()

  await checkPageNow(page)
  expect(await page.getByRole('button', { name: /^(Connect|Disconnect|Use another)/ }).count()).toBe(0)
})

test('nothing leads to other creators, and their pages do not exist', async () => {
  const page = await product.openPage('/', { viewport: desktop })
  await page.getByRole('heading', { name: 'Mira Vale' }).first().waitFor()

  expect(await page.getByRole('link', { name: 'Explore' }).count()).toBe(0)
  for (const path of ['/explore', '/featured-creators', '/admin/books', '/ottokestrel'])
    expect((await page.goto(product.url + path))!.status()).toBe(404)
  for (const path of ['/@miravale', '/miravale', '/miravale/tips', '/'])
    expect((await page.goto(product.url + path))!.status()).toBe(200)
})
