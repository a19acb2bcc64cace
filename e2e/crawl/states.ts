/** Takes screens into states that only steps lead to: errors, dialogs, the wizard of the sign-up. */
import type { Page } from 'playwright-core'
import { choosePicture, confirmWith, goToGoogle, signUp } from '../page-steps.ts'
import type { ProductFixture } from '../product-fixture.ts'
import type { Walk } from './walk.ts'

/** Steps on the page of one person. */
export interface Steps extends Walk {
  take: (page: Page, look: Look, product: ProductFixture) => Promise<void>
}

/** Runs the checks in the state that the page has now. */
type Look = (name: string) => Promise<void>

const visitor = { role: 'visitor', language: 'en' } as const

export const states: Steps[] = [
  { ...visitor, take: confirmedAddress },
  { ...visitor, take: maintenance },
  { ...visitor, take: wizard },
  { ...visitor, take: googleSignUp },
  { ...visitor, take: googleProof },
  { role: 'creator', language: 'en', account: 'mira', take: settingsOf('mira') },
  { role: 'supporter', language: 'en', account: 'ada', take: settingsOf('ada') },
  { role: 'supporter', language: 'en', account: 'ada', take: receipt },
  { role: 'creator', language: 'en', account: 'mira', take: unread },
]

async function confirmedAddress(page: Page, look: Look, { url }: ProductFixture): Promise<void> {
  const path = '/authentication/email-verification-success'
  await page.goto(`${url}/account`)
  await page.evaluate((to) => history.replaceState({ usr: { email: 'mira@example.test' } }, '', to), path)
  await page.reload()
  await page.getByText('Your account’s email is now mira@example.test.').waitFor()
  await look('confirmed-address')
}

async function maintenance(page: Page, look: Look, { url }: ProductFixture): Promise<void> {
  await page.route('**/account/health', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto(`${url}/signup`)
  await page.waitForURL(`${url}/maintenance`)
  await page.getByRole('heading', { name: "Hold tight, we're cooking!", exact: true }).waitFor()
  await page
    .getByText('Brimful is currently down for maintenance but will be back shortly.', { exact: true })
    .waitFor()
  await page.getByRole('link', { name: /@/ }).waitFor()
  await look('maintenance')
}

async function wizard(page: Page, look: Look, { url, mailbox }: ProductFixture): Promise<void> {
  await page.goto(`${url}/signup`)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('Email').fill('wren@')
  await look('wizard-1-errors')
  await signUp(page, 'wren@example.test', 'Wren')
  await page.getByRole('radio', { name: /creator/ }).check()
  await look('wizard-2-role')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Your address').fill('miravale')
  await page.getByText('miravale is taken.').waitFor()
  await look('wizard-3-taken')
  await page.getByLabel('Your address').fill('wren_paints')
  await page.getByText('wren_paints is available').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Your picture' }).waitFor()
  await look('wizard-4-picture')
  await crop(page, () => look('wizard-4-crop'))
  await look('wizard-4-chosen')
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'About you' }).waitFor()
  await look('wizard-5-about')
  await page.getByRole('button', { name: 'Email me the code' }).click()
  await page.getByLabel('Code').fill('000000')
  await page.getByText('That code is incorrect.').waitFor()
  await look('wizard-6-code')
  await mailbox.codeFor('wren@example.test')
}

async function googleSignUp(page: Page, look: Look, { url }: ProductFixture): Promise<void> {
  await page.goto(`${url}/signup`)
  await goToGoogle(page)
  await page.getByRole('button', { name: /Noor Haddad/ }).click()
  await page.getByText('Step 2 of 5').waitFor()
  await look('google-2-role')
  await page.getByRole('radio', { name: /supporter/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Your address').fill('noor_makes')
  await page.getByText('noor_makes is available').waitFor()
  await look('google-3-address')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Your picture' }).waitFor()
  await look('google-4-picture')
  await page.getByRole('link', { name: 'Skip for now' }).click()
  await page.getByRole('button', { name: 'Create account' }).waitFor()
  await look('google-5-about')
}

async function googleProof(page: Page, look: Look, { url }: ProductFixture): Promise<void> {
  await page.goto(`${url}/account`)
  await goToGoogle(page)
  await page.getByRole('button', { name: /Mira Vale/ }).click()
  await page.getByRole('heading', { name: 'Is this account yours?' }).waitFor()
  await page.getByLabel('Password', { exact: true }).waitFor()
  await look('google-proof')
}

function settingsOf(name: string): Steps['take'] {
  return async (page, look, product) => {
    await page.goto(`${product.url}/dashboard/profile-setting`)
    await page.getByLabel('About you').waitFor()
    await look(`${name}-profile`)
    await page.getByRole('button', { name: 'Change address' }).click()
    await page.getByRole('textbox', { name: 'Your address' }).fill('ottokestrel')
    await page.getByText('ottokestrel is taken.').waitFor()
    await look(`${name}-address`)
    await crop(page, () => look(`${name}-crop`))

    await page.goto(`${product.url}/dashboard/account-setting`)
    await page.getByText('This browser').waitFor()
    await look(`${name}-account`)
    for (const button of ['Delete my account…', 'Log out everywhere']) {
      await page.getByRole('button', { name: button }).click()
      await page.getByRole('dialog').waitFor()
      await look(`${name}-${button}`)
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: 'Set up' }).click()
    const card = page.getByRole('region', { name: 'Two-factor login' })
    await card.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor()
    await look(`${name}-confirm`)
    await confirmWith(page, product.account(name).password)
    await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
    await card.getByLabel('Code').waitFor()
    await look(`${name}-two-factor`)
  }
}

/** The receipt of the tip that `seedMarkedData` has stored. */
async function receipt(page: Page, look: Look, { url }: ProductFixture): Promise<void> {
  await page.goto(`${url}/dashboard`)
  await page
    .getByRole('link', { name: /^Receipt for your tip to/ })
    .first()
    .click()
  const region = page.getByRole('region', { name: 'Receipt', exact: true })
  await region.getByText(/Running m/).waitFor()
  await region.getByText('$1,234').first().waitFor()
  await look('receipt')
}

/** The number of unread notifications is shown up to 99+, and named in full for screen readers. */
async function unread(page: Page, look: Look, { url }: ProductFixture): Promise<void> {
  await page.route('**/socket.io/**', (route) => route.abort()) // live updates would replace the faked count
  await page.route('**/account/notifications', (route) =>
    route.fulfill({ json: { notifications: [], unread: 120 } }),
  )
  await page.goto(`${url}/explore`)
  const avatar = page.getByRole('link', { name: 'Dashboard, 120 unread notifications' })
  await avatar.getByText('99+', { exact: true }).waitFor()
  await look('unread')
}

async function crop(page: Page, look: () => Promise<void>): Promise<void> {
  await choosePicture(page.getByLabel('Choose a picture').first(), 900, 300)
  await page.getByRole('button', { name: 'Crop and use' }).waitFor()
  await look()
  await page.getByRole('button', { name: 'Crop and use' }).click()
  await page.getByRole('button', { name: 'Remove picture' }).first().waitFor()
}
