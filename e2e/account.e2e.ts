/** Tests what users do with their own account: password, sessions, email, name, data export and deletion. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openQueues } from '../db/queue.ts'
import { confirmWith, logIn } from './page-steps.ts'
import { setUpProduct } from './product-fixture.ts'
import { desktop, checkPage, screens } from './visitors.ts'

const notFoundTitle = 'We couldn’t find this creator'

describe.each(screens)('$width wide', (viewport) => {
  const product = setUpProduct({ viewport, reducedMotion: 'reduce' })

  test('a forgotten password is replaced by a mailed link, which works once and ends every session', async () => {
    const { email } = product.account('juniper')
    const other = await product.openPage('/dashboard/account-setting', { as: 'juniper' })
    await other.getByText('This browser').waitFor()
    const page = await product.openPage('/account')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await checkPage(page)
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()

    const link = await product.mailbox.linkFor(email, 'reset-password')
    await page.goto(link)
    await page.getByLabel('New password').fill('paper boats on a still canal')
    await checkPage(page)
    await page.keyboard.press('Enter')
    await page.getByText('Your password has been changed. Please log in with it.').waitFor()

    await other.reload()
    await other.waitForURL(/\/account$/)
    await product.openPage('/', { account: { email, password: 'paper boats on a still canal' } })
    await page.goto(link)
    await page.getByLabel('New password').fill('a second use of the link')
    await page.keyboard.press('Enter')
    await page.getByText(/That link has expired or was already used/).waitFor()
    expect(await page.getByLabel('New password').inputValue()).toBe('a second use of the link')
  })

  test('a session that is ended in another browser is redirected to the log-in', async () => {
    const lost = await product.openPage('/dashboard/account-setting', { as: 'otto' })
    await lost.getByText('This browser').waitFor()
    const elsewhere = await product.visit('otto', { viewport: desktop })
    await elsewhere.open('/dashboard/account-setting')
    await elsewhere.page.getByText('This browser').waitFor()
    await checkPage(elsewhere.page)

    await elsewhere.page.getByRole('button', { name: 'Log out Chrome on Linux' }).click()
    await elsewhere.page.getByText('Chrome on Linux has been logged out.').waitFor()

    await lost.getByText('Session expired. Redirecting to login.').waitFor()
    await lost.waitForURL(/\/account$/)
    expect(await elsewhere.page.getByRole('button', { name: /^Log out .* on / }).count()).toBe(0)
  })

  test('at the end of its session every tab signs out by itself, without a request', async () => {
    const page = await product.openPage('/dashboard/notifications-setting', { as: 'otto' })
    await page.getByRole('switch', { name: 'Tips' }).waitFor()
    const shared = page.context()
    const tab = await shared.newPage()
    await tab.goto(`${product.url}/explore`)
    await tab.getByRole('link', { name: /^Dashboard/ }).waitFor()

    const cookies = (await shared.cookies()).filter(({ name }) => /session|signed_in/.test(name))
    expect(cookies).toHaveLength(2)
    const end = Date.now() + 2_000
    await shared.addCookies(
      cookies.map((cookie) => ({
        ...cookie,
        value: cookie.httpOnly ? cookie.value : String(end),
        expires: end / 1000,
      })),
    )
    // When a page is shown, it looks again when its session ends. Reloading it might take longer than the session lasts.
    for (const one of [page, tab])
      await one.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

    for (const one of [page, tab]) await one.getByText('Session expired. Redirecting to login.').waitFor()
    expect(Date.now()).toBeGreaterThanOrEqual(end)
    await Promise.all([page.waitForURL(/\/account$/), tab.waitForURL(/\/account$/)])
  })

  test('a new email takes effect when its link is confirmed, and the old one receives a notice', async () => {
    const { email, password } = product.account('mira')
    const page = await product.openPage('/dashboard/account-setting', { account: { email, password } })
    await page.getByLabel('New email').fill('mira.vale@example.test')
    await page.getByRole('button', { name: 'Change email' }).click()
    await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor()
    await checkPage(page)
    await confirmWith(page, password)
    await page.getByText(/We sent a link to/).waitFor()

    await page.goto(await product.mailbox.linkFor('mira.vale@example.test', 'email-verification'))
    await checkPage(page)
    await page.getByRole('button', { name: 'Confirm email' }).click()
    await page.getByText('Your account’s email is now mira.vale@example.test.').waitFor()

    await product.mailbox.waitForText(email, /email is now/)
  })

  test('a creator changes the user name, a taken one is refused, and the old address leads to the new one', async () => {
    const page = await product.openPage('/dashboard/profile-setting', { as: 'otto' })
    await page.getByRole('button', { name: 'Change address' }).click()
    await page.getByRole('textbox', { name: 'Your address' }).fill('miravale')
    await page.getByText('miravale is taken.').waitFor()
    await checkPage(page)
    const offer = page.getByRole('button', { name: /^miravale.+/ }).first()
    const name = await offer.innerText()
    await offer.click()
    await page.getByText(`${name} is available`).waitFor()
    await page.getByRole('button', { name: 'Change address' }).click()
    await confirmWith(page, product.account('otto').password)
    await page.getByText(`You’re now @${name}.`).waitFor()

    await page.getByRole('link', { name: 'Brimful home' }).click()
    await page.waitForURL(`**/${name}/current-goals`)
    await page.getByRole('heading', { level: 1, name: 'Otto Kestrel' }).waitFor()
    await page.goto(`${product.url}/ottokestrel`)
    await page.waitForURL(`**/${name}/current-goals`)
    await page.getByRole('heading', { level: 1, name: 'Otto Kestrel' }).waitFor()
    await checkPage(page)
    expect(name).not.toBe('miravale')
  })

  test('an account’s data is downloaded as a zip, and a mail announces that it is ready', async () => {
    const { email, password } = product.account('otto')
    const page = await product.openPage('/dashboard/account-setting', { account: { email, password } })
    await page.getByRole('button', { name: 'Export my data' }).click()
    await page.getByRole('button', { name: /^Download/ }).waitFor()
    await checkPage(page)

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Download/ }).click()
    await confirmWith(page, password)
    const download = await downloading

    expect(download.suggestedFilename()).toMatch(/^brimful-\d{4}-\d\d-\d\d\.zip$/)
    const file = readFileSync(await download.path())
    expect(file.subarray(0, 2).toString()).toBe('PK')
    expect(file.includes('tips-received.csv')).toBe(true)
    await product.mailbox.waitForText(email, /data export is ready/)
  })

  test('a supporter becomes a creator by choosing a currency', async () => {
    const page = await product.openPage('/dashboard/stream-setting', { as: 'ada' })
    await page.getByRole('radio', { name: /British pound/i }).check()
    await checkPage(page)
    await page.getByRole('button', { name: 'Become a creator' }).click()

    await page.getByLabel('Stream Alert URL', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Brimful home' }).click()
    await page.waitForURL('**/ada_lind/current-goals')
    expect(await page.getByText('Become a creator').count()).toBe(0)
  })

  test('an account is deleted, restored by logging in, and erased after a week', async () => {
    const { email, password } = product.account('ada')
    const page = await product.openPage('/dashboard/account-setting', { account: { email, password } })
    await askForDeletion(page, password)
    await page.goto(`${product.url}/ada_lind`)
    await page.getByRole('heading', { name: notFoundTitle }).waitFor()

    await page.goBack()
    await logIn(page, { email, password })
    await page.getByRole('link', { name: /^Dashboard/ }).waitFor()
    await product.mailbox.waitForText(email, /cancelled the deletion/)

    await page.goto(`${product.url}/dashboard/account-setting`)
    await askForDeletion(page, password)
    const { uid } = await passAWeek(email)
    const shell = () =>
      product.db.selectFrom('account').select(['email', 'displayName']).where('uid', '=', uid).execute()
    await expect.poll(async () => JSON.stringify(await shell())).not.toContain('ada')
    await page.goto(`${product.url}/account`)
    await logIn(page, { email, password })
    await page.getByRole('alert').waitFor()
    expect(page.url()).toBe(`${product.url}/account`)
  })

  async function askForDeletion(page: Page, password: string): Promise<void> {
    await page.getByRole('button', { name: 'Delete my account…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.waitFor()
    await checkPage(page)
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await confirmWith(page, 'not the password')
    await page.getByText('Wrong password. Please try again.').waitFor()
    await confirmWith(page, password)
    await page.getByText(/^Your account is hidden and will be deleted on/).waitFor()
    await page.waitForURL(`${product.url}/account`)
    await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).waitFor()
  }

  /**
   * Simulates the week between a deletion request and the deletion: makes the deletion due, and runs the deletion schedule every
   * second.
   */
  async function passAWeek(email: string): Promise<{ uid: string }> {
    const account = await product.db
      .updateTable('account')
      .set({ deletionDueAt: new Date(Date.now() - 1000) })
      .where('email', '=', email)
      .returning('uid')
      .executeTakeFirstOrThrow()
    const queues = openQueues({ databaseUrl: product.env.DATABASE_URL!, onError: console.error })
    await queues.repeat('schedules', 'erase-accounts', 1000)
    await queues.close()
    return account
  }
})
