/**
 * Performs steps that several tests take on a page: logging in, signing up, continuing with Google, writing a tip, paying at
 * PayPal.
 */
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import type { Account } from './visitors.ts'

/** Fills in the log-in form and submits it. */
export async function logIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** Confirms a sensitive change in the confirmation dialog, with a second factor if the account has one. */
export async function confirmWith(page: Page, password: string, code?: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabel('Current password').fill(password)
  if (code) await dialog.getByLabel('Code').fill(code)
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
}

/** Fills in the first step of the sign-up and submits it. */
export async function signUp(page: Page, email: string, name: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill('lanterns over quiet harbours')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create account' }).click()
}

/** Opens Google's sign-in page with the button on the current page. */
export async function goToGoogle(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('heading', { name: 'Sign in with Google' }).waitFor()
}

export interface WrittenTip {
  amount: string
  name?: string
  message?: string
  goaluuid?: string
}

/** Fills in the tip box. */
export async function writeTip(page: Page, { amount, name, message, goaluuid }: WrittenTip): Promise<void> {
  await page.getByLabel('Amount', { exact: true }).fill(amount)
  if (name) await page.getByLabel('Your name').fill(name)
  if (message) await page.getByLabel('Message', { exact: true }).fill(message)
  if (goaluuid) await page.getByLabel('Towards').selectOption({ value: goaluuid })
}

/** Opens the options of the tip box and switches on those of these names. */
export async function switchOn(page: Page, ...options: (string | RegExp)[]): Promise<void> {
  await page.locator('#tip summary').click()
  for (const name of options) await page.getByRole('switch', { name }).click()
}

/** Clicks PayPal's button; returns PayPal's window. */
export async function openPaypal(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'PayPal', exact: true }).click()
  return opened
}

/** Pays the written tip in PayPal's window. */
export async function payAtPaypal(page: Page): Promise<void> {
  await payNow(await openPaypal(page))
}

/** Pays in PayPal's window, which may have closed before Playwright knows that it has clicked. */
export async function payNow(paypal: Page): Promise<void> {
  const clicked = paypal.getByRole('button', { name: 'Pay now' }).click()
  await clicked.catch((error: unknown) => {
    if (!paypal.isClosed()) throw error
  })
}

/** Chooses a single-coloured picture of this size in pixels. */
export async function choosePicture(field: Locator, width: number, height: number): Promise<void> {
  const create = { width, height, channels: 3, background: '#15a374' } as const
  const buffer = await sharp({ create }).png().toBuffer()
  await field.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
}

/** Waits until a page uses its own fonts. What was drawn before has nearly their size, but may break lines elsewhere. */
export async function useOwnFonts(page: Page): Promise<void> {
  await page.evaluate(async () => void (await document.fonts.ready))
}
