/** Tests passkeys with the virtual authenticator of Chromium: https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/ */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { confirmWith } from './page-steps.ts'
import { setUpProduct } from './product-fixture.ts'
import { checkPage, screens } from './visitors.ts'

describe.each(screens)('$width wide', (viewport) => {
  const product = setUpProduct({ viewport, reducedMotion: 'reduce', host: 'localhost' }) // WebAuthn takes no IP address as a site

  test('a passkey is added, logs in, confirms a change, and is renamed and removed', async () => {
    const { email, password } = product.account('mira')
    const page = await product.openPage('/dashboard/account-setting', { as: 'mira' })
    await giveAuthenticator(page)
    const card = page.getByRole('region', { name: 'Passkeys' })
    await card.getByText('No passkeys yet.').waitFor()
    await card.getByRole('button', { name: 'Add a passkey' }).click()
    await page.keyboard.type('My phone')
    await checkPage(page)
    await page.keyboard.press('Enter')
    await confirmWith(page, password)
    await page.getByText('My phone has been added.').waitFor()
    await card.getByText(/not used yet/).waitFor()
    await checkPage(page)
    await product.mailbox.waitForText(email, /log in with the passkey “My phone”/)

    await page.getByRole('button', { name: 'Log out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click()
    await page.getByRole('heading', { name: 'Fill every goal to the brim.' }).waitFor()
    await page.goto(`${product.url}/account`)
    await checkPage(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL(/\/miravale\/current-goals$/)
    await page.getByText('Completed goals').first().waitFor() // in its own document

    await page.goto(`${product.url}/dashboard/account-setting`)
    await card.getByText(/^Last used/).waitFor()
    await page.getByLabel('New email').fill('mira.vale@example.test')
    await page.getByRole('button', { name: 'Change email' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await dialog.getByRole('button', { name: 'Use your password instead' }).waitFor()
    await checkPage(page)
    await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText(/We sent a link to mira\.vale@example\.test/).waitFor()
    await dialog.waitFor({ state: 'detached' })

    await card.getByRole('button', { name: 'Rename My phone' }).click()
    await card.getByLabel('Name').fill('Blue phone')
    await checkPage(page)
    await page.keyboard.press('Enter')
    await card.getByRole('button', { name: 'Remove Blue phone' }).click()
    await page.getByRole('dialog', { name: 'Remove Blue phone?' }).waitFor()
    await checkPage(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Blue phone has been removed.').waitFor()
    await card.getByText('No passkeys yet.').waitFor()
    await product.mailbox.waitForText(email, /“Blue phone” was removed/)
    expect(await product.db.selectFrom('passkey').selectAll().execute()).toEqual([])
  })

  test('a visitor whose device has no passkey of the site is told so', async () => {
    const page = await product.openPage('/account')
    await giveAuthenticator(page, { isUserVerified: false })

    await page.getByRole('button', { name: 'Use a passkey' }).click()

    await page.getByText('Your browser didn’t finish. Please try again.').waitFor()
    await checkPage(page)
    expect(page.url()).toBe(`${product.url}/account`)
  })
})

/** Gives a page's browser a virtual authenticator that stores passkeys and verifies its user without asking. */
async function giveAuthenticator(page: Page, { isUserVerified = true } = {}): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  })
}
