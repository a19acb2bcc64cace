/** Signing in with Google with a new and a known address, cancelling it, and a second factor. */
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { setUpProduct } from './product-fixture.ts'
import { checkPage, screens } from './visitors.ts'

describe.each(screens)('$width wide', (viewport) => {
  const product = setUpProduct({ viewport })

  test('a new visitor cancels, then becomes a creator without a password and without a mailed code', async () => {
    const page = await product.openPage('/signup')
    await goToGoogle(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Google login was cancelled.').waitFor()
    await checkPage(page)

    await goToGoogle(page)
    await page.getByRole('button', { name: /Noor Haddad/ }).click()
    await page.waitForURL(/\/signup\/select-role$/)
    await page.getByText('Step 2 of 5').waitFor()
    await checkPage(page)
    await page.getByRole('radio', { name: /creator/ }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Your address').fill('noor_makes')
    await page.getByText('noor_makes is available').waitFor()
    await checkPage(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Your picture' }).waitFor()
    await checkPage(page)
    await page.getByRole('link', { name: 'Skip for now' }).click()
    await expect.poll(() => page.getByLabel('Display name').inputValue()).toBe('Noor Haddad')
    await checkPage(page)
    await page.getByRole('button', { name: 'Create account' }).click()

    await page.waitForURL(/\/noor_makes\/current-goals$/)
    await page.getByText('Welcome to Brimful, Noor Haddad!').waitFor()
    expect(await product.control('/mail/messages?to=noor.haddad@gmail.example')).toEqual([])
  })

  test('an account with the same address is linked by its password, then opened by Google alone, and the requested page follows', async () => {
    const { email, password } = product.account('mira')
    const page = await product.openPage('/dashboard/notification')
    await goToGoogle(page)
    await page.getByRole('button', { name: /Mira Vale/ }).click()
    await page.getByRole('heading', { name: 'Is this account yours?' }).waitFor()
    await checkPage(page)
    await page.getByLabel('Password', { exact: true }).fill('not her password')
    await page.keyboard.press('Enter')
    await page.getByText('Wrong password. Please try again.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')

    await page.waitForURL(/\/dashboard\/notification$/)
    await page.getByRole('heading', { name: 'Notifications' }).waitFor()
    await expect.poll(() => product.control(`/mail/messages?to=${email}`)).toHaveLength(1)

    const other = await product.openPage('/account')
    await goToGoogle(other)
    await other.getByRole('button', { name: /Mira Vale/ }).click()
    await other.waitForURL(/\/miravale\/current-goals$/)
  })

  test('an address that Google has not verified is refused', async () => {
    const page = await product.openPage('/account')
    await goToGoogle(page)
    await page.getByRole('button', { name: /Sam Reyes/ }).click()
    await page.getByText(/Google hasn’t verified that email yet/).waitFor()
    expect(new URL(page.url()).pathname).toBe('/account')
    await checkPage(page)
  })

  test('a second factor is required after a password and after Google, and a recovery code replaces it', async () => {
    const { email, password } = product.account('mira')
    const page = await product.openPage('/account')
    await logIn(page, email, password)
    await page.waitForURL(/current-goals$/)
    await page.goto(`${product.url}/dashboard/account-setting`)
    await page.getByRole('button', { name: 'Set up' }).click()
    const card = page.getByRole('region', { name: 'Two-factor login' })
    await card.getByLabel('Current password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
    await checkPage(page)
    const key = (await card.locator('code').innerText()).replaceAll(' ', '')
    const app = new TOTP({ secret: Secret.fromBase32(key) })
    await page.getByLabel('Code').fill(app.generate())
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    await checkPage(page)
    const [first, second, third] = await card.locator('code').allInnerTexts()

    const byPassword = await product.openPage('/account')
    await logIn(byPassword, email, password)
    await byPassword.getByLabel('Code').fill('000000')
    await byPassword.keyboard.press('Enter')
    await byPassword.getByText('That code is incorrect.').waitFor()
    await checkPage(byPassword)
    await byPassword.getByLabel('Code').fill(first!)
    await byPassword.keyboard.press('Enter')
    await byPassword.waitForURL(/current-goals$/)

    const byGoogle = await product.openPage('/account')
    await goToGoogle(byGoogle)
    await byGoogle.getByRole('button', { name: /Mira Vale/ }).click()
    await byGoogle.getByRole('heading', { name: 'One more step' }).waitFor()
    await checkPage(byGoogle)
    await byGoogle.getByLabel('Code').fill(second!.toUpperCase())
    await byGoogle.keyboard.press('Enter')
    await byGoogle.waitForURL(/current-goals$/)

    await page.reload()
    await page.getByText('8 recovery codes left.').waitFor()
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByLabel('Code').fill(third!)
    await card.getByLabel('Current password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByText('Off. You only need your password to log in.').waitFor()
    expect(await product.db.selectFrom('twoFactor').selectAll().execute()).toEqual([])
  })
})

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

async function goToGoogle(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('heading', { name: 'Sign in with Google' }).waitFor()
}
