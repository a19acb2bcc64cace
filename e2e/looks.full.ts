/**
 * Tests the look of every page about accounts, on a phone and a desktop, light and dark: axe reports nothing, and nothing is
 * wider than the screen.
 */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { confirmWith, choosePicture, goToGoogle, signUp } from './page-steps.ts'
import { setUpProduct } from './product-fixture.ts'
import { desktop, checkPage, phone } from './visitors.ts'

const product = setUpProduct()

/** Checks the page in every size and colour scheme. If PICTURES_DIR is set, saves screenshots there. */
async function checkLooks(page: Page, name: string): Promise<void> {
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await checkPage(page)
      const folder = process.env.PICTURES_DIR
      const path = folder && join(folder, `${name}-${viewport.width}-${colorScheme}.png`)
      if (path) await page.screenshot({ path, fullPage: true })
    }
  }
}

test.each([
  ['landing', '/', 'Fill every goal to the brim.'],
  ['log-in', '/account', 'Welcome back'],
  ['sign-up', '/signup', 'Create your account'],
  ['privacy', '/privacy-policy', 'Privacy'],
  ['terms', '/terms-of-service', 'Terms'],
  ['cookies', '/cookieyes-generated-policy', 'Cookie'],
  ['ask-reset', '/authentication/reset-password', 'Forgot'],
  ['new-password', '/authentication/reset-password#x', 'password'],
  ['verify', '/authentication/email-verification#x', 'Confirm'],
  ['verify-nothing', '/authentication/email-verification', 'Confirm'],
  ['not-found', '/no/such/page', 'This glass is empty'],
  ['no-creator', '/nobody_here', 'We couldn’t find this creator'],
])('%s', async (name, path, title) => {
  const page = await product.openPage(path)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await checkLooks(page, name)
  expect(page.url()).toBe(product.url + path)
})

test('an address that was just confirmed', async () => {
  const page = await product.openPage('/account')
  const path = '/authentication/email-verification-success'
  await page.evaluate((to) => history.replaceState({ usr: { email: 'mira@example.test' } }, '', to), path)
  await page.reload()
  await page.getByText('Your account’s email is now mira@example.test.').waitFor()
  await checkLooks(page, 'verified')
  expect(page.url()).toBe(product.url + path)
})

test('maintenance', async () => {
  const page = await product.openPage('/signup')
  await page.route('**/account/health', (route) => route.fulfill({ status: 503, json: {} }))
  await page.reload()
  await page.getByRole('heading', { name: "Hold tight, we're cooking!" }).waitFor()
  await checkLooks(page, 'maintenance')
  expect(page.url()).toBe(`${product.url}/maintenance`)
})

test('the wizard, step by step', async () => {
  const page = await product.openPage('/signup')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('Email').fill('wren@')
  await checkLooks(page, 'wizard-1-errors')
  await signUp(page, 'wren@example.test', 'Wren')
  await page.getByRole('radio', { name: /creator/ }).check()
  await checkLooks(page, 'wizard-2-role')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Your address').fill('miravale')
  await page.getByText('miravale is taken.').waitFor()
  await checkLooks(page, 'wizard-3-taken')
  await page.getByLabel('Your address').fill('wren_paints')
  await page.getByText('wren_paints is available').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Your picture' }).waitFor()
  await checkLooks(page, 'wizard-4-picture')
  await crop(page, 'wizard-4-crop')
  await checkLooks(page, 'wizard-4-chosen')
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'About you' }).waitFor()
  await checkLooks(page, 'wizard-5-about')
  await page.getByRole('button', { name: 'Email me the code' }).click()
  await page.getByLabel('Code').fill('000000')
  await page.getByText('That code is incorrect.').waitFor()
  await checkLooks(page, 'wizard-6-code')
  expect(await product.mailbox.codeFor('wren@example.test')).toBeTruthy()
})

test('signing up with Google, and confirming an existing account', async () => {
  const page = await product.openPage('/signup')
  await chooseAtGoogle(page, /Noor Haddad/)
  await page.getByText('Step 2 of 5').waitFor()
  await checkLooks(page, 'google-2-role')
  await page.getByRole('radio', { name: /supporter/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Your address').fill('noor_makes')
  await page.getByText('noor_makes is available').waitFor()
  await checkLooks(page, 'google-3-address')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Your picture' }).waitFor()
  await checkLooks(page, 'google-4-picture')
  await page.getByRole('link', { name: 'Skip for now' }).click()
  await page.getByRole('button', { name: 'Create account' }).waitFor()
  await checkLooks(page, 'google-5-about')

  const known = await product.openPage('/account')
  await chooseAtGoogle(known, /Mira Vale/)
  await known.getByRole('heading', { name: 'Is this account yours?' }).waitFor()
  await checkLooks(known, 'google-proof')
  expect(await known.getByLabel('Password', { exact: true }).count()).toBe(1)
})

test.each([
  ['creator', 'mira'],
  ['supporter', 'ada'],
])('the settings of a %s', async (role, name) => {
  const page = await product.openPage('/dashboard/profile-setting', { as: name })
  await page.getByLabel('About you').waitFor()
  await checkLooks(page, `${role}-profile`)
  await page.getByRole('button', { name: 'Change address' }).click()
  await page.getByRole('textbox', { name: 'Your address' }).fill('ottokestrel')
  await page.getByText('ottokestrel is taken.').waitFor()
  await checkLooks(page, `${role}-address`)
  await crop(page, `${role}-crop`)

  await page.goto(`${product.url}/dashboard/account-setting`)
  await page.getByText('This browser').waitFor()
  await checkLooks(page, `${role}-account`)
  for (const [button, picture] of [
    ['Delete my account…', 'delete'],
    ['Log out everywhere', 'everywhere'],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('dialog').waitFor()
    await checkLooks(page, `${role}-${picture}`)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Set up' }).click()
  const card = page.getByRole('region', { name: 'Two-factor login' })
  await card.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor()
  await checkLooks(page, `${role}-confirm`)
  await confirmWith(page, product.account(name).password)
  await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
  await checkLooks(page, `${role}-two-factor`)
  expect(await card.getByLabel('Code').count()).toBe(1)
})

async function crop(page: Page, name: string): Promise<void> {
  await choosePicture(page.getByLabel('Choose a picture').first(), 900, 300)
  await page.getByRole('button', { name: 'Crop and use' }).waitFor()
  await checkLooks(page, name)
  await page.getByRole('button', { name: 'Crop and use' }).click()
  await page.getByRole('button', { name: 'Remove picture' }).first().waitFor()
}

async function chooseAtGoogle(page: Page, who: RegExp): Promise<void> {
  await goToGoogle(page)
  await page.getByRole('button', { name: who }).click()
}
