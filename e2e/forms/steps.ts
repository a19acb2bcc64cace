/** Steps from an opened page to a form that is not on it at first. */
import type { Locator, Page } from 'playwright-core'
import { confirmWith, logIn, signUp } from '../page-steps.ts'
import type { ProductFixture } from '../product-fixture.ts'
import { click } from './form.ts'

let count = 0

/** Returns a step that turns on the switch of this name. */
export function turnOn(name: string) {
  return async (page: Page) => {
    const one = page.getByRole('switch', { name })
    await one.waitFor()
    if (!(await one.isChecked())) await one.click()
  }
}

/** Signs up with an address of its own, and chooses what for. Ends at the choice of a name. */
export async function beginSignUp(page: Page, role: RegExp): Promise<void> {
  await signUp(page, `form${(count += 1)}@example.test`, 'Nova')
  await page.getByRole('radio', { name: role }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Your address').waitFor()
}

/** Signs up as a supporter, whose next step is the emailed code. */
export async function signUpToCode(page: Page): Promise<void> {
  await beginSignUp(page, /supporter/)
  await page.getByLabel('Your address').fill(`form_${count}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Skip for now' }).click()
  await page.getByRole('button', { name: 'Email me the code' }).click()
  await page.getByLabel('Code').waitFor()
}

/** Logs in as the account of `prepareAccounts` that has a second factor. */
export async function logInWithFactor(page: Page, product: ProductFixture): Promise<void> {
  await logIn(page, product.account('tamsin'))
  await page.getByLabel('Code').waitFor()
}

/** Begins to set up a second factor. */
export async function askForCode(page: Page, product: ProductFixture): Promise<void> {
  const card = page.locator('#two-factor')
  await card.getByRole('button', { name: 'Set up' }).click()
  await card.getByRole('button', { name: 'Continue' }).click()
  await waitConfirmed(page, card.getByLabel('Code'), product.account('rowan').password)
}

/** Opens the wording of a chat message, and that of larger tips. */
export async function openWordings(page: Page): Promise<void> {
  const card = page.locator('#messages')
  const from = card.getByLabel(/^From this amount/)
  const add = card.getByRole('button', { name: 'Add a text for larger tips: General tips' })
  await card.getByRole('button', { name: /wording: General tips$/ }).click()
  await card.getByLabel('Wording: General tips', { exact: true }).waitFor()
  if ((await from.count()) === 0) await add.click()
}

/** Starts the timer, unless it runs. */
export async function startTimer(page: Page): Promise<void> {
  const card = page.locator('#donothon')
  const start = card.getByRole('button', { name: 'Start timer' })
  const isRunning = card.getByRole('button', { name: 'End now' })
  await start.or(isRunning).first().waitFor()
  if (!(await start.isVisible())) return
  await card.getByLabel('Hours').first().fill('1')
  await start.click()
  await isRunning.waitFor()
}

/** Starts a timer, and begins to rename it. */
export async function renameTimer(page: Page): Promise<void> {
  await startTimer(page)
  await click('Rename')(page)
}

/** Chooses a service that takes a channel and a token. The endpoints of the steps before are gone: a creator can have five. */
export async function chooseService(page: Page, { db, uidOf }: ProductFixture): Promise<void> {
  await db
    .deleteFrom('webhookEndpoint')
    .where('creatorUid', '=', await uidOf('juniper_o'))
    .execute()
  await page.locator('#webhooks').getByLabel('Format').selectOption('streamelements')
}

/** Changes the style, so that it can be saved whatever a field has. */
export async function openStyle(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Celebrate 25, 50 and 75 %' }).click()
  await turnOn('Merge small tips')(page)
}

/** Opens a variation of the style and changes it, so that it can be saved whatever a field has. */
export async function openVariation(page: Page): Promise<void> {
  const looks = page.locator('input[name=alert-look]')
  await looks.first().waitFor()
  if ((await looks.count()) > 1) await looks.nth(1).check()
  else await page.getByRole('button', { name: 'Duplicate as a variation' }).click()
  await page
    .locator('#alert-style')
    .getByRole('switch', { name: /first tip/i })
    .click()
}

/** Finds an account as an admin, and begins to change it. */
export async function findAccount(page: Page, product: ProductFixture): Promise<void> {
  const card = page.locator('#account')
  await card.getByLabel('Username').fill('ottokestrel')
  await card.getByRole('button', { name: 'Find' }).click()
  const change = card.getByRole('button', { name: /^(Feature|Stop featuring)$/ })
  await waitConfirmed(page, change, product.account('rowan').password)
  await change.click()
}

/** Finds a tip's payment as an admin, and begins to propose an adjustment. A tip has one proposal at a time. */
export async function openAdjustment(page: Page, product: ProductFixture): Promise<void> {
  const { id } = await product.db
    .selectFrom('tip')
    .select('id')
    .where('id', 'not in', (eb) => eb.selectFrom('adjustment').select('tipId'))
    .executeTakeFirstOrThrow()
  const card = page.locator('#payment')
  await card.getByLabel('Any ID of the payment').fill(id)
  await card.getByRole('button', { name: 'Find' }).click()
  const propose = card.getByRole('button', { name: 'Propose an adjustment' })
  await waitConfirmed(page, propose, product.account('rowan').password)
  await propose.click()
}

/** Waits for a part of the page. Confirms the session if the page wants that first. */
async function waitConfirmed(page: Page, wanted: Locator, password: string): Promise<void> {
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await wanted.or(confirmation).first().waitFor()
  if (await confirmation.isVisible()) await confirmWith(page, password)
  await wanted.waitFor()
}
