/** Tests signing up as a creator or supporter, and logging in. Some tests use the keyboard only. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectStep, tabTo, typeInto } from './keyboard.ts'
import { choosePicture, signUp } from './page-steps.ts'
import { setUpProduct } from './product-fixture.ts'
import { checkPage, screens } from './visitors.ts'

describe.each(screens)('$width wide', (viewport) => {
  const product = setUpProduct({ viewport, reducedMotion: 'reduce' })

  test('a new visitor becomes a creator by keyboard alone, with a skipped step and a reload on the way', async () => {
    const page = await product.openPage('/signup/select-role/nova@example.test')

    await page.waitForURL(/\/signup$/)
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('nova@example.test')
    await typeInto(page, page.getByLabel('Your name'), 'Nova Quill')
    await typeInto(page, page.getByLabel('Password', { exact: true }), 'lanterns over quiet harbours')
    await tabTo(page, page.getByRole('checkbox'))
    await page.keyboard.press('Space')
    await checkPage(page)
    await page.keyboard.press('Enter')

    await expectStep(page, 'What brings you here?')
    await tabTo(page, page.getByRole('radio', { name: /creator/ }))
    await page.keyboard.press('Space')
    await checkPage(page)
    await page.keyboard.press('Enter')

    await expectStep(page, 'Choose your address')
    await typeInto(page, page.getByLabel('Your address'), 'miravale')
    await page.getByText('miravale is taken.').waitFor()
    await checkPage(page)
    await tabTo(page, page.getByRole('button', { name: /^miravale.+/ }).first())
    await page.keyboard.press('Enter')
    await page.getByText(/^miravale.+ is available$/).waitFor()
    expect(await page.getByLabel('Your address').evaluate((field) => field === document.activeElement)).toBe(
      true,
    )
    await typeInto(page, page.getByLabel('Your address'), 'nova_quill')
    await page.getByText('nova_quill is available').waitFor()
    await page.keyboard.press('Enter')

    await expectStep(page, 'Your picture')
    await checkPage(page)
    await page.goto(`${product.url}/signup/OTP-verification`) // opening a later step redirects to the first unfinished one
    await expectStep(page, 'Your picture')
    await tabTo(page, page.getByRole('link', { name: 'Skip for now' }))
    await page.keyboard.press('Enter')

    await expectStep(page, 'About you')
    await typeInto(page, page.getByLabel(/About you/), 'I fold paper boats.')
    await page.reload()
    await expect.poll(() => page.getByLabel(/About you/).inputValue()).toBe('I fold paper boats.')
    await checkPage(page)
    await tabTo(page, page.getByLabel('Display name'))
    await page.keyboard.press('Enter')

    await expectStep(page, 'Check your email')
    await tabTo(page, page.getByLabel('Code'))
    const code = await product.mailbox.codeFor('nova@example.test')
    await page.keyboard.type(code === '000000' ? '000001' : '000000')
    await page.getByText('That code is incorrect.').waitFor()
    await checkPage(page)
    await page.keyboard.type(code)

    await page.waitForURL(/\/nova_quill\/current-goals$/)
    await page.getByText('Welcome to Brimful, Nova Quill!').waitFor()
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
      'lanterns',
    )
    expect(await product.uidOf('nova_quill')).toBeTruthy()
  })

  test('a new visitor stays on the landing page and finds the sign-up', async () => {
    const page = await product.openPage('/')
    await page.waitForTimeout(3000) // long enough to notice an unwanted redirect
    expect(page.url()).toBe(`${product.url}/`)
    await page.getByRole('link', { name: 'Start Now' }).first().click()
    await page.getByRole('button', { name: 'Create account' }).waitFor()
  })

  test('only a mail reveals that an address has an account already; a new supporter arrives on Explore', async () => {
    const known = await product.openPage('/signup')
    await signUp(known, 'juniper@brimful.example', 'Juniper Again')
    await choose(known, /supporter/, 'juniper_again')
    await known.getByRole('heading', { name: 'Check your email' }).waitFor()
    const mails = () => product.mailbox.textsTo('juniper@brimful.example')
    await expect.poll(async () => (await mails()).length).toBeGreaterThan(0)
    expect((await mails()).join('\n')).not.toMatch(/\b\d{6}\b/)

    const page = await product.openPage('/signup')
    await signUp(page, 'theo@example.test', 'Theo')
    await choose(page, /supporter/, 'theo_watches')
    await page.getByLabel('Code').fill(await product.mailbox.codeFor('theo@example.test'))
    await page.waitForURL(/\/dashboard\/explore$/)
  })

  test('an expired code is refused, and a new one opens the account', async () => {
    const email = 'linnet@example.test'
    const page = await product.openPage('/signup')
    await signUp(page, email, 'Linnet')
    await choose(page, /supporter/, 'linnet_looks')
    const old = await product.mailbox.codeFor(email)
    // Makes the code a quarter of an hour older, so that it expires.
    const then = new Date(Date.now() - 15 * 60_000)
    await product.db
      .updateTable('pendingSignUp')
      .set({ codeSentAt: then })
      .where('email', '=', email)
      .execute()
    await page.reload()
    await page.getByText('You don’t have a valid code right now.').waitFor()
    await page.getByLabel('Code').fill(old)
    await page.getByText('That code has expired. Please request a new one.').waitFor()
    await checkPage(page)

    await page.getByRole('button', { name: 'Send a new code' }).click()
    const fresh = await product.mailbox.codeFor(email, old)
    expect(fresh).not.toBe(old)
    await page.getByLabel('Code').fill(fresh)
    await page.waitForURL(/\/dashboard\/explore$/)
    await page.getByText('Welcome to Brimful, Linnet!').waitFor()
  })

  test('a creator logs in by keyboard alone after a wrong password', async () => {
    const { email, password } = product.account('mira')
    const page = await product.openPage('/account')
    await typeInto(page, page.getByLabel('Email'), email)
    await typeInto(page, page.getByLabel('Password', { exact: true }), 'not her password')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
    await checkPage(page)

    await tabTo(page, page.getByRole('button', { name: 'Show password' }))
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/miravale\/current-goals$/)
  })

  test('an unsupported picture is refused; a phone’s photo is cropped, shown at once and saved with the account', async () => {
    const page = await product.openPage('/signup')
    await signUp(page, 'wren@example.test', 'Wren')
    await choose(page, /creator/, 'wren_paints', async () => {
      const field = page.getByLabel('Choose a picture')
      await field.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
      await page.getByText('Please use a JPEG, PNG, WebP or GIF picture.').waitFor()
      await choosePicture(field, 4032, 3024)
      await page.getByLabel('Zoom').fill('2')
      await checkPage(page)
      await page.getByRole('button', { name: 'Crop and use' }).click()
      await page.getByRole('button', { name: 'Remove picture' }).waitFor()
      await checkPage(page)
      await page.getByRole('link', { name: 'Continue' }).click()
    })
    await page.getByLabel('Code').fill(await product.mailbox.codeFor('wren@example.test'))
    await page.waitForURL(/\/wren_paints\/current-goals$/)

    const { image } = await product.db
      .selectFrom('account')
      .select('image')
      .where('userName', '=', 'wren_paints')
      .executeTakeFirstOrThrow()
    const picture = await fetch(product.url + image!)
    expect(picture.headers.get('content-type')).toBe('image/webp')
    const card = await fetch(`${product.url}/share/wren_paints/card.png`)
    expect(card.headers.get('content-type')).toBe('image/png')
  })
})

async function choose(page: Page, role: RegExp, name: string, picture = () => skip(page)): Promise<void> {
  await page.getByRole('radio', { name: role }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Your address').fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Your picture' }).waitFor()
  await picture()
  await page.getByRole('button', { name: 'Email me the code' }).click()
}

function skip(page: Page): Promise<void> {
  return page.getByRole('link', { name: 'Skip for now' }).click()
}
