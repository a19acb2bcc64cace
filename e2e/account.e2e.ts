/** An account in its owner's hand: a forgotten password, a session ended from another browser, another address. */
import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from './chromium.ts'
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

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 800 }

test('a forgotten password is replaced by a mailed link, which works once and ends every session', async () => {
  const email = 'juniper@brimful.example'
  const other = await logIn(email, passwordOf(email))
  const page = await openPage('/account', phone)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await judge(page)
  await page.getByRole('button', { name: 'Mail me a link' }).click()
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor()

  const link = await linkFor(email, 'reset-password')
  await page.goto(link)
  await page.getByLabel('New password').fill('paper boats on a still canal')
  await judge(page)
  await page.keyboard.press('Enter')
  await page.getByText('Your password is changed. Please log in with it.').waitFor()

  await other.reload()
  await other.waitForURL(/\/account$/)
  await logIn(email, 'paper boats on a still canal')
  await page.goto(link)
  await page.getByLabel('New password').fill('a second use of the link')
  await page.keyboard.press('Enter')
  await page.getByText(/That link has run out or was used already/).waitFor()
  expect(await page.getByLabel('New password').inputValue()).toBe('a second use of the link')
})

test('a session that is ended in another browser is sent to log in', async () => {
  const email = 'otto@brimful.example'
  const lost = await logIn(email, passwordOf(email), phone)
  const page = await logIn(email, passwordOf(email))
  await page.goto(`${product.url}/dashboard/account-setting`)
  await page.getByText('This browser').waitFor()
  await judge(page)

  await page.getByRole('button', { name: /^Log out .* on / }).click()
  await page.getByText(/is logged out\.$/).waitFor()

  await lost.getByText('Session expired. Redirecting to login.').waitFor()
  await lost.waitForURL(/\/account$/)
  expect(await page.getByRole('button', { name: /^Log out .* on / }).count()).toBe(0)
})

test('another address takes over when its own link is pressed, and the old one is told', async () => {
  const email = 'mira@brimful.example'
  const page = await logIn(email, passwordOf(email), phone)
  await page.goto(`${product.url}/dashboard/account-setting`)
  await page.getByLabel('New e-mail').fill('mira.vale@example.test')
  await page.getByLabel('Current password').first().fill(passwordOf(email))
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await page.getByText(/We have sent a link to/).waitFor()

  await page.goto(await linkFor('mira.vale@example.test', 'email-verification'))
  await judge(page)
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await page.getByText('Your account is now reached at mira.vale@example.test.').waitFor()

  await expect.poll(async () => (await mailsTo(email)).join()).toMatch(/address/)
})

test('all that is kept about somebody is downloaded as a zip, and a mail tells when it is ready', async () => {
  const email = 'otto@brimful.example'
  const page = await logIn(email, passwordOf(email), phone)
  await page.getByRole('button', { name: 'Export my data' }).click()
  await page.getByRole('link', { name: /^Download/ }).waitFor()
  await judge(page)

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download/ }).click()
  const download = await downloading

  expect(download.suggestedFilename()).toMatch(/^brimful-\d{4}-\d\d-\d\d\.zip$/)
  const file = readFileSync(await download.path())
  expect(file.subarray(0, 2).toString()).toBe('PK')
  expect(file.includes('tips-received.csv')).toBe(true)
  await expect.poll(async () => (await mailsTo(email)).join()).toMatch(/file with your data is ready/)
})

async function openPage(path: string, viewport = desktop): Promise<Page> {
  const page = await (await browser.newContext({ viewport })).newPage()
  await page.goto(product.url + path)
  return page
}

async function logIn(email: string, password: string, viewport = desktop): Promise<Page> {
  const page = await openPage('/account', viewport)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/current-goals/)
  await page.goto(`${product.url}/dashboard/account-setting`)
  await page.getByText('This browser').waitFor()
  return page
}

function passwordOf(email: string): string {
  return product.accounts.find((account) => account.email === email)!.password
}

/** Nothing that axe can find is wrong with the page. */
async function judge(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

async function linkFor(email: string, route: string): Promise<string> {
  const find = async () =>
    new RegExp(`${product.url}/authentication/${route}\\S+`).exec((await mailsTo(email)).join('\n'))?.[0]
  await expect.poll(find).toBeTruthy()
  return (await find())!
}

async function mailsTo(email: string): Promise<string[]> {
  return (await product.control<{ text: string }[]>(`/mail/messages?to=${email}`)).map(({ text }) => text)
}
